"""Traffic patterns, one file each."""
