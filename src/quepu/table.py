"""The former name of :mod:`quepu.engine`."""

from quepu.renamed import renamed

NAMES = {"HandInPlay": "Deal", "TableRules": "PlayRules", "play_hand": "play_deal", "table_rules": "play_rules"}

__getattr__ = renamed("quepu.table", "quepu.engine", NAMES)
