"""Overlays: what the colours of a picture say, one file each."""
