"""The notation: every form is parsed, the output parses to the same hand, and errors have a position and a reason."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quepu
from quepu import notation, tiles
from quepu.errors import ImpossibleHand, NotationError, QuepuError
from quepu.hand import Hand, Win
from tests.hands import wins


@given(wins)
def test_what_is_written_reads_back_the_same(given_win: tuple[Hand, Win]) -> None:
    hand, win = given_win
    text = notation.format_hand(hand, win)
    read_hand, read_win = notation.read(text)
    assert (sorted(read_hand.concealed), read_hand.melds, read_hand.winning, read_win) == (
        sorted(hand.concealed),
        hand.melds,
        hand.winning,
        win,
    )
    assert notation.format_hand(read_hand, read_win) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("12345678m22p [EEE] +9m", "12345678m22p [EEE] +9m"),
        ("22p87654321m [EEE] +9m", "12345678m22p [EEE] +9m"),
        ("1m2m3m4m5m6m7m8m2p2p [EEE]+9m", "12345678m22p [EEE] +9m"),
        ("12345678m 22p 9m [1z1z1z]", "12345678m22p [EEE] +9m"),
        ("12345678m22p [東東東] +9m | self seat=S", "12345678m22p [EEE] +9m | self seat=S"),
        ("一二三四五六七八萬二二饼 [东东东] +九万", "12345678m22p [EEE] +9m"),
        ("一萬二萬三万4567八萬二筒二餅 [东东东] +九万", "12345678m22p [EEE] +9m"),
        ("🀇🀈🀉🀊🀋🀌🀍🀎🀚🀚 [🀀🀀🀀] +🀏", "12345678m22p [EEE] +9m"),
        ("🀇︎🀈️🀉🀊🀋🀌🀍🀎🀚🀚 [🀀🀀🀀] +🀏", "12345678m22p [EEE] +9m"),
        ("1234567zESWNCF +P", "EESSWWNNCCFFP +P"),
        ("123m456m22s67s [東東東] +八條", "123456m2267s [EEE] +8s"),
        ("123m456m22s67s [東東東] +八索", "123456m2267s [EEE] +8s"),
        ("5m [1111p] (CCCC) [321s] [777m] +5m", "5m [1111p] (CCCC) [123s] [777m] +5m"),
        (
            "5m [1111p] (CCCC) [321s] [777m] +5m | flowers=5f1f kong self round=W last_tile",
            "5m [1111p] (CCCC) [123s] [777m] +5m | self round=W last_tile kong flowers=1f5f",
        ),
        ("12345678m22p [EEE] +9m | seat=南 flowers=春梅", "12345678m22p [EEE] +9m | seat=S flowers=1f5f"),
        ("12345678m22p [EEE] +9m | ready=earth tiles_left=3", "12345678m22p [EEE] +9m | ready=earth tiles_left=3"),
        ("12345678m22p [EEE] +9m | flowers=0 seat=E", "12345678m22p [EEE] +9m"),
        ("12345678m22p [EEE]", "12345678m22p [EEE]"),
    ],
)
def test_every_form_has_its_canonical_form(text: str, canonical: str) -> None:
    assert notation.format_hand(*notation.read(text)) == canonical
    assert notation.format_hand(*notation.read(canonical)) == canonical


def test_without_a_plus_the_last_concealed_tile_written_is_the_winning_one() -> None:
    assert notation.parse("9m12345678m22p [EEE]")[0].winning == tiles.BY_NAME["2p"]
    assert quepu.score("22p123456789m [EEE]").hand.winning == tiles.BY_NAME["9m"]


def test_1z_to_7z_are_east_south_west_north_white_green_red() -> None:
    assert [tiles.NAMES[kind] for kind in notation.parse_tiles("1234567z")] == [*"ESWNPFC"]


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("", "empty_hand", 0),
        ("   ", "empty_hand", 0),
        ("| self", "empty_hand", 0),
        ("123m45x", "unknown_character", 6),
        ("123m45", "missing_suit", 4),
        ("123m45E", "missing_suit", 4),
        ("123mm", "missing_number", 4),
        ("萬", "missing_number", 0),
        ("120m", "red_five", 2),
        ("18z", "no_such_tile", 1),
        ("9f", "no_such_tile", 0),
        ("123m1f", "flower_in_hand", 4),
        ("123m [1f1f1f]", "flower_in_hand", 6),
        ("123m [EEE", "unclosed_meld", 5),
        ("123m (1111p", "unclosed_meld", 5),
        ("123m [EES]", "bad_meld", 5),
        ("123m [12m]", "bad_meld", 5),
        ("123m []", "bad_meld", 5),
        ("123m [891m]", "bad_meld", 5),
        ("123m [9m1p2p]", "bad_meld", 5),
        ("123m [ESW]", "bad_meld", 5),
        ("123m [55555p]", "bad_meld", 5),
        ("123m (EEE)", "ambiguous_text", 5),
        ("123m (123m)", "ambiguous_text", 5),
        ("123m +12m", "bad_winning_tile", 5),
        ("123m +", "bad_winning_tile", 5),
        ("123m +1m +2m", "second_winning_tile", 9),
        ("123m +1f", "flower_in_hand", 6),
        ("123m +1m | selfish", "unknown_option", 11),
        ("123m +1m | self=1", "unknown_option", 11),
        ("123m +1m | seat", "unknown_option", 11),
        ("123m +1m | self | seat=S", "option_separator", 16),
        ("123m +1m | self&kong", "option_separator", 15),
        ("123m +1m | self self", "repeated_option", 16),
        ("123m +1m | seat=C", "bad_option", 11),
        ("123m +1m | seat=", "bad_option", 11),
        ("123m +1m | self flowers=9", "bad_option", 24),
        ("123m +1m | flowers=1m", "bad_option", 19),
        ("123m +1m | flowers=1f1f", "bad_option", 19),
        ("123m +1m | ready=soon", "bad_option", 11),
        ("123m +1m | tiles_left=-1", "bad_option", 11),
        ("123m +1m | tiles_left=145", "bad_option", 11),
        ("123m | +1m | self", "unknown_option", 7),
        ("x1m", "unknown_character", 0),
    ],
)
def test_bad_notation_is_refused_with_the_position_and_the_reason(text: str, code: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        notation.parse(text)
    assert (caught.value.code, caught.value.position) == (code, position)
    for lang in ("en", "zh"):
        assert code == "empty_hand" or str(position + 1) in caught.value.message(lang)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("12345678m22p [EEE]", "tile_count"),
        ("12345678m222p [EEE] +9m", "tile_count"),
        ("11111m2345678m2p +2p", "five_of_a_tile"),
        ("1123m122p [111m] [EEE] +1m", "five_of_a_tile"),
        ("5m [EEE] [SSS] [WWW] [NNN] [CCC]", "too_many_melds"),
        ("12345678m22p [EEE] +9m | self kong", "kong_without_kong"),
        ("12345678m22p [EEE] +9m | self first_turn", "first_turn_impossible"),
        ("12345678m22pEEE +9m | first_turn", "first_turn_impossible"),
        ("12345678m22pEEE +9m | self first_turn seat=S", "first_turn_impossible"),
        ("12345678m22p (EEEE) +9m | self first_turn", "first_turn_impossible"),
    ],
)
def test_impossible_hands_are_refused(text: str, code: str) -> None:
    with pytest.raises(ImpossibleHand) as caught:
        quepu.score(text)
    assert caught.value.code == code
    assert caught.value.message("zh") != caught.value.message("en")


def test_a_circumstance_given_twice_must_have_the_same_value() -> None:
    assert quepu.score("12345678m22p [EEE] +9m | self", self_drawn=True).circumstances.self_drawn
    with pytest.raises(ImpossibleHand) as caught:
        quepu.score("12345678m22p [EEE] +9m | self", self_drawn=False)
    assert caught.value.code == "conflicting_circumstances"


@given(st.text(alphabet=st.sampled_from("123456789mpszfESWNCFP[]()+| =東萬🀇0xself\t\n"), max_size=40) | st.text(max_size=30))
def test_any_text_is_read_or_refused_with_a_position_inside_it(text: str) -> None:
    try:
        hand, win = notation.read(text)
    except NotationError as error:
        assert 0 <= error.position <= len(text)
        assert error.message("en")
        assert error.message("zh")
    else:
        assert notation.format_hand(*notation.read(notation.format_hand(hand, win))) == notation.format_hand(hand, win)


@given(wins, st.data())
def test_a_truncated_hand_is_read_or_refused(given_win: tuple[Hand, Win], data: st.DataObject) -> None:
    text = notation.format_hand(*given_win)
    cut = text[: data.draw(st.integers(0, len(text)))]
    try:
        quepu.score(cut)
    except QuepuError as error:
        assert error.code


def test_errors_survive_pickling() -> None:
    with pytest.raises(NotationError) as caught:
        notation.parse("123x")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (type(copy), copy.code, copy.position, str(copy)) == (NotationError, "unknown_character", 3, str(caught.value))
