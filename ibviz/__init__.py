"""ibviz shows, sketches and stress-tests InfiniBand fabrics."""
