"""The layered view: bands of switches over their hosts."""
