"""Routing, traffic, rates: what the network does with the load."""
