"""Wall, dice and shuffle."""

import json
from collections import Counter
from pathlib import Path

import pytest

from quepu.engine.events import Dealt, Drew
from quepu.engine.rules import new_state, play_rules
from quepu.engine.shuffle import Secret, Stream, hex_secret, secret_for
from quepu.engine.wall import drawing_order, full_set, opener, tail
from quepu.errors import QuepuError
from quepu.kernel.actions import FOR_FLOWER, ORDINARY
from quepu.rules import book
from tests.tables import E, N, S, Scene, W, kinds, wall_with

VECTORS = json.loads((Path(__file__).parent / "data/shuffle_vectors.json").read_text("utf-8"))


def test_the_sum_of_the_first_two_dice_names_the_opener() -> None:
    """5, 9 東; 2, 6, 10 南; 3, 7, 11 西; 4, 8, 12 北."""
    named = {5: E, 9: E, 2: S, 6: S, 10: S, 3: W, 7: W, 11: W, 4: N, 8: N, 12: N}
    for first in range(1, 7):
        for second in range(1, 7):
            assert opener((first, second, 1, 1)) == named[first + second]


def test_the_example_of_the_text_two_four_one_five_makes_souths_twelfth_stack_the_tail() -> None:
    dice = (2, 4, 1, 5)
    assert tail(dice, 136) == (S, 12)
    # 南's side is last, after 17 stacks each of 東, 北 and 西. The deal begins with its 13th stack.
    wall = bytes(range(136))
    ordered = drawing_order(wall, dice)
    first = 2 * (3 * 17 + 12)
    assert ordered[:2] == bytes((first, first + 1))
    assert ordered[-2:] == bytes((first - 2, first - 1))


@pytest.mark.parametrize(
    ("dice", "size", "stack"),
    [
        ((6, 6, 6, 6), 136, (W, 7)),  # 24 stacks from 北, 17 on that side, then 7 on the side of the seat before, 西
        ((6, 6, 6, 6), 144, (W, 6)),
        ((4, 5, 5, 4), 136, (N, 1)),  # 18 from 東: one more than that side has, and the seat before is 北
        ((4, 5, 5, 4), 144, (E, 18)),
        ((1, 1, 1, 1), 136, (S, 4)),
    ],
)
def test_the_count_continues_on_the_side_of_the_seat_before_if_there_are_too_few_stacks(
    dice: tuple[int, ...], size: int, stack: tuple[int, int]
) -> None:
    assert tail(dice, size) == stack


def test_the_broken_wall_is_the_same_ring() -> None:
    wall = bytes(range(144))
    for a in range(1, 7):
        for b in range(1, 7):
            ordered = drawing_order(wall, (a, b, b, a))
            assert ordered in (wall + wall)
            assert ordered[0] % 2 == 0  # stacks stay whole


@pytest.mark.parametrize("dice", [(1, 2, 3), (0, 1, 1, 1), (7, 1, 1, 1), (1, 1, 1, 1, 1), (1.0, 1, 1, 1), (True, 1, 1, 1)])
def test_invalid_dice_are_refused(dice: tuple[int, ...]) -> None:
    with pytest.raises(QuepuError, match="dice cannot be"):
        drawing_order(bytes(range(136)), dice)


def test_four_four_four_and_one_are_dealt_and_the_dealer_draws() -> None:
    mixed: list[int] = sorted(full_set(136), key=lambda tile: tile * 7 % 34)
    wall = bytes(mixed)
    scene = Scene("lingque28", wall)
    hands = [
        sorted([*wall[4 * seat : 4 * seat + 4], *wall[16 + 4 * seat :][:4], *wall[32 + 4 * seat :][:4], wall[48 + seat]])
        for seat in range(4)
    ]
    assert scene.events[0] == Dealt(tuple(map(tuple, hands)))
    assert scene.events[1] == Drew(E, wall[52], ORDINARY)
    assert scene.state.left() == 136 - 53


def test_replacements_come_from_the_tail_stack_by_stack_the_upper_tile_first() -> None:
    """東 is dealt three flowers; the first replacement is itself one."""
    wall = wall_with(["1f2f3f 19m19p19s ESWN"], size=144, tail="4f 5m 6m 7m 8m")
    assert [wall[-2], wall[-1], wall[-4], wall[-3], wall[-6]] == kinds("4f5m6m7m8m")
    scene = Scene("lingque28", wall)
    drawn = [event.tile for event in scene.events if isinstance(event, Drew) and event.why == FOR_FLOWER]
    assert drawn == kinds("4f5m6m7m")
    # what is left of the wall begins a new stack at the tail, or the lower tile of one
    assert scene.state.wall_left()[-2:] == wall[-6:-4]


def test_every_tile_is_drawn_whichever_end_the_last_ones_are_taken_from() -> None:
    """An odd number of replacements leaves a lower tile alone at the tail: the front comes to it last."""
    wall = wall_with(["1f 19m19p19s ESWN CF"], size=144)
    scene = Scene("lingque28", wall)
    scene.drain(0)
    seen = Counter(wall)
    for event in scene.events:
        if isinstance(event, Dealt):
            seen -= Counter(tile for hand in event.hands for tile in hand)
        elif isinstance(event, Drew):
            seen -= Counter([event.tile])
    assert seen.total() == 0


def test_a_wall_that_is_not_a_set_of_tiles_is_refused() -> None:
    for wrong in (b"", bytes(136), full_set(136)[:-1], full_set(136)[:-1] + b"\x00", full_set(136)[:-1] + b"\xff", full_set(144)[:-1]):
        with pytest.raises(ValueError, match="four of each tile"):
            new_state(book(), play_rules(book())).start(wrong)


def test_a_table_is_dealt_once() -> None:
    state = new_state(book(), play_rules(book()))
    state.start(full_set(136))
    with pytest.raises(ValueError, match="has been dealt"):
        state.start(full_set(136))


# The shuffle.


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['tiles']} tiles, hand {vector['hand']}")
def test_the_shuffle_gives_the_vectors(vector: dict[str, object]) -> None:
    secret = hex_secret(str(vector["seed"]), vector["nonces"])  # type: ignore[arg-type]
    wall, dice = secret.shuffle(int(str(vector["hand"])), int(str(vector["tiles"])))
    assert secret.commitment.hex() == vector["commitment"]
    assert list(wall) == vector["wall"]
    assert list(dice) == vector["dice"]


def test_the_shuffle_is_the_one_that_is_promised() -> None:
    """Written out a second time, with nothing of ours but the promise."""
    from hashlib import sha256

    seed, nonces, number = bytes(range(32)), [bytes([i]) * 16 for i in range(4)], 258
    key = sha256(b"quepu-shuffle-1" + seed + b"".join(nonces) + b"\x00\x00\x01\x02").digest()
    stream = b"".join(sha256(key + i.to_bytes(8, "big")).digest() for i in range(40))
    words = [int.from_bytes(stream[4 * i : 4 * i + 4], "big") for i in range(320)]
    tiles = [kind for kind in range(34) for _ in range(4)] + [*range(34, 42)]
    at = 0

    def below(n: int) -> int:
        nonlocal at
        while words[at] >= 2**32 // n * n:
            at += 1
        at += 1
        return words[at - 1] % n

    for i in reversed(range(1, 144)):
        j = below(i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    dice = [below(6) + 1 for _ in range(4)]
    first, second, third, fourth = nonces
    assert Secret(seed, (first, second, third, fourth)).shuffle(number, 144) == (bytes(tiles), tuple(dice))


def test_words_beyond_the_last_whole_multiple_are_skipped() -> None:
    stream = Stream(bytes(32))
    words = iter([2**32 - 1, 2**32 - 2, 2**32 - 5, 7])
    stream.word = lambda: next(words)  # type: ignore[method-assign]
    # 2^32 mod 6 is 4: the four greatest words are refused
    assert stream.below(6) == (2**32 - 5) % 6
    assert stream.below(6) == 1


def test_every_seat_changes_the_shuffle_and_so_does_the_number() -> None:
    base = secret_for(1, 1)
    walls = {base.shuffle(1, 136), base.shuffle(2, 136)}
    for seat in range(4):
        nonces = list(base.nonces)
        nonces[seat] = bytes(16)
        first, second, third, fourth = nonces
        walls.add(Secret(base.seed, (first, second, third, fourth)).shuffle(1, 136))
    assert len(walls) == 6


def test_a_seed_or_nonce_of_the_wrong_length_is_refused() -> None:
    with pytest.raises(QuepuError, match="seed cannot be 31 bytes"):
        Secret(bytes(31), (bytes(16),) * 4)
    with pytest.raises(QuepuError, match="nonces cannot be"):
        Secret(bytes(32), (bytes(16), bytes(16), bytes(16), bytes(15)))
