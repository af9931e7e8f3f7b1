"""Woods Hole, table II: kongs and 四归. One cell of it counts: by the number of kongs, by the groups that hold the other fours of a kind,
and by how many of all these are concealed.

四归二 is a pung and a chow, 四归三 the pair and two chows, 四归四 four chows: the number of groups that hold the four tiles of a kind. One
is concealed when none of its groups was claimed; another's winning tile does not open it. Cells that need more concealed items than there
can be are kept, as printed.
"""

from quepu.kernel.facts import Facts
from quepu.kernel.shapes import STANDARD
from quepu.rules.base import Grade
from quepu.rules.woodshole.book import FOURS, book


def _concealed(f: Facts, kongs: int, twos: int, threes: int, fours: int) -> int:
    """1 plus the number of concealed ones, if the hand has these numbers of kongs, 四归二, 四归三 and 四归四; else 0."""
    if f.kong_count != kongs:
        return 0
    found = 1 + f.size(f.kongs & f.concealed_pungs)
    for kind in range(27):
        if f.fours >> kind & 1:
            four = f.groups_of_four(kind)
            twos -= four & 7 == 2
            threes -= four & 7 == 3
            fours -= four & 7 == 4
            found += four >> 3
    return 0 if twos or threes or fours else found


def _beside_two_kongs(f: Facts, groups: int) -> int:
    """Two kongs and a four of a kind in this number of groups: 1 to 6, by concealed kongs, then by whether the four is concealed."""
    for kind in range(27):
        if f.fours >> kind & 1 and not f.kongs >> kind & 1 and f.kong_count == 2:
            four = f.groups_of_four(kind)
            if four & 7 == groups:
                return 1 + 2 * f.size(f.kongs & f.concealed_pungs) + (four >> 3)
    return 0


def four_in_two(f: Facts) -> int:
    """One kind is a pung and in a chow."""
    return _concealed(f, 0, 1, 0, 0)


book.fan(
    four_in_two, "四归二", "Four in Two",
    zh="一种牌四张，分在一副碰和一副顺中。",
    category=FOURS, shape=STANDARD, fours=True,
    grades=(
        Grade(1, "0", "明", "open", 4, yes=("123m23444p11s [333m] +1s", "1112233555s [345s] +4s")),
        Grade(2, "1", "暗", "concealed", 8, yes=("1111233m333p234s +3m", "111333345m55p44s +5p")),
    ),
    no=("2444p [222p] [333m] [234m] +3p", "1112223334555s +4s"),
)  # fmt: skip


def four_in_three(f: Facts) -> int:
    """One kind is the pair and in two chows."""
    return _concealed(f, 0, 0, 1, 0)


book.fan(
    four_in_three, "四归三", "Four in Three",
    zh="一种牌四张，分在将和两副顺中。",
    category=FOURS, shape=STANDARD, fours=True,
    grades=(
        Grade(1, "0", "明", "open", 10, yes=("33m33345p [123p] [234s] +3m", "112233m2344p [234p] +4p")),
        Grade(2, "1", "暗", "concealed", 15, yes=("123m2333445p [333s] +3p", "12355p23344445s +5p")),
    ),
    no=("3m333p [234s] [234p] [234m] +3m", "11223m12233444p +3m | self"),
)  # fmt: skip


def two_fours_in_two(f: Facts) -> int:
    """Two kinds are pungs and in chows."""
    return _concealed(f, 0, 2, 0, 0)


book.fan(
    two_fours_in_two, "四归 22", "Two Fours in Two",
    zh="两个四归二。",
    category=FOURS, shape=STANDARD, fours=True,
    grades=(
        Grade(1, "0", "0 暗", "0 concealed", 14, yes=("5677999s [555s] [888s] +8s", "5556688899m [567m] +6m")),
        Grade(2, "1", "1 暗", "1 concealed", 20, yes=("11m455556p77s [789s] +7s", "5556778999m [888m] +5m")),
        Grade(3, "2", "2 暗", "2 concealed", 30, yes=("66678888m99p [789p] +6m", "22223445555sWW +3s")),
    ),
    no=("8s [5555s] [999s] [789s] [678s] +8s", "5555666888899m +6m"),
)  # fmt: skip


def fours_in_two_and_three(f: Facts) -> int:
    """One kind is a pung and in a chow, one as the pair and in two chows."""
    return _concealed(f, 0, 1, 1, 0)


book.fan(
    fours_in_two_and_three, "四归 23", "Fours in Two and Three",
    zh="四归二、四归三各一。",
    category=FOURS, shape=STANDARD, fours=True,
    grades=(
        Grade(1, "0", "0 暗", "0 concealed", 20, yes=("2233344556m [234m] +2m", "5667788899m [789m] +9m")),
        Grade(2, "1", "1 暗", "1 concealed", 30, yes=("1223334445p [555p] +4p", "1111222334m [444m] +3m")),
        Grade(3, "2", "2 暗", "2 concealed", 40, yes=("1112334444555p +5p", "5555666778999p +6p")),
    ),
    no=("2233334445556m +2m", "5667788889999m +5m"),
)  # fmt: skip


def three_fours_in_two(f: Facts) -> int:
    """Three pungs of a suit and the chow through them."""
    return _concealed(f, 0, 3, 0, 0)


book.fan(
    three_fours_in_two, "四归 222", "Three Fours in Two",
    zh="三个四归二：同色三连碰，加穿过它们的一副顺。",
    category=FOURS, shape=STANDARD, fours=True,
    grades=(
        Grade(1, "0", "0 暗", "0 concealed", 30, yes=("1133344s [234s] [222s] +4s", "33p33s [111s] [123s] [222s] +3s")),
        Grade(2, "1", "1 暗", "1 concealed", 45, yes=("22m11123s [333s] [222s] +1s", "77m78889p [777p] [999p] +8p")),
        Grade(3, "2", "2 暗", "2 concealed", 60, yes=("22223333m33p [111m] +1m", "3344445666s [555s] +6s")),
        Grade(4, "3", "3 暗", "3 concealed", 80, excludes=("concealed_hand",)),
    ),
    excludes=("two_rising_pungs_1", "three_rising_pungs_1"),
    no=("1122344s [234s] [234s] +3s", "33p11223s [123s] [123s] +3s"),
)  # fmt: skip


def fours_in_two_two_and_three(f: Facts) -> int:
    """Two kinds are pungs and in chows, one as the pair and in two chows; all of one suit."""
    return _concealed(f, 0, 2, 1, 0)


book.fan(
    fours_in_two_two_and_three, "四归 223", "Fours in Two, Two and Three",
    zh="两个四归二、一个四归三，必为清一色。",
    category=FOURS, shape=STANDARD, fours=True,
    grades=(
        Grade(1, "0", "0 暗", "0 concealed", 40, yes=("6788899m [789m] [666m] +9m", "1133444m [123m] [345m] +1m")),
        Grade(2, "1", "1 暗", "1 concealed", 60, yes=("5666677788s [789s] +8s", "1111233355m [345m] +5m")),
        Grade(3, "2", "2 暗", "2 concealed", 80, yes=("6667777889s [999s] +6s", "6777788999p [666p] +9p")),
        Grade(4, "3", "3 暗", "3 concealed", 100, excludes=("concealed_hand",), yes=("1111223333444m +4m", "1111223333444p +4p")),
    ),
    excludes=("full_flush", "missing_suit"),
    no=("7788999m [666m] [678m] +9m", "1133444455m [123m] +1m | self"),
)  # fmt: skip


def four_in_four(f: Facts) -> int:
    """One kind is in four chows."""
    return _concealed(f, 0, 0, 0, 1)


book.fan(
    four_in_four, "四归四", "Four in Four",
    zh="一种牌四张，分在四副顺中。",
    category=FOURS, shape=STANDARD, fours=True,
    grades=(
        Grade(1, "0", "明", "open", 50, yes=("1112233445p [345p] +3p", "3334555667p [456p] +4p")),
        Grade(2, "1", "暗", "concealed", 100, excludes=("concealed_hand",), yes=("1112233334445s +5s", "1112233344455p +3p")),
    ),
    excludes_one=("two_equal_chows_1",),
    no=("1122333444555p +1p", "3344556p [456p] [345p] +6p"),
)  # fmt: skip


def fours_in_three_and_four(f: Facts) -> int:
    """One kind is the pair and in two chows, one in four chows; all of one suit."""
    return _concealed(f, 0, 0, 1, 1)


book.fan(
    fours_in_three_and_four, "四归 34", "Fours in Three and Four",
    zh="四归三、四归四各一，必为清一色平胡。",
    category=FOURS, shape=STANDARD, fours=True,
    grades=(
        Grade(1, "0", "0 暗", "0 concealed", 60, yes=("1123334455p [123p] +1p", "2334455666s [456s] +4s")),
        Grade(2, "1", "1 暗", "1 concealed", 80, yes=("1223334445m [123m] +4m", "1233344455p [123p] +4p")),
        Grade(3, "2", "2 暗", "2 concealed", 120, excludes=("concealed_hand",), yes=("1111222333345s +4s", "1111223333445p +2p")),
    ),
    excludes=("full_flush", "missing_suit", "all_chows"),
    excludes_one=("two_equal_chows_1",),
    no=("1123445p [345p] [123p] +3p", "2334456s [345s] [456s] +6s"),
)  # fmt: skip


def two_fours_in_four(f: Facts) -> int:
    """Two kinds are in four chows."""
    return _concealed(f, 0, 0, 0, 2)


book.fan(
    two_fours_in_four, "四归 44", "Two Fours in Four",
    zh="两个四归四。",
    category=FOURS, shape=STANDARD, fours=True,
    grades=(
        Grade(1, "0", "0 暗", "0 concealed", 80, yes=("1112233344m [234m] +2m", "1112233344s [234s] +2s")),
        Grade(2, "1", "1 暗", "1 concealed", 120),
        Grade(3, "2", "2 暗", "2 concealed", 150, excludes=("concealed_hand",), yes=("66677778889pNN +8p", "1112222333344m +4m")),
    ),
    excludes_one=("two_equal_chows_1",),
    no=("1122233344m [234m] +4m", "1122233344s [123s] +1s"),
)  # fmt: skip


def fours_in_three_four_and_four(f: Facts) -> int:
    """Two kinds are in four chows, one as the pair and in two chows; all of one suit."""
    return _concealed(f, 0, 0, 1, 2)


book.fan(
    fours_in_three_four_and_four, "四归 344", "Fours in Three, Four and Four",
    zh="一个四归三、两个四归四，必为清一色平胡。",
    category=FOURS, shape=STANDARD, fours=True,
    grades=(
        Grade(1, "0", "0 暗", "0 concealed", 100, yes=("1122334m [234m] [123m] +1m", "6667789p [678p] [789p] +8p")),
        Grade(2, "1", "1 暗", "1 concealed", 130, yes=("1111222334p [234p] +3p", "1222333444s [123s] +4s")),
        Grade(3, "2", "2 暗", "2 concealed", 160),
        Grade(4, "3", "3 暗", "3 concealed", 200, excludes=("concealed_hand",)),
    ),
    excludes=("full_flush", "missing_suit", "all_chows"),
    excludes_one=("two_equal_chows_1", "two_equal_chows_1"),
    no=("1123345m [123m] [234m] +1m", "6667788p [789p] [789p] +9p"),
)  # fmt: skip


def three_fours_in_four(f: Facts) -> int:
    """Four equal chows of a suit: its three kinds are in four chows."""
    return _concealed(f, 0, 0, 0, 3)


book.fan(
    three_fours_in_four, "四归 444", "Three Fours in Four",
    zh="三个四归四：同色四副相同的顺。",
    category=FOURS, shape=STANDARD, fours=True,
    grades=(
        Grade(1, "0", "0 暗", "0 concealed", 150, yes=("1112223334m [123m] +4m", "1122333444s [234s] +2s")),
        Grade(2, "1", "1 暗", "1 concealed", 180),
        Grade(3, "2", "2 暗", "2 concealed", 240),
        Grade(4, "3", "3 暗", "3 concealed", 300, excludes=("concealed_hand",), yes=("22223334444mSS +3m", "555566667777mW +W")),
    ),
    excludes=("two_equal_chows_1", "three_equal_chows_1", "four_equal_chows_1"),
    no=("1111223334m [234m] +2m", "1122233444s [345s] +3s"),
)  # fmt: skip


def one_kong(f: Facts) -> int:
    """One kong alone; 明杠 or 暗杠."""
    return _concealed(f, 1, 0, 0, 0)


book.fan(
    one_kong, "一杠", "One Kong",
    zh="一副杠，别无四归。",
    category=FOURS, shape=STANDARD, kongs=1,
    grades=(
        Grade(1, "0", "明", "open", 3, yes=("12233345m99s [5555p] +4m", "44556667sSS [3333m] +8s")),
        Grade(2, "1", "暗", "concealed", 6, yes=("34455pWW (6666m) [567p] +6p", "34555667pNN (5555m) +4p")),
    ),
    no=("2333445m [222m] [5555p] +3m", "4455666s [8888s] (3333m) +3s"),
)  # fmt: skip


def kong_and_two(f: Facts) -> int:
    """A kong, and one kind as a pung and in a chow."""
    return _concealed(f, 1, 1, 0, 0)


book.fan(
    kong_and_two, "一杠 2", "A Kong and a Four in Two",
    zh="一副杠，一个四归二。",
    category=FOURS, shape=STANDARD, kongs=1,
    grades=(
        Grade(1, "0", "0 暗", "0 concealed", 12, yes=("22pFF [4444s] [123p] [345p] +2p", "33m12344p [CCCC] [234p] +4p")),
        Grade(2, "1", "1 暗", "1 concealed", 18, yes=("12222334mNN [8888p] +5m", "34445666sSS [9999s] +4s")),
        Grade(3, "2", "2 暗", "2 concealed", 27, yes=("11p12222334s (NNNN) +5s", "12233444pEE (2222s) +4p")),
    ),
    no=("2p [234p] [234p] [4444m] [4444s] +2p", "4p [CCCC] [555p] [234p] [234p] +4p"),
)  # fmt: skip


def kong_and_three(f: Facts) -> int:
    """A kong, and one kind as the pair and in two chows."""
    return _concealed(f, 1, 0, 1, 0)


book.fan(
    kong_and_three, "一杠 3", "A Kong and a Four in Three",
    zh="一副杠，一个四归三。",
    category=FOURS, shape=STANDARD, kongs=1,
    grades=(
        Grade(1, "0", "0 暗", "0 concealed", 24, yes=("1233445s [234s] [NNNN] +4s", "3444567s [FFFF] [456s] +5s")),
        Grade(2, "1", "1 暗", "1 concealed", 36, yes=("1111222334p [5555p] +3p", "1222333444p [WWWW] +4p")),
        Grade(3, "2", "2 暗", "2 concealed", 54, yes=("5667778s [456s] (NNNN) +7s", "2333344556p (NNNN) +4p")),
    ),
    no=("2233334445s (NNNN) +2s", "33p44555667s (FFFF) +3s"),
)  # fmt: skip


def kong_and_two_two(f: Facts) -> int:
    """A kong, and two kinds as pungs and in a chow."""
    return _concealed(f, 1, 2, 0, 0)


book.fan(
    kong_and_two_two, "一杠 22", "A Kong and Two Fours in Two",
    zh="一副杠，两个四归二。",
    category=FOURS, shape=STANDARD, kongs=1,
    grades=(
        Grade(1, "0", "0 暗", "0 concealed", 30, yes=("33mPP [123m] [1111p] [222m] +3m", "66888sCC [678s] [7777p] +6s")),
        Grade(2, "1", "1 暗", "1 concealed", 60, yes=("55m99s [777m] [567m] (9999p) +5m", "2233444p [234p] (SSSS) +2p")),
        Grade(3, "2", "2 暗", "2 concealed", 80, yes=("56667777m77p [WWWW] +6m", "1178888999m [WWWW] +9m")),
        Grade(4, "3", "3 暗", "3 concealed", 100, excludes=("concealed_hand",), yes=("33334555sPP (8888p) +5s", "66678888m77s (SSSS) +6m")),
    ),
    no=("P [222m] [111p] [123p] [123m] +P | self", "6667888s (FFFF) (7777p) +8s"),
)  # fmt: skip


def kong_and_two_three(f: Facts) -> int:
    """A kong, one kind as a pung and in a chow, one as the pair and in two chows."""
    return _concealed(f, 1, 1, 1, 0)


book.fan(
    kong_and_two_three, "一杠 23", "A Kong, Fours in Two and Three",
    zh="一副杠，四归二、四归三各一。",
    category=FOURS, shape=STANDARD, kongs=1,
    grades=(
        Grade(1, "0", "0 暗", "0 concealed", 40, yes=("2344455p [NNNN] [456p] +5p", "6778999p [789p] [NNNN] +7p")),
        Grade(2, "1", "1 暗", "1 concealed", 80, yes=("2344455m (NNNN) [345m] +5m", "2444456m [333m] [WWWW] +3m")),
        Grade(3, "2", "2 暗", "2 concealed", 100, yes=("1111223334p [8888p] +3p", "1233344445s [9999m] +3s")),
        Grade(4, "3", "3 暗", "3 concealed", 120, excludes=("concealed_hand",), yes=("1111223333m (6666s) +4m", "1111223334s (3333p) +3s")),
    ),
    no=("2344445588p (NNNN) +5p", "7777888999p (NNNN) +9p"),
)  # fmt: skip


def two_kongs(f: Facts) -> int:
    """Two kongs and nothing else of this table."""
    return _concealed(f, 2, 0, 0, 0)


book.fan(
    two_kongs, "二杠", "Two Kongs",
    zh="两副杠，别无四归。",
    category=FOURS, shape=STANDARD, kongs=2,
    grades=(
        Grade(1, "0", "明明", "0 concealed", 12, yes=("1123m [9999p] [4444s] [234m] +1m", "1123334m [WWWW] [2222p] +1m")),
        Grade(2, "1", "明暗", "1 concealed", 18, yes=("45667mSS [2222s] (9999p) +5m", "45667pSS (6666s) [8888m] +8p")),
        Grade(3, "2", "暗暗", "2 concealed", 24, yes=("1333p [444p] (8888s) (WWWW) +2p", "1122334p (SSSS) (9999m) +1p")),
    ),
    no=("1112333m (4444s) (9999p) +3m", "1112223334m (2222p) +3m"),
)  # fmt: skip


def two_kongs_and_two(f: Facts) -> int:
    """Two kongs, and one kind as a pung and in a chow."""
    return _beside_two_kongs(f, 2)


book.fan(
    two_kongs_and_two, "二杠 2", "Two Kongs and a Four in Two",
    zh="两副杠，一个四归二。",
    category=FOURS, shape=STANDARD, kongs=2,
    grades=(
        Grade(1, "0_open", "明明，四归二明", "0 concealed, the four open", 24,
              yes=("2244m [NNNN] [5555s] [123m] +2m", "3344m [5555s] [234m] [WWWW] +3m")),
        Grade(2, "0_concealed", "明明，四归二暗", "0 concealed, the four concealed", 36,
              yes=("2333444s [5555p] [9999m] +3s", "4456667m [3333p] [NNNN] +6m")),
        Grade(3, "1_open", "明暗，四归二明", "1 concealed, the four open", 36,
              yes=("1133s [4444m] [123s] (7777p) +1s", "4466p [8888m] (WWWW) [456p] +4p")),
        Grade(4, "1_concealed", "明暗，四归二暗", "1 concealed, the four concealed", 54,
              yes=("1111233p (WWWW) [8888s] +3p", "1122234p [4444m] (EEEE) +2p")),
        Grade(5, "2_open", "暗暗，四归二明", "2 concealed, the four open", 45,
              yes=("1113p [222p] (SSSS) (7777m) +2p", "1133p (NNNN) (5555s) [123p] +1p")),
        Grade(6, "2_concealed", "暗暗，四归二暗", "2 concealed, the four concealed", 75, excludes=("concealed_hand",),
              yes=("1111233p (WWWW) (9999m) +3p", "1112333m (SSSS) (7777s) +1m")),
    ),
    no=("4m [5555s] [123m] [345m] [222m] +4m | self", "3344m [234m] [456m] (WWWW) +3m | self"),
)  # fmt: skip


def two_kongs_and_three(f: Facts) -> int:
    """Two kongs, and one kind as the pair and in two chows."""
    return _beside_two_kongs(f, 3)


book.fan(
    two_kongs_and_three, "二杠 3", "Two Kongs and a Four in Three",
    zh="两副杠，一个四归三。",
    category=FOURS, shape=STANDARD, kongs=2,
    grades=(
        Grade(1, "0_open", "明明，四归三明", "0 concealed, the four open", 48,
              yes=("3444s [345s] [1111m] [WWWW] +2s", "4456m [5555p] [345m] [WWWW] +4m")),
        Grade(2, "0_concealed", "明明，四归三暗", "0 concealed, the four concealed", 54,
              yes=("1223334m [WWWW] [7777p] +3m", "2444456m [2222s] [PPPP] +3m")),
        Grade(3, "1_open", "明暗，四归三明", "1 concealed, the four open", 54,
              yes=("2333s (9999p) [234s] [2222m] +1s", "4446p (WWWW) [345p] [8888s] +5p")),
        Grade(4, "1_concealed", "明暗，四归三暗", "1 concealed, the four concealed", 90,
              yes=("3444455s (8888m) [1111p] +6s", "5667778m (WWWW) [5555p] +7m")),
        Grade(5, "2_open", "暗暗，四归三明", "2 concealed, the four open", 60,
              yes=("2334s (9999m) [123s] (3333p) +3s", "3444p (PPPP) (3333m) [456p] +2p")),
        Grade(6, "2_concealed", "暗暗，四归三暗", "2 concealed, the four concealed", 100, excludes=("concealed_hand",),
              yes=("1233334p (3333s) (6666m) +5p", "1233334s (WWWW) (1111p) +2s")),
    ),
    no=("2233444s [1111m] [345s] +2s", "4455566m [5555p] [456m] +4m"),
)  # fmt: skip


def three_kongs(f: Facts) -> int:
    """Three kongs."""
    return _concealed(f, 3, 0, 0, 0)


book.fan(
    three_kongs, "三杠", "Three Kongs",
    zh="三副杠。",
    category=FOURS, shape=STANDARD, kongs=3,
    grades=(
        Grade(1, "0", "明明明", "0 concealed", 24, yes=("3334s [6666p] [SSSS] [8888s] +2s", "3444p [SSSS] [3333s] [9999s] +5p")),
        Grade(2, "1", "明明暗", "1 concealed", 30, yes=("1123m [SSSS] (1111p) [3333p] +1m", "1234s (3333p) [8888p] [WWWW] +1s")),
        Grade(3, "2", "明暗暗", "2 concealed", 36, yes=("2444m [WWWW] (7777m) (4444s) +3m", "3334m (SSSS) [8888p] (4444p) +2m")),
        Grade(4, "3", "暗暗暗", "3 concealed", 48, yes=("1123m (2222s) (NNNN) (5555p) +1m", "1123m (8888p) (6666s) (WWWW) +1m")),
    ),
    no=("2334s [234s] [555s] [8888s] +3s", "3445p [456s] [333s] [345s] +4p | self"),
)  # fmt: skip


def four_kongs(f: Facts) -> int:
    """Four kongs."""
    return _concealed(f, 4, 0, 0, 0)


book.fan(
    four_kongs, "四杠", "Four Kongs",
    zh="四副杠。",
    category=FOURS, shape=STANDARD, kongs=4,
    grades=(
        Grade(1, "0", "明明明明", "0 concealed", 96, excludes=("melded_hand",),
              yes=("C [SSSS] [1111p] [7777s] [5555p] +C", "E [5555p] [3333m] [8888s] [WWWW] +E")),
        Grade(2, "1", "明明明暗", "1 concealed", 120, yes=("N (7777p) [SSSS] [2222m] [4444p] +N", "E (3333m) [FFFF] [8888p] [WWWW] +E")),
        Grade(3, "2", "明明暗暗", "2 concealed", 150, yes=("C [8888m] (6666s) (WWWW) [2222m] +C", "1m (6666p) (9999p) [SSSS] [3333m] +1m")),
        Grade(4, "3", "明暗暗暗", "3 concealed", 180, yes=("S (NNNN) (6666s) (8888p) [1111m] +S", "W (6666s) (4444m) (2222p) [SSSS] +W")),
        Grade(5, "4", "暗暗暗暗", "4 concealed", 240, excludes=("concealed_hand",),
              yes=("C (1111m) (7777s) (4444m) (NNNN) +C", "E (3333m) (7777m) (5555p) (WWWW) +E")),
    ),
    excludes=("all_pungs", "only_wait"),
    no=("C [SSSS] [111p] [123p] [9999m] +C", "3m [555p] [8888s] [345p] [WWWW] +3m"),
)  # fmt: skip
