"""麻将记分法 (Woods Hole, 2010), in the order of its sheet: the main table, its last line and notes, then the tables I to V."""

from quepu.rules.woodshole.book import book

# Each part enters its fans into the book when it is imported, so the order of these lines is the order of the sheet.
from quepu.rules.woodshole import main_table_1_to_5  # isort: skip
from quepu.rules.woodshole import main_table_7_to_100  # isort: skip
from quepu.rules.woodshole import percentages_and_flowers  # isort: skip
from quepu.rules.woodshole import table_1_seven_pairs  # isort: skip
from quepu.rules.woodshole import table_2_kongs  # isort: skip
from quepu.rules.woodshole import tables_3_to_5  # isort: skip

PARTS = (main_table_1_to_5, main_table_7_to_100, percentages_and_flowers, table_1_seven_pairs, table_2_kongs, tables_3_to_5)

__all__ = ["PARTS", "book"]
