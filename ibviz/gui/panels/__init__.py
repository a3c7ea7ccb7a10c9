"""Panels of the window, one file each."""
