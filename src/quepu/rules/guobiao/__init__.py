"""国标麻将 as played, in the order of its text: a file for each range of its headings."""

from quepu.rules.guobiao.book import book

# Each part enters its fans into the book when it is imported, so the order of these lines is the order of the text.
from quepu.rules.guobiao import points_88_to_64  # isort: skip
from quepu.rules.guobiao import points_48_to_24  # isort: skip
from quepu.rules.guobiao import points_16_to_8  # isort: skip
from quepu.rules.guobiao import points_6_to_4  # isort: skip
from quepu.rules.guobiao import points_2_and_1  # isort: skip

PARTS = (points_88_to_64, points_48_to_24, points_16_to_8, points_6_to_4, points_2_and_1)

__all__ = ["PARTS", "book"]
