"""Builders of fabrics, one file a kind."""
