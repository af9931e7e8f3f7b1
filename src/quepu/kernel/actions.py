"""The numbers of actions, the same for all rule books, and the other constants of a state."""

DISCARD = 0
"""0–33 discard a kind, 34–41 a flower."""
CONCEALED_KONG_OF = 42
ADDED_KONG_OF = 76
CHOW_LOW, CHOW_MIDDLE, CHOW_HIGH = 110, 111, 112
"""The claimed tile is the lowest, the middle, the highest of the chow."""
CLAIM_PUNG, CLAIM_KONG, WIN, REPLACE_FLOWER, DECLARE_READY, DECLINE, PASS = range(113, 120)
ACTIONS = 120

OVER, TURN, READYING, CLAIMING, ROBBING, LAST_DRAW = range(6)
"""What the table waits for: nothing; the action of the seat whose turn it is; the discard that goes with 听; the responses of the others to
a discard, to an added kong; whether the last tile is drawn."""

ORDINARY, FOR_KONG, FOR_FLOWER = range(3)
"""Why a tile is drawn; all except ORDINARY come from the tail."""

NO_SEAT = 255
"""Instead of a seat: none."""

FROM_HAND, CLAIMED = 1, 2
"""Marks of a discard: it was not the tile just drawn; it was claimed."""

MOST_DISCARDS = 112
"""More discards than a deal can have: each follows one of at most 92 draws or one of at most 16 claims."""

DEALT, DREW, LAID_FLOWER, DISCARDED, TOOK, MADE_KONG, DECLARED, WON, HAS_EIGHT_FLOWERS, EXHAUSTED = range(10)
"""The transitions in the log of a state."""

LOG, ENTRY = 64, 5
"""The maximum number of entries in the log, more than one action can cause, and the bytes of an entry: the transition, four numbers."""
