"""Constants that the kernel shares with the rule books: the shapes of a winning hand, and the offsets and values of a row."""

from quepu.tiles import SET_SIZES

STANDARD, SEVEN_PAIRS, THIRTEEN_ORPHANS, KNITTED_HONOURS, KNITTED_STRAIGHT, EIGHT_FLOWERS = range(6)
"""Four sets and a pair; 七对; 十三幺; 全不靠; 组合龙 with a set and a pair; any tiles at all with all eight flowers."""

NAMES = ("standard", "seven_pairs", "thirteen_orphans", "knitted_honours", "knitted_straight", "eight_flowers")

ROW = 24
"""Bytes in a row."""

NO_TILE = 255
FLOWER = 34
"""The first flower: tiles below it have a kind that sets can be made of."""

KEEP = 34
"""Instead of a tile to discard: none, the hand waits for its next tile."""

PLAIN_SET, FULL_SET = SET_SIZES
"""The number of tiles in a set without and with flowers. The wall never has more."""

DEALT_TILES = 52
"""The number of tiles that are dealt before the dealer draws."""

DEAL_ORDER = bytes([place // 4 % 4 if place < 48 else place % 4 for place in range(DEALT_TILES)])
"""The seat that gets each of the first tiles of the wall: four in turn, three times, then one."""

MELDS, FLAGS, WINDS, FLOWER_COUNT, FLOWER_MASK, READY, TILES_LEFT = 14, 18, 19, 20, 21, 22, 23
"""The offsets of the parts of a row; see ``row_codec``."""

DECLARATIONS = ("heaven", "earth", "human", "ghost", "insect")
"""The ready declarations; in a row 1–5, and 0 for none."""

SELF_DRAWN, LAST_TILE, ON_KONG, FIRST_TURN, LAST_COPY = 1, 2, 4, 8, 16
"""The bits of the flags."""

DECLARED, FEW_LEFT = 32, 64
"""Further bits where all circumstances are bits: a ready declaration, a number of tiles left."""

PUNG, KONG, CONCEALED_KONG = 64, 128, 192
"""The byte of a set is its lowest kind, plus one of these if it is not a chow."""

SET_TYPES, CHOW_TYPES = 55, 21
"""The number of different sets: 21 chows, then 34 pungs."""

MOST_READINGS = 64
"""A limit above the number of readings of any fourteen tiles (a test counts them)."""

MOST_FANS = 192
"""A limit above the number of fans of any rule book."""

MOST_HELD = 63
"""A limit above the number of fans that hold in any reading: a mask has a bit for each, and one more."""

MOST_VALUE = 10_000
"""A limit above the 副, 翻, points or percent of any fan."""

EDGE_WAIT, CLOSED_WAIT, PAIR_WAIT = 1, 2, 4
"""How the winning tile completes a group: 边张, 坎张, 单钓; a bit each, as a reading may offer a choice."""

RIVALS, TAKES_ONE, TAKES_ALL = 1, 2, 255
"""How two fans exclude each other: only one counts; the first removes one of the second (and one more for each number above); or all."""

WIDTH = 16
"""The bytes of a vector (see ``suits``). It has ten numbers, but processors add and compare sixteen bytes at once."""

MARK = 36
TILES = (1 << MARK) - 1
"""A combination of tiles of a suit (see ``combinations``): where the bits of its mark begin, and those of its tiles."""

BEYOND = 2
"""The maximum number of tiles that a combination of tiles of a suit lacks beyond the nearest one with the same number of sets."""

MARK_FACTOR, MARK_BITS, MARK_BITS_IGNORED, MOST_SAMPLED = 0x5851F42D, 22, 12, 1023
"""A mark is a hash of 16 bits times this factor; of its bits the last are ignored, and at most the next ten choose a sample."""

DRAWN, FOR_CHOW, FOR_PUNG = 0, 25, 50
"""What a tile that a target lacks is for, which says how it can come: the first place in the tables of ``arrivals``."""
