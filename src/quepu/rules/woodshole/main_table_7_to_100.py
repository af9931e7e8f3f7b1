"""The main table of Woods Hole, 7 to 100 points."""

from quepu.kernel.facts import Facts
from quepu.kernel.shapes import PUNG, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS
from quepu.rules.base import HAND
from quepu.rules.woodshole.book import SAME_NUMBER_PUNGS, T7, T12, T20, T30, T60, T100, book
from quepu.tiles import DRAGON_KINDS, EYE_KINDS, HONOUR_KINDS, NUMBERED, OUTSIDE_CHOWS, TERMINAL_KINDS, WIND_KINDS


def ghost_ready(f: Facts) -> int:
    """Declared ready after three discards of one's own, and nothing changed since. The dealer's first discard is free."""
    return f.ready == 4


book.fan(
    ghost_ready, "鬼听", "Ghost Ready",
    zh="自己打过三次牌后叫听，此后不换牌；庄家的第一打不算。",
    fan=7, category=T7, scope=HAND, sees=("ready",),
    yes=("23m456678p55567s +4m | ready=ghost", "1133m5577p2288sW +W | self ready=ghost"),
    no=("23m456678p55567s +4m", "23m456678p55567s +4m | ready=insect"),
)  # fmt: skip


def two_dragon_pungs(f: Facts) -> int:
    """Pungs of two dragons."""
    return f.size(f.pungs & DRAGON_KINDS) >= 2


book.fan(
    two_dragon_pungs, "大二元", "Two Dragon Pungs",
    zh="两种箭牌成碰。",
    fan=7, category=T7, shape=STANDARD, pungs=2, honours=True,
    excludes=("little_two_dragons", "dragon_pung"),
    yes=("111m666sSCCCFFF +S", "3334555sFFFPPP +4s"),
    no=("1111m88p66sCCCFF +C", "33555sFFPPP (NNNN) +3s"),
)  # fmt: skip


def terminals_everywhere(f: Facts) -> int:
    """Every set and the pair holds a one or a nine."""
    return f.shape == STANDARD and f.chows & ~OUTSIDE_CHOWS == 0 and (f.pungs | f.pairs) & ~TERMINAL_KINDS == 0


book.fan(
    terminals_everywhere, "清带幺", "Terminals Everywhere",
    zh="每副牌和将都带幺，没有字。",
    fan=7, category=T7, scope=HAND, shape=STANDARD, honours=False,
    excludes=("outside_hand",),
    yes=("7788999m (9999s) (1111p) +9m", "11112223333m11p +2m"),
    no=("7777888999m (9999s) +9m", "1122223m111p [333m] +1m"),
)  # fmt: skip


def pure_straight(f: Facts) -> int:
    """123, 456 and 789 of a suit."""
    return f.in_sequence(f.chows, 3, 3) != 0


book.fan(
    pure_straight, "一色龙", "Pure Straight",
    zh="同色的 123、456、789。",
    fan=7, category=T7, shape=STANDARD, chows=3,
    excludes_one=("two_terminal_chows",),
    yes=("1234556678999m +4m", "12344556789sCC +3s"),
    no=("3445566789999m +3m", "3334456789s [555s] +2s"),
)  # fmt: skip


def full_flush(f: Facts) -> int:
    """Tiles of one suit."""
    return f.shape == STANDARD and f.only(NUMBERED) and f.suit_count() == 1


book.fan(
    full_flush, "清一色", "Full Flush",
    zh="只有一色序数牌。",
    fan=12, category=T12, scope=HAND, shape=STANDARD, honours=False,
    excludes=("missing_suit",),
    yes=("1223334445p [555p] +4p", "1111222233334m +4m"),
    no=("1223334445p (5555s) +4p", "11112233344m33s +2m"),
)  # fmt: skip


def big_three_winds(f: Facts) -> int:
    """Pungs of three winds."""
    return f.size(f.pungs & WIND_KINDS) >= 3


book.fan(
    big_three_winds, "大三风", "Big Three Winds",
    zh="三种风牌成碰。",
    fan=12, category=T12, shape=STANDARD, pungs=3, honours=True,
    excludes=("little_three_winds", "two_winds"),
    yes=("77p777sSSNNN [WWW] +S", "666m66pSSSWWWNN +N"),
    no=("77p777sSSSNN (WWWW) +7p", "666m222pSSWWWNN +N | self"),
)  # fmt: skip


def three_numbers(f: Facts) -> int:
    """Three numbers in the whole hand, where the winds are one number and the dragons one."""
    return f.shape == STANDARD and f.eleven_number_count() == 3


book.fan(
    three_numbers, "三数", "Three Numbers",
    zh="全手只有三个数；风算一数，箭算一数。",
    fan=12, category=T12, scope=HAND, shape=STANDARD,
    yes=("7799p778899s [789m] +7p", "112233m123p1122s +2s"),
    no=("678m77789p78899s +7s", "12233m234p11234s +1m"),
)  # fmt: skip


def a_number_everywhere(f: Facts) -> int:
    """One number is in every set and in the pair."""
    numbers = 511 if f.shape == STANDARD else 0
    for i in range(f.set_count):
        kind = f.sets[i] & 63
        if kind > 26:
            return 0
        numbers &= (7 if f.sets[i] < PUNG else 1) << kind % 9
    return numbers & (f.suit(f.pairs, 0) | f.suit(f.pairs, 1) | f.suit(f.pairs, 2)) != 0


book.fan(
    a_number_everywhere, "全带", "One Number Everywhere",
    zh="每副牌和将都带同一个数。",
    fan=12, category=T12, scope=HAND, shape=STANDARD, honours=False,
    yes=("123m2333445p [333s] +3p", "11222333m33p123s +4m"),
    no=("123m3334455p [111m] +3p", "1122233344m123s +4m"),
)  # fmt: skip


def human_ready(f: Facts) -> int:
    """Declared ready after two discards of one's own, and nothing changed since. The dealer's first discard is free."""
    return f.ready == 3


book.fan(
    human_ready, "人听", "Human Ready",
    zh="自己打过两次牌后叫听，此后不换牌；庄家的第一打不算。",
    fan=20, category=T20, scope=HAND, sees=("ready",),
    yes=("23m456678p55567s +4m | ready=human", "1133m5577p2288sW +W | self ready=human"),
    no=("23m456678p55567s +4m", "23m456678p55567s +4m | ready=ghost"),
)  # fmt: skip


def little_three_dragons(f: Facts) -> int:
    """Pungs of two dragons and a pair of the third."""
    return f.size(f.pungs & DRAGON_KINDS) >= 2 and f.pairs & DRAGON_KINDS != 0


book.fan(
    little_three_dragons, "小三元", "Little Three Dragons",
    zh="两种箭牌成碰，第三种作将。",
    fan=20, category=T20, shape=STANDARD, pungs=2, honours=True,
    excludes=("two_dragon_pungs", "little_two_dragons", "dragon_pung"),
    yes=("222pCCFFFPP [222m] +P", "333pCCFFFPP [333m] +C"),
    no=("88m222pCCCFFPPP +F", "333pEECCFFFPPP +C"),
)  # fmt: skip


def outside_pungs(f: Facts) -> int:
    """Four pungs of ones, nines and honours; any pair."""
    return f.pung_count == 4 and f.pungs & ~(TERMINAL_KINDS | HONOUR_KINDS) == 0


book.fan(
    outside_pungs, "混幺碰", "Pungs of Terminals or Honours",
    zh="四副碰都是幺或字，将不限。",
    fan=20, category=T20, scope=HAND, shape=STANDARD, pungs=4,
    excludes=("all_pungs",),
    yes=("111m44pCCFFF [999s] +C", "11177mSSFFFPPP +S"),
    no=("11m444pCCCFFFPP +1m", "11177mCCCFFFPP +7m"),
)  # fmt: skip


def eye_pungs(f: Facts) -> int:
    """Four pungs of twos, fives and eights; any pair."""
    return f.pung_count == 4 and f.pungs & ~EYE_KINDS == 0


book.fan(
    eye_pungs, "将将碰", "258 Pungs",
    zh="四副碰都是二、五、八，将不限。",
    fan=20, category=T20, scope=HAND, shape=STANDARD, pungs=4,
    excludes=("all_pungs",),
    yes=("222888p55sEE [888s] +5s", "222555888m222pS +S"),
    no=("2288p555s [777s] [333m] +2p", "222555m2p [2222s] [333p] +2p"),
)  # fmt: skip


def seven_pairs(f: Facts) -> int:
    """Seven pairs; four equal tiles are two. It replaces the main table: 20 points, plus 2^N by the best of A, B, C and D."""
    return f.shape == SEVEN_PAIRS


book.fan(
    seven_pairs, "对对胡", "Seven Pairs",
    zh="七个对子，四张相同算两对。代替主表：20 分，另按 A、B、C、D 中最高的一种加 2 的 N 次方。",
    fan=20, category=T20, scope=HAND, shape=SEVEN_PAIRS,
    excludes=("concealed_hand", "all_types"),
    yes=("1111222233mSSS +S", "1111222233sWWW +W"),
    no=("2223m [111m] [234m] [SSSS] +1m", "11222233sWWWNN +N"),
)  # fmt: skip


def earth_ready(f: Facts) -> int:
    """Declared ready after one discard of one's own, and nothing changed since. The dealer's first discard is free."""
    return f.ready == 2


book.fan(
    earth_ready, "地听", "Earth Ready",
    zh="自己打过一次牌后叫听，此后不换牌；庄家的第一打不算。",
    fan=30, category=T30, scope=HAND, sees=("ready",),
    yes=("23m456678p55567s +4m | ready=earth", "1133m5577p2288sW +W | self ready=earth"),
    no=("23m456678p55567s +4m", "23m456678p55567s +4m | ready=human"),
)  # fmt: skip


def little_four_winds(f: Facts) -> int:
    """Pungs of three winds and a pair of the fourth."""
    return f.size(f.pungs & WIND_KINDS) >= 3 and f.pairs & WIND_KINDS != 0


book.fan(
    little_four_winds, "小四风", "Little Four Winds",
    zh="三种风牌成碰，第四种作将。",
    fan=30, category=T30, shape=STANDARD, pungs=3, honours=True,
    excludes=("big_three_winds", "little_three_winds", "two_winds"),
    yes=("333sEESSSNN [WWW] +N", "444pEESSWWW [NNN] +S"),
    no=("333sEESSNNN (1111p) +S", "44pEESSSWWWNNN +E"),
)  # fmt: skip


def two_numbers(f: Facts) -> int:
    """Two numbers in the whole hand, where the winds are one number and the dragons one."""
    return f.shape == STANDARD and f.eleven_number_count() == 2


book.fan(
    two_numbers, "二数", "Two Numbers",
    zh="全手只有两个数；风算一数，箭算一数。",
    fan=30, category=T30, scope=HAND, shape=STANDARD, pungs=4,
    excludes=("all_pungs", *SAME_NUMBER_PUNGS),
    yes=("111333m11333p33s +3s", "666999m66999p99s +9s"),
    no=("11333m333p22233s +3s", "11999m66999p999s +1m"),
)  # fmt: skip


def terminal_pungs(f: Facts) -> int:
    """Four pungs of ones and nines; any pair."""
    return f.pung_count == 4 and f.pungs & ~TERMINAL_KINDS == 0


book.fan(
    terminal_pungs, "清幺碰", "Pungs of Terminals",
    zh="四副碰都是幺，将不限。",
    fan=30, category=T30, scope=HAND, shape=STANDARD, pungs=4,
    excludes=("outside_pungs", "three_numbers", "all_pungs", "two_same_pungs_19", "three_same_pungs_19"),
    excludes_one=("two_terminal_pungs",),
    yes=("1116699m999p111s +9m", "1117m111999p999s +7m"),
    no=("11999m999p11s [777s] +1m", "11m11999p999sEEE +1m"),
)  # fmt: skip


def heaven_ready(f: Facts) -> int:
    """Declared ready with the tiles as dealt, and nothing changed since. The dealer's first discard is free."""
    return f.ready == 1


book.fan(
    heaven_ready, "天听", "Heaven Ready",
    zh="拿到牌就叫听，此后不换牌；庄家的第一打不算。",
    fan=60, category=T60, scope=HAND, sees=("ready",),
    excludes=("concealed_hand",),
    yes=("23m456678p55567s +4m | ready=heaven", "1133m5577p2288sW +W | self ready=heaven"),
    no=("23m456678p55567s +4m | self first_turn ready=heaven", "23m456678p55567s +4m | ready=earth"),
)  # fmt: skip


def big_three_dragons(f: Facts) -> int:
    """Pungs of all three dragons."""
    return f.pungs & DRAGON_KINDS == DRAGON_KINDS


book.fan(
    big_three_dragons, "大三元", "Big Three Dragons",
    zh="中、发、白都成碰。",
    fan=60, category=T60, shape=STANDARD, pungs=3, honours=True,
    excludes=("two_dragon_pungs", "dragon_pung"),
    yes=("EESSCCCPPP [FFF] +S", "EENNNCCCFFFPP +P"),
    no=("EEESSSCCCFFFP +P", "EENNNCCCFFPPP +E"),
)  # fmt: skip


def thirteen_orphans(f: Facts) -> int:
    """One of each of the thirteen terminals and honours, and one more of them."""
    return f.shape == THIRTEEN_ORPHANS


book.fan(
    thirteen_orphans, "十三幺", "Thirteen Orphans",
    zh="十三种幺、字各一张，另加其中任意一张。",
    fan=60, category=T60, scope=HAND, shape=THIRTEEN_ORPHANS,
    excludes=("concealed_hand", "all_types"),
    yes=("199m19p19sESNCFP +W", "19m19p19sEEWNCFP +S | self"),
    no=("99m99p99sSNNCCPP +S", "99sEESSWNNCCFF +W | self"),
)  # fmt: skip


def honour_pungs(f: Facts) -> int:
    """Four pungs of honours; any pair."""
    return f.pung_count == 4 and f.pungs & ~HONOUR_KINDS == 0


book.fan(
    honour_pungs, "全字碰", "Pungs of Honours",
    zh="四副碰都是字，将不限。",
    fan=60, category=T60, scope=HAND, shape=STANDARD, pungs=4, honours=True,
    excludes=("outside_pungs", "three_numbers", "all_pungs"),
    yes=("44sNNNCCPPP [FFF] +C", "33mSSSCCCFFFPP +P"),
    no=("44sNNNCCCFFPPP +4s", "333mSSSCCCFFFP +P"),
)  # fmt: skip


def big_four_winds(f: Facts) -> int:
    """Pungs of all four winds."""
    return f.pungs & WIND_KINDS == WIND_KINDS


book.fan(
    big_four_winds, "大四风", "Big Four Winds",
    zh="四种风牌都成碰。",
    fan=100, category=T100, shape=STANDARD, pungs=4, honours=True,
    excludes=(
        "big_three_winds", "two_winds", "honour_pungs", "outside_pungs", "two_numbers",
        "seat_and_round_wind", "all_pungs",
    ),
    yes=("33pEEESSSWW [NNN] +W", "44mSSSWWWNN [EEE] +N"),
    no=("333pEEESSSWWWN +N", "444mEEESSSWNNN +W"),
)  # fmt: skip


def all_terminals(f: Facts) -> int:
    """Nothing but ones and nines."""
    return f.shape == STANDARD and f.only(TERMINAL_KINDS)


book.fan(
    all_terminals, "全幺", "All Terminals",
    zh="全手都是幺。",
    fan=100, category=T100, scope=HAND, shape=STANDARD, pungs=4, honours=False,
    excludes=(
        "terminal_pungs", "terminals_everywhere", "two_numbers", "outside_pungs", "outside_hand", "all_pungs",
        "two_same_pungs_19", "three_same_pungs_19",
    ),
    excludes_one=("two_terminal_pungs",),
    yes=("111999m1199s [999p] +9s", "111999p1199s [999m] +9s"),
    no=("111999m6p111999s +6p", "1122999p111999s +1p"),
)  # fmt: skip


def all_honours(f: Facts) -> int:
    """Nothing but honours."""
    return f.shape == STANDARD and f.only(HONOUR_KINDS)


book.fan(
    all_honours, "全字", "All Honours",
    zh="全手都是字。",
    fan=100, category=T100, scope=HAND, shape=STANDARD, pungs=4, honours=True,
    excludes=("honour_pungs", "outside_pungs", "outside_hand", "two_numbers", "all_pungs"),
    yes=("EESSCCCPPP [FFF] +S", "EEESSSWWNNNCC +W"),
    no=("SSSCCCP [FFF] [555m] +P", "77sEEESSSWWWNN +N"),
)  # fmt: skip
