"""Layouts, one file a kind."""
