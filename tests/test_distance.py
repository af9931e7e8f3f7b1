"""The distance kernel: its tables, its useful tiles, many hands at once, and the same numbers as PyMahjongGB."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path
from random import Random

import pytest

import quepu
from quepu import notation, tiles
from quepu.batch import HandBatch, distance_many
from quepu.errors import ImpossibleHand, QuepuError
from quepu.hand import Hand
from quepu.kernel import cache as kept
from quepu.kernel import is_compiled
from quepu.kernel.distance import Distances
from quepu.kernel.shapes import ROW, WIDTH
from quepu.kernel.suits import Builder
from quepu.lab.sample import random_win
from quepu.rules import BOOKS, book
from quepu.waits import distance, distance_and_useful, useful
from tests.sizes import sizes

DECK = [kind for kind in range(tiles.KINDS) for _ in range(4)]


def exchanged(random: Random, hand: Hand, times: int) -> Hand:
    """The hand with so many of its concealed tiles exchanged at random."""
    concealed = list(hand.concealed)
    for _ in range(times):
        concealed.pop(random.randrange(len(concealed)))
        counts = Hand(tuple(concealed), hand.melds).counts()
        concealed.append(random.choice([kind for kind in range(tiles.KINDS) if counts[kind] < 4]))
    return Hand(tuple(sorted(concealed)), hand.melds)


def near_complete(random: Random) -> Hand:
    """Thirteen tiles, some of them melds, that came near a win."""
    hand, _ = random_win(random)
    return exchanged(random, Hand(hand.concealed, hand.melds), random.randrange(5))


def of_few_kinds(random: Random) -> Hand:
    """Thirteen concealed tiles with many equal ones among them."""
    kinds = random.sample(range(tiles.KINDS), random.choice((4, 5, 6)))
    return Hand(tuple(sorted(random.sample([kind for kind in kinds for _ in range(4)], 13))))


def uniform(random: Random) -> Hand:
    return Hand(tuple(sorted(random.sample(DECK, 13))))


def counts(hand: Hand) -> tuple[bytes, bytes, int]:
    held = [hand.concealed.count(kind) for kind in range(tiles.KINDS)]
    return bytes(held), bytes(own - kept for own, kept in zip(hand.counts(), held, strict=True)), len(hand.melds)


def kinds_in(mask: int) -> set[int]:
    return {kind for kind in range(tiles.KINDS) if mask >> kind & 1}


def walking(rules: str) -> Distances:
    """One that looks nothing up in tables."""
    return Distances(book(rules).shape_bits, book(rules).four_as_two_pairs)


# Tables


def test_a_table_says_what_is_missing_from_the_nearest_sets_and_pairs() -> None:
    """For suits of four numbers, against all there are: every choice of up to four sets, with and without a pair."""
    sets = [(3 * (n == 0), 3 * (n == 1), 3 * (n == 2), 3 * (n == 3)) for n in range(4)] + [(1, 1, 1, 0), (0, 1, 1, 1)]
    pairs = [(2 * (n == 0), 2 * (n == 1), 2 * (n == 2), 2 * (n == 3)) for n in range(4)]
    targets: dict[int, set[tuple[int, ...]]] = {}
    for size in range(5):
        for chosen in combinations_with_replacement(sets, size):
            for pair in [(0, 0, 0, 0), *pairs]:
                target = tuple(map(sum, zip(pair, *chosen, strict=True)))
                if max(target) <= 4:
                    targets.setdefault(2 * size + (sum(pair) > 0), set()).add(target)
    builder = Builder()
    ids = builder.build(4, True)
    for number, digits in enumerate(product(range(5), repeat=4)):
        held = digits[::-1]
        at = WIDTH * ids[number]
        wanted = [min(sum(max(0, t - h) for t, h in zip(target, held, strict=True)) for target in targets[done]) for done in range(10)]
        assert list(builder.vectors[at : at + 10]) == wanted, held


@pytest.mark.compiled
def test_the_tables_say_what_walking_up_the_numbers_finds() -> None:
    random = Random(1)
    tabled, walked = Distances(1, False, kept.suit_tables()), Distances(1)
    for _ in range(20_000):
        for kinds in (9, 7):
            drawn = random.sample([n for n in range(kinds) for _ in range(4)], random.randrange(15))
            held = bytes(drawn.count(n) for n in range(kinds))
            assert tabled.suit_costs(held) == walked.suit_costs(held), held


@pytest.mark.compiled
def test_a_damaged_file_of_tables_is_found_out_and_made_anew(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "suits.bin"
    first = kept.kept(file)
    good = file.read_bytes()
    assert kept.parse(good) is not None
    for damaged in (b"", good[:-1], good[:5000] + bytes([good[5000] ^ 1]) + good[5001:], b"x" + good[1:]):
        assert kept.parse(damaged) is None
        file.write_bytes(damaged)
        again = kept.kept(file)
        assert (again.numbers, again.honours, again.vectors) == (first.numbers, first.honours, first.vectors)
        assert file.read_bytes() == good
    assert [path.name for path in file.parent.iterdir()] == ["suits.bin"]


@pytest.mark.compiled
def test_tables_that_cannot_be_kept_are_built_all_the_same(tmp_path: Path) -> None:
    no_folder = tmp_path / "file"
    no_folder.write_bytes(b"")
    assert len(kept.kept(no_folder / "suits.bin").numbers) == 5**9
    (tmp_path / "suits.bin").mkdir()
    assert len(kept.kept(tmp_path / "suits.bin").numbers) == 5**9
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "suits.bin"]


def test_the_tables_lie_in_the_users_cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert kept.folder() == tmp_path / "quepu"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert kept.folder() == tmp_path / "home/.cache/quepu"


# Useful tiles


@sizes(1_000, 3_000, interpreted=12)
@pytest.mark.parametrize("rules", BOOKS)
def test_a_tile_is_useful_exactly_if_less_is_missing_with_it(rules: str, count: int) -> None:
    random = Random(2)
    walked = walking(rules)
    for n in range(count):
        hand = (near_complete, uniform, of_few_kinds)[n % 3](random)
        held, melded, melds = counts(hand)
        missing = walked.missing(held, melded, melds)
        nearer = []
        for kind in range(tiles.KINDS):
            if held[kind] + melded[kind] < 4:
                more = bytearray(held)
                more[kind] += 1
                if walked.missing(bytes(more), melded, melds) < missing:
                    nearer.append(kind)
        assert distance_and_useful(hand, rules) == (missing - 1, nearer), notation.format_hand(hand)
        assert distance(hand, rules) == missing - 1
        assert [kind for kind, _ in useful(hand, rules)] == nearer


def test_a_discarded_tile_is_not_hoped_for_as_the_fourth_of_two_pairs() -> None:
    """Woods Hole reads four equal tiles as two pairs; the fourth 1m is the one that was discarded."""
    discarded = {tiles.NAMES[discard.tile]: discard.distance for discard in quepu.discards("1111m22p33p44s55sEE", "woodshole")}
    assert discarded["1m"] == 1
    assert {discarded[name] for name in ("2p", "3p", "4s", "5s", "E")} == {0}


# Many hands


@pytest.mark.parametrize("rules", BOOKS)
def test_a_batch_says_what_single_calls_say(rules: str) -> None:
    random = Random(3)
    hands = [(near_complete, uniform, of_few_kinds)[n % 3](random) for n in range(3_000 if is_compiled() else 9)]
    batch = distance_many(hands, rules)
    assert len(batch) == len(hands)
    for n, hand in enumerate(hands):
        assert (batch.distance[n], sorted(kinds_in(batch.useful[n]))) == distance_and_useful(hand, rules)


def test_a_batch_takes_strings_hands_and_rows() -> None:
    texts = ["12345678m22p [EEE]", "12345678m22p [EEE] +9m", "1357m2468p159sEN"]
    batch = distance_many(texts)
    assert list(batch.distance) == [0, -1, 4]
    assert [kinds_in(mask) for mask in batch.useful] == [{2, 5, 8}, set(), {1, 5, 11, 15, 18, 22, 26, 27, 30}]
    assert list(distance_many([notation.read(text)[0] for text in texts]).distance) == [0, -1, 4]
    packed = quepu.pack(["12345678m22p [EEE] +9m", "12345678m23p [EEE] +9m"], "guobiao")
    assert list(distance_many(packed).distance) == [-1, 0]
    assert list(distance_many(packed.rows).distance) == [-1, 0]
    assert len(distance_many([])) == 0
    assert repr(batch) == "DistanceBatch(3 hands)"


@pytest.mark.compiled
def test_numpy_reads_the_columns() -> None:
    import numpy

    batch = distance_many(["12345678m22p [EEE]", "1357m2468p159sEN"])
    assert numpy.asarray(batch.distance).tolist() == [0, 4]
    assert numpy.asarray(batch.useful).dtype == numpy.uint64


def test_what_is_no_hand_is_refused() -> None:
    good = HandBatch(quepu.pack(["12345678m22p [EEE] +9m"]).rows, book()).rows
    five = bytes([0, 0, 0, 0, 0, *range(1, 10)]) + bytes([255]) * 4 + bytes(ROW - 18)
    for rows, at in ((good + five, 1), (good[:-1], 0), (bytes([34]) + good[1:], 0), (good[:12] + bytes([255]) * 12, 0)):
        with pytest.raises(ImpossibleHand) as caught:
            distance_many(rows)
        assert (caught.value.code, caught.value.details["found"]) == ("bad_row", at)
    with pytest.raises(QuepuError) as wrong:
        distance_many(["12345678m22p [EEE]", "1m"])
    assert (wrong.value.code, wrong.value.index) == ("tile_count", 1)
    with pytest.raises(QuepuError, match="a list of them"):
        distance_many("12345678m22p [EEE]")


@pytest.mark.compiled
def test_eight_threads_at_once_find_what_one_does() -> None:
    random = Random(4)
    hands = [near_complete(random) for _ in range(1_000)]
    rows = b"".join(quepu.kernel.layout.tiles_row(hand, 13) for hand in hands)
    alone = distance_many(rows, "guobiao")
    with ThreadPoolExecutor(8) as pool:
        for found in pool.map(lambda _: distance_many(rows, "guobiao"), range(16)):
            assert found.distance.tobytes() == alone.distance.tobytes()
            assert found.useful.tobytes() == alone.useful.tobytes()
        singly = list(pool.map(lambda hand: distance_and_useful(hand, "guobiao")[0], hands))
    assert singly == list(alone.distance)


@pytest.mark.parametrize("threads", [2, 8, 0])
def test_threads_that_share_a_batch_find_what_one_does(threads: int) -> None:
    random = Random(5)
    rows = b"".join(quepu.kernel.layout.tiles_row(near_complete(random), 13) for _ in range(101 if is_compiled() else 21))
    alone, shared = distance_many(rows, "guobiao"), distance_many(rows, "guobiao", threads=threads)
    assert (shared.distance.tobytes(), shared.useful.tobytes()) == (alone.distance.tobytes(), alone.useful.tobytes())


# The peer


def peer_name(kind: int) -> str:
    return f"{'WBT'[kind // 9]}{kind % 9 + 1}" if kind < 27 else f"F{kind - 26}" if kind < 31 else f"J{kind - 30}"


PEER_NAMES = [peer_name(kind) for kind in range(tiles.KINDS)]


def peer_hands(seed: int, count: int) -> Iterator[Hand]:
    """Concealed hands, as the peer wants them: uniform, near-complete, and such as have many equal tiles."""
    random = Random(seed)
    made = 0
    while made < count:
        hand = of_few_kinds(random) if made % 400 == 0 else (near_complete, uniform)[made % 2](random)
        if not hand.melds:
            made += 1
            yield hand


def without_limit(hand: Hand) -> int:
    """The distance if there were any number of each tile."""
    held = [hand.concealed.count(kind) for kind in range(tiles.KINDS)]
    best = {(0, 0): 0}
    for first in (0, 9, 18, 27):
        suit = suit_without_limit(tuple(held[first : first + 9]))
        joined: dict[tuple[int, int], int] = {}
        for (sets, pairs), lacking in best.items():
            for (more_sets, more_pairs), more in suit.items():
                done = sets + more_sets, pairs + more_pairs
                if done <= (4, 1) and done[1] < 2:
                    joined[done] = min(joined.get(done, 99), lacking + more)
        best = joined
    return best[4, 1] - 1


@cache
def suit_without_limit(held: tuple[int, ...]) -> dict[tuple[int, int], int]:
    groups = [tuple(3 * (n == kind) for n in range(len(held))) for kind in range(len(held))]
    if len(held) == 9:
        groups += [tuple(int(kind <= n < kind + 3) for n in range(9)) for kind in range(7)]
    found: dict[tuple[int, int], int] = {}
    for size in range(5):
        for chosen in combinations_with_replacement(groups, size):
            used = [sum(column) for column in zip(*chosen, strict=True)] if chosen else [0] * len(held)
            lacking = sum(max(0, u - h) for u, h in zip(used, held, strict=True))
            found[size, 0] = min(found.get((size, 0), 99), lacking)
            paired = min(max(0, u + 2 - h) - max(0, u - h) for u, h in zip(used, held, strict=True))
            found[size, 1] = min(found.get((size, 1), 99), lacking + paired)
    return found


def differences(seed: int, count: int) -> list[Hand]:
    """The hands on which the peer says another distance."""
    from MahjongGB import MahjongShanten

    hands = list(peer_hands(seed, count))
    ours = distance_many(hands, "guobiao").distance
    return [hand for n, hand in enumerate(hands) if ours[n] != MahjongShanten((), tuple(PEER_NAMES[kind] for kind in hand.concealed))]


def explain(hands: list[Hand]) -> None:
    """Every hand on which we differ would need a fifth tile: as far as the peer says it is only with that."""
    from MahjongGB import MahjongShanten

    for hand in hands:
        theirs = MahjongShanten((), tuple(PEER_NAMES[kind] for kind in hand.concealed))
        print(notation.format_hand(hand), "ours", distance(hand, "guobiao"), "theirs", theirs)
        assert max(hand.counts()) == 4
        assert theirs == without_limit(hand) == distance(hand, "guobiao") - 1, notation.format_hand(hand)


@pytest.mark.compiled
@sizes(8_000, 100_000)
def test_the_same_distance_as_the_peer_but_where_a_fifth_tile_would_be_needed(count: int) -> None:
    found = differences(5, count)
    explain(found)
    assert found


@pytest.mark.long
def test_the_same_distance_as_the_peer_on_a_million_hands() -> None:
    for seed in range(10):
        explain(differences(100 + seed, 100_000))


PEER_SHAPES = ("RegularShanten", "SevenPairsShanten", "ThirteenOrphansShanten", "HonorsAndKnittedTilesShanten", "KnittedStraightShanten")
"""The peer has the useful tiles for each shape by itself; these are ours in order."""


@pytest.mark.compiled
@pytest.mark.parametrize("shape", range(5))
def test_the_same_useful_tiles_as_the_peer_for_every_shape_but_for_fifth_ones(shape: int) -> None:
    """The peer also names tiles of which the hand has all four, and tiles that help only with a fifth."""
    import MahjongGB

    ours, ask = Distances(1 << shape, True, kept.suit_tables()), getattr(MahjongGB, PEER_SHAPES[shape])
    fifths = 0
    for hand in peer_hands(6, 6_000):
        missing, nearer = ours.useful(*counts(hand))
        away, named = ask(tuple(PEER_NAMES[kind] for kind in hand.concealed))
        full = {PEER_NAMES[kind] for kind, count in enumerate(hand.counts()) if count == 4}
        if away == missing - 1:
            fifths += bool(full & set(named))
            agreed = {PEER_NAMES[kind] for kind in kinds_in(nearer)}
            assert agreed <= set(named), notation.format_hand(hand)
            for name in set(named) - full - agreed:
                assert shape == 0
                assert full
                assert without_limit(Hand((*hand.concealed, PEER_NAMES.index(name)))) < away, notation.format_hand(hand)
        else:
            assert shape == 0
            assert full
            assert away == without_limit(hand) == missing - 2, notation.format_hand(hand)
    assert bool(fifths) == (shape in (0, 4))
