"""灵雀 28, 丙 4: 刻、杠类. A pung here is three or four of a kind; a concealed kong is a concealed pung too."""

from quepu.kernel.facts import Facts
from quepu.rules.base import TILES
from quepu.rules.lingque28.book import PUNGS, book


def four_kongs(f: Facts) -> int:
    """Four kongs."""
    return f.kong_count == 4


book.fan(
    four_kongs, "四杠", "Four Kongs",
    zh="四个杠。",
    fu=88, fan=5, category=PUNGS, kongs=4,
    excludes=("three_kongs", "two_kongs", "kong", "all_pungs"),
    yes=("2m [5555m] [3333p] [8888s] [6666p] +2m", "5s [CCCC] (1111p) [1111s] (WWWW) +5s"),
    no=("22m66p [5555m] [3333p] [8888s] +6p", "2m [5555m] [333p] [8888s] [6666p] +2m"),
)  # fmt: skip


def three_kongs(f: Facts) -> int:
    """Three kongs."""
    return f.kong_count >= 3


book.fan(
    three_kongs, "三杠", "Three Kongs",
    zh="三个杠。",
    fu=32, fan=4, category=PUNGS, kongs=3,
    excludes=("two_kongs", "kong"),
    yes=("23s22m [5555m] [3333p] [8888p] +4s", "2366s [5555m] (3333p) [8888p] +4s"),
    no=("23s22m [5555m] [3333p] [888p] +4s", "2m [5555m] [3333p] [8888s] [6666p] +2m"),
)  # fmt: skip


def two_kongs(f: Facts) -> int:
    """Two kongs."""
    return f.kong_count >= 2


book.fan(
    two_kongs, "双杠", "Two Kongs",
    zh="两个杠。",
    fu=8, fan=2, category=PUNGS, kongs=2,
    excludes=("kong",),
    yes=("23s22m [5555m] [3333p] [678s] +4s", "23s22m (5555m) (PPPP) [678p] +4s"),
    no=("23s22m [5555m] [333p] [678s] +4s", "23s22m [5555m] [3333p] [8888p] +4s"),
)  # fmt: skip


def kong(f: Facts) -> int:
    """A kong."""
    return f.kong_count >= 1


book.fan(
    kong, "杠", "Kong",
    zh="一个杠。",
    fu=4, fan=1, category=PUNGS, kongs=1,
    yes=("23s22m [5555m] [345p] [678s] +4s", "23s22m345p678s (5555m) +4s"),
    no=("23s22m [555m] [345p] [678s] +4s", "23s22m [5555m] [3333p] [678s] +4s"),
)  # fmt: skip


def four_concealed_pungs(f: Facts) -> int:
    """Four concealed pungs. One that another's tile completed is not concealed."""
    return f.concealed_count == 4


book.fan(
    four_concealed_pungs, "四暗刻", "Four Concealed Pungs",
    zh="四个暗刻；由他家之牌凑成的刻子不是暗刻。",
    fu=48, fan=3, category=PUNGS, concealed_pungs=4,
    excludes=("concealed_hand", "three_concealed_pungs", "two_concealed_pungs", "concealed_pung", "all_pungs"),
    yes=("222m444p777s888m5p +5p", "222m444p77s88m (6666s) +8m | self"),
    no=("222m444p77s88m666s +8m", "222m444p888m5p [777s] +5p"),
)  # fmt: skip


def three_concealed_pungs(f: Facts) -> int:
    """Three concealed pungs."""
    return f.concealed_count >= 3


book.fan(
    three_concealed_pungs, "三暗刻", "Three Concealed Pungs",
    zh="三个暗刻。",
    fu=16, fan=3, category=PUNGS, concealed_pungs=3,
    excludes=("two_concealed_pungs", "concealed_pung"),
    yes=("222m444p777s5p [678m] +5p", "222m444p5599s [678m] +9s | self"),
    no=("222m444p5599s [678m] +9s", "222m444p777s888m5p +5p"),
)  # fmt: skip


def two_concealed_pungs(f: Facts) -> int:
    """Two concealed pungs."""
    return f.concealed_count >= 2


book.fan(
    two_concealed_pungs, "双暗刻", "Two Concealed Pungs",
    zh="两个暗刻。",
    fu=4, fan=2, category=PUNGS, concealed_pungs=2,
    excludes=("concealed_pung",),
    yes=("222m444p5s [678m] [234s] +5s", "222m55s34p [678m] (WWWW) +5p"),
    no=("222m44p55s [678m] [234s] +4p", "222m444p777s5p [678m] +5p"),
)  # fmt: skip


def concealed_pung(f: Facts) -> int:
    """A concealed pung: all its tiles drawn by oneself, or dealt."""
    return f.concealed_count >= 1


book.fan(
    concealed_pung, "暗刻", "Concealed Pung",
    zh="一个暗刻：三张（或四张）都是自己摸来的。",
    fu=2, fan=1, category=PUNGS, concealed_pungs=1,
    yes=("222m56p55s [678m] [234s] +7p", "44456s22m [678m] [567p] +4s"),
    no=("22m567p55s [678m] [234s] +2m", "222m444p5s [678m] [234s] +5s"),
)  # fmt: skip


def all_pungs(f: Facts) -> int:
    """Four pungs."""
    return f.pung_count == 4


book.fan(
    all_pungs, "对对和", "All Pungs",
    zh="四副刻子。",
    fu=8, fan=3, category=PUNGS, pungs=4,
    yes=("55p88m [222m] [444p] [777s] +8m", "5s [SSS] [444p] [777s] (9999m) +5s"),
    no=("55p67m [222m] [444p] [777s] +8m", "222m444p777s888m5p +5p"),
)  # fmt: skip


def four_of_a_kind(f: Facts) -> int:
    """Four equal tiles that are no kong; counted for each such kind."""
    return f.size(f.fours & ~f.kongs)


book.fan(
    four_of_a_kind, "四归", "Four of a Kind",
    zh="四张相同的牌而不成杠；每有一组计一次。",
    fu=4, fan=1, category=PUNGS, scope=TILES, fours=True,
    yes=("22p678s34m [555m] [789p] +5m", "23444m22p [678s] [789p] +4m"),
    no=("22p67834s [5555m] [789p] +5s", "22p678s34m [666m] [789p] +5m"),
)  # fmt: skip
