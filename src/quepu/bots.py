"""The former name of :mod:`quepu.players`."""

from quepu.renamed import renamed

__getattr__ = renamed("quepu.bots", "quepu.players", {})
