"""The layout of an observation: all that one seat may know, in a fixed number of bytes.

======== =====================================================================================================================
0–15     the legal actions of the seat, a bit each, the lowest first
16–19    the points of the win, as a number of four bytes, the lowest first; 0 during the deal
20–31    the seat; the 圈; whose turn it is; the tile the seat has drawn; tiles left in the wall; the tile on offer, who offers it,
         1 if it is being added to a pung; 1 if the deal is over, the winner, the seat that gave the tile; the number of discards
32–73    the number of tiles of each kind that the seat holds
74–115   the same for the winner, when the deal is over
116–179  the four seats, 16 bytes each: the number of tiles in hand; flowers, a bit each; the ready declaration, 1–5 or 0; the number of
         melds; then four times: the byte of the meld, the tile that was claimed, the seat that gave it
180–291  the discards of all seats, in order
292–403  for each discard the seat, plus 4 if it was not the tile just drawn, plus 8 if it was claimed
404–407  0
======== =====================================================================================================================

255 means no tile or no seat; the byte of a concealed kong that is face down is 255 too.
"""

OBSERVATION = 408
"""Bytes of an observation."""

OUTCOME = 28
"""Bytes of an outcome (see ``stepper``)."""

POINTS = 16
SEAT, ROUND, TURN_OF, DRAWN, LEFT, OFFERED, OFFERER, ROBBED, IS_OVER, WINNER, LOSER, DISCARD_COUNT = range(20, 32)
HAND, WINNING_HAND, SEATS, DISCARDS, DISCARD_MARKS = 32, 74, 116, 180, 292
"""The offset of each part."""

SEAT_BYTES = 16
CONCEALED, FLOWERS, READY, MELD_COUNT, MELDS = range(5)
"""The bytes of a seat."""
