"""雀谱: score any winning mahjong hand, with the reasons.

From a hand string to an explained score:

>>> import quepu
>>> score = quepu.score("12345678m22p [EEE] +9m")
>>> score.points, score.fu, score.fan, score.legal
(36, 12, 3, True)
>>> print(score.text("en"))
12345678m22p [EEE] +9m
<BLANKLINE>
read as 123m 456m 789m 22p [EEE]
<BLANKLINE>
  Seat Wind 番牌门风牌  4 fu, 1 fan  EEE
  Pure Straight 一气贯通  8 fu, 3 fan  123456789m
<BLANKLINE>
  fu 4 + 8 = 12
  the greatest single fan: Pure Straight 一气贯通, 3 fan
  12 fu × 3 fan = 36 points
  36 ≥ 10: the minimum is met
<BLANKLINE>
Not counted:
  Short Straight 连六: not counted, Pure Straight 一气贯通 counts already
  Two Terminal Chows 老少副: not counted, Pure Straight 一气贯通 counts already

With circumstances, and under other rules:

>>> quepu.score("12345678m22p [EEE] +9m | self", "lingque26", seat="S", flowers=1)
Score('12345678m22p [EEE] +9m | self seat=S flowers=1', 38 points: 自摸、客风刻、一气贯通)

The waits of thirteen tiles, how many tiles are left, and the points for each on a discard:

>>> from quepu.tiles import NAMES
>>> [(NAMES[wait.tile], wait.left, wait.discard.points) for wait in quepu.waits("12345678m22p [EEE]")]
[('3m', 3, 6), ('6m', 3, 6), ('9m', 4, 36)]

The best discard of fourteen tiles, the distance of the rest from ready, and the useful tiles:

>>> best = quepu.discards("123456m2299p [EEE] +5s")[0]
>>> NAMES[best.tile], best.distance, [(NAMES[tile], left) for tile, left in best.useful]
('5s', 0, [('2p', 2), ('9p', 2)])

Many hands at once, into columns:

>>> scores = quepu.score_many(["12345678m22p [EEE] +9m", "1133m5577p22s88sW +W", "23m55p [345p] [678s] [999m] +4m"])
>>> scores.points.tolist(), scores.legal.tolist()
([36, 32, 2], [1, 1, 0])
>>> scores.fans[0, scores.fan_ids.index("pure_straight")]
1
"""

__version__ = "0.1.0"

from quepu.batch import DistanceBatch, HandBatch, ScoreBatch, distance_many, pack, score_many
from quepu.compare import Comparison, compare
from quepu.errors import IllegalAction, ImpossibleHand, NotationError, QuepuError, RecordError, RuleBookError
from quepu.hand import Hand, Meld, MeldType, Win
from quepu.rules import book
from quepu.score import Score, score
from quepu.waits import LegalDistance, discards, distance, distance_and_useful, legal_distance, useful, waits

__all__ = [
    "Comparison",
    "DistanceBatch",
    "Hand",
    "HandBatch",
    "IllegalAction",
    "ImpossibleHand",
    "LegalDistance",
    "Meld",
    "MeldType",
    "NotationError",
    "QuepuError",
    "RecordError",
    "RuleBookError",
    "Score",
    "ScoreBatch",
    "Win",
    "book",
    "compare",
    "discards",
    "distance",
    "distance_and_useful",
    "distance_many",
    "legal_distance",
    "pack",
    "score",
    "score_many",
    "useful",
    "waits",
]
