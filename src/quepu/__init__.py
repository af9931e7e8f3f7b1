"""雀谱: scores any winning mahjong hand, with its reasons.

From a hand string to an explained score:

>>> import quepu
>>> score = quepu.score("12345678m22p [EEE] +9m")
>>> score.points, score.legal
(36, True)
>>> print(score.text("en"))
12345678m22p [EEE] +9m
<BLANKLINE>
read as 123m 456m 789m 22p [EEE]
<BLANKLINE>
"""

__version__ = "0.1.0"

from quepu.batch import HandBatch, ScoreBatch, pack, score_many
from quepu.errors import ImpossibleHand, NotationError, QuepuError, RuleBookError
from quepu.hand import Hand, Meld, MeldType, Win
from quepu.rules import book
from quepu.score import Score, score
from quepu.waits import discards, waits

__all__ = [
    "Hand",
    "HandBatch",
    "ImpossibleHand",
    "Meld",
    "MeldType",
    "NotationError",
    "QuepuError",
    "RuleBookError",
    "Score",
    "ScoreBatch",
    "Win",
    "book",
    "discards",
    "pack",
    "score",
    "score_many",
    "waits",
]
