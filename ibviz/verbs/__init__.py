"""The verbs of the command line, one file each: `declare` its options, `run` it."""
