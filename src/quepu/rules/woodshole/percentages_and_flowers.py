"""Woods Hole, the last line of the main table and the notes: percentages, hands of 200 points, flowers."""

from quepu.kernel.facts import Facts
from quepu.rules.base import HAND, NOTHING, WINNING, Grade
from quepu.rules.woodshole.book import FLOWERS, PERCENT, book


def robbing_a_kong(f: Facts) -> int:
    """Won on the tile that another adds to a pung. It is the last of its kind."""
    return f.kong and not f.self_drawn


book.fan(
    robbing_a_kong, "抢杠", "Robbing a Kong",
    zh="和别人补杠的牌；这张必是绝张。",
    percent=100, category=PERCENT, scope=WINNING, kong=True, self_drawn=False,
    excludes=("last_copy",),
    yes=("23m55p [678p] [567s] [345s] +4m | kong", "119m19p19sESWNCF +P | kong last_copy"),
    no=("23m55p [678p] [567s] [345s] +4m", "23m55p [6666p] [567s] [345s] +4m | self kong"),
)  # fmt: skip


def kong_blossom(f: Facts) -> int:
    """Won on the tile drawn after a kong."""
    return f.kong and f.self_drawn


book.fan(
    kong_blossom, "杠上开花", "Out with Replacement Tile",
    zh="做杠后补牌而和。",
    percent=100, category=PERCENT, scope=WINNING, kong=True, self_drawn=True,
    excludes=("self_draw",),
    yes=("23m55p [6666p] [567s] [345s] +4m | self kong", "23m55p (6666p) [567s] [345s] +4m | self kong"),
    no=("23m55p [6666p] [567s] [345s] +4m | self", "23m55p [6666p] [567s] [345s] +4m | kong"),
)  # fmt: skip


def wall_end(f: Facts) -> int:
    """Won on one of the last four tiles of the wall or on a discard after it; the very last one is worth twice as much."""
    left = f.tiles_left
    if left == 255 and f.last_tile:
        left = 0
    if left > 3:
        return 0
    return (1 if left else 3) + f.self_drawn


book.fan(
    wall_end, "海底捞月", "The Wall's End",
    zh="和牌墙最后四张之一，或其后打出的牌；最后一张加倍。",
    category=PERCENT, scope=WINNING, sees=("last_tile", "tiles_left"),
    grades=(
        Grade(1, "discard", "末 4、3、2 张，点和", "last but one to three, by discard", percent=25,
              yes=("23m55p [678p] [567s] [345s] +4m | tiles_left=1", "1133m5577p2288sW +W | tiles_left=3")),
        Grade(2, "draw", "末 4、3、2 张，自摸", "last but one to three, self-drawn", percent=50,
              yes=("23m55p [678p] [567s] [345s] +4m | self tiles_left=2", "1133m5577p2288sW +W | self tiles_left=3")),
        Grade(3, "last_discard", "最后一张，点和", "last tile, by discard", percent=50,
              yes=("23m55p [678p] [567s] [345s] +4m | tiles_left=0", "23m55p [678p] [567s] [345s] +4m | last_tile")),
        Grade(4, "last_draw", "最后一张，自摸", "last tile, self-drawn", percent=100,
              yes=("23m55p [678p] [567s] [345s] +4m | self tiles_left=0", "23m55p [678p] [567s] [345s] +4m | self last_tile")),
    ),
    no=("23m55p [678p] [567s] [345s] +4m | self tiles_left=4", "23m55p [678p] [567s] [345s] +4m | tiles_left=4"),
)  # fmt: skip


def heavenly_hand(f: Facts) -> int:
    """The dealer wins with the tiles as dealt."""
    return f.first_turn and f.self_drawn


book.fan(
    heavenly_hand, "天胡", "Heavenly Hand",
    zh="庄家拿到牌就胡。",
    fan=200, category=PERCENT, scope=HAND, first_turn=True, self_drawn=True,
    excludes=("self_draw", "concealed_hand", "heaven_ready"),
    yes=("23m456678p55567s +4m | self first_turn", "1133m5577p2288sW +W | self first_turn"),
    no=("23m456678p55567s +4m | self", "23m456678p55567s +4m | seat=S first_turn"),
)  # fmt: skip


def earthly_hand(f: Facts) -> int:
    """Another player wins on the dealer's first discard."""
    return f.first_turn and not f.self_drawn


book.fan(
    earthly_hand, "地胡", "Earthly Hand",
    zh="非庄家胡庄家打出的第一张牌。",
    fan=200, category=PERCENT, scope=HAND, first_turn=True, self_drawn=False,
    excludes=("concealed_hand", "heaven_ready"),
    yes=("23m456678p55567s +4m | seat=S first_turn", "1133m5577p2288sW +W | seat=N first_turn"),
    no=("23m456678p55567s +4m | seat=S", "23m456678p55567s +4m | self first_turn"),
)  # fmt: skip


def four_seasons(f: Facts) -> int:
    """The four flowers 春夏秋冬."""
    return f.flower_mask & 15 == 15


book.fan(
    four_seasons, "春夏秋冬", "Four Seasons",
    zh="春、夏、秋、冬四张花齐全。",
    fan=8, category=FLOWERS, scope=NOTHING, outside=True,
    yes=("23m55p [678p] [567s] [345s] +4m | flowers=1f2f3f4f", "23m55p [678p] [567s] [345s] +4m | flowers=1f2f3f4f5f6f7f"),
    no=("23m55p [678p] [567s] [345s] +4m | flowers=1f2f3f5f", "23m55p [678p] [567s] [345s] +4m | flowers=4"),
)  # fmt: skip


def four_plants(f: Facts) -> int:
    """The four flowers 梅兰竹菊."""
    return f.flower_mask >> 4 == 15


book.fan(
    four_plants, "梅兰竹菊", "Four Plants",
    zh="梅、兰、竹、菊四张花齐全。",
    fan=8, category=FLOWERS, scope=NOTHING, outside=True,
    yes=("23m55p [678p] [567s] [345s] +4m | flowers=5f6f7f8f", "23m55p [678p] [567s] [345s] +4m | flowers=2f3f4f5f6f7f8f"),
    no=("23m55p [678p] [567s] [345s] +4m | flowers=1f5f6f7f", "23m55p [678p] [567s] [345s] +4m | flowers=4"),
)  # fmt: skip


def eight_flowers(f: Facts) -> int:
    """All eight flowers: they win at once, with any tiles."""
    return f.flower_mask == 255


book.fan(
    eight_flowers, "八花盛开", "Eight Flowers",
    zh="八张花齐全，马上开胡，不论手牌。",
    fan=200, category=FLOWERS, scope=NOTHING, outside=True,
    excludes=("four_seasons", "four_plants"),
    yes=("147m147p147sESWNC | flowers=8", "23m55p [678p] [567s] [345s] +4m | flowers=1f2f3f4f5f6f7f8f"),
    no=("23m55p [678p] [567s] [345s] +4m | flowers=7", "23m55p [678p] [567s] [345s] +4m | flowers=1f2f3f4f5f6f7f"),
)  # fmt: skip
