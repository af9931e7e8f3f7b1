"""Where in an observation everything stands: all that one seat may know, as a row of bytes that never changes its shape.

======== =====================================================================================================================
0–15     what the seat may do, a bit for each action, the lowest first
16–19    the points of the win, as a number of four bytes, the lowest first; 0 while the hand goes on
20–31    the seat; the 圈; whose turn it is; the tile the seat has drawn; tiles left in the wall; the tile on offer, who offers it,
         1 if it is being added to a pung; 1 if the hand is over, the winner, who gave the tile; how many discards there are
32–73    how many of each kind the seat holds
74–115   how many of each kind the winner holds, when the hand is over
116–179  the four seats, 16 bytes each: how many tiles in hand; flowers, a bit each; the ready declaration, 1–5 or 0; how many melds; then
         four times: the byte of the meld, the tile that was claimed, who gave it
180–291  the discards of all, in order
292–403  to each the seat, 4 more if it was not the tile just drawn, 8 more if it was taken by another
404–407  0
======== =====================================================================================================================

255 stands for no tile and for nobody; the byte of a concealed kong that lies face down is 255 too.
"""

OBSERVATION = 408
"""Bytes of an observation."""

POINTS = 16
SEAT, ROUND, TURN_OF, DRAWN, LEFT, OFFERED, OFFERER, ROBBED, IS_OVER, WINNER, LOSER, THROWN_COUNT = range(20, 32)
HAND, SHOWN, SEATS, THROWN, THROWN_MARKS = 32, 74, 116, 180, 292
"""Where each part begins."""

SEAT_BYTES = 16
CONCEALED, FLOWERS, READY, MELD_COUNT, MELDS = range(5)
"""The bytes of a seat."""
