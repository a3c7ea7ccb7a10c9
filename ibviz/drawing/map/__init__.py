"""The free map: nodes as boxes anywhere in a plane, every cable a line."""
