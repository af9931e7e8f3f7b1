"""灵雀, 28th edition, in the order of its text. The default rule book."""

from quepu.rules.lingque28.book import book

# Each part enters its fans into the book when it is imported, so the order of these lines is the order of the text.
from quepu.rules.lingque28 import circumstances  # isort: skip
from quepu.rules.lingque28 import pungs  # isort: skip
from quepu.rules.lingque28 import honours  # isort: skip
from quepu.rules.lingque28 import suits  # isort: skip
from quepu.rules.lingque28 import patterns  # isort: skip

PARTS = (circumstances, pungs, honours, suits, patterns)

__all__ = ["PARTS", "book"]
