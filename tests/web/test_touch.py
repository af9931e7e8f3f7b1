"""Throwing a tile by touch: the first tap lifts it and says what it is, the second throws it. A mouse and keys do so at once."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.sizes import variants
from tests.web.conftest import Open, shoot
from tests.web.table import everyone_can_use, own_turn, start_now


def river(page: Page) -> Locator:
    """One's own discards."""
    return page.locator(".river").first.locator("use")


@variants(("device", "lang"), ("phone", "zh"), ("lying", "en"))
def test_the_second_tap_discards_the_tile(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/play", device, lang=lang)
    page.clock.install()
    start_now(page)
    tiles = own_turn(page)
    before = river(page).count()
    question = page.locator(".room").get_attribute("data-n")
    first, other = tiles.nth(0), tiles.nth(3)
    first.tap()
    expect(page.locator(".lifted")).to_have_count(1)
    if device == "phone":
        expect(first.locator(".lifted-name")).to_be_visible()
    else:
        expect(first.locator(".lifted-name")).to_be_hidden()  # it would cover a button
    other.tap()
    expect(page.locator(".lifted")).to_have_count(1)
    name = other.locator(".lifted-name").text_content()
    words = {"en": f"Tap {name} again to discard it", "zh": f"再点一下打出 {name}"}[lang]
    expect(page.locator(".status-text")).to_have_text(words)
    expect(page.locator("#announcer")).to_have_text(words)
    assert page.locator(".room").get_attribute("data-n") == question
    assert river(page).count() == before
    shoot(page, f"lifted-{device}-{lang}")
    everyone_can_use(page)
    thrown = str(other.get_attribute("data-tile"))
    other.tap()
    expect(river(page)).to_have_count(before + 1)
    expect(river(page).last).to_have_attribute("href", f"#t-{thrown}")
    own_turn(page)
    expect(page.locator(".lifted")).to_have_count(0)


def test_the_name_of_a_lifted_tile_stays_on_the_screen(open_page: Open) -> None:
    """At both ends of the hand too, above the row that it is in, and over no other tile: of two rows only the first has names."""
    page = open_page("/play", "phone")
    page.clock.install()
    start_now(page)
    tiles = own_turn(page)
    size = page.viewport_size
    assert size is not None
    top = tiles.first.bounding_box()
    assert top is not None
    for tile in tiles.all():
        tile.tap()
        name, face, row = (one.bounding_box() for one in (tile.locator(".lifted-name"), tile.locator(".tile"), tile))
        assert face is not None
        assert row is not None
        assert (name is None) == (row["y"] > top["y"] + 1)
        if name is None:
            continue
        assert name["x"] >= 0
        assert name["x"] + name["width"] <= size["width"]
        assert name["y"] + name["height"] <= face["y"]


def test_two_quick_taps_discard_one_tile(open_page: Open) -> None:
    """And a third tap does not discard the tile that takes its place."""
    page = open_page("/play", "phone")
    page.clock.install()
    start_now(page)
    tile = own_turn(page).nth(1)
    before = river(page).count()
    box = tile.bounding_box()
    assert box is not None
    for _ in range(3):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    own_turn(page)
    assert river(page).count() == before + 1


def test_one_tap_discards_if_the_user_chose_it(open_page: Open) -> None:
    page = open_page("/play", "phone")
    page.clock.install()
    start_now(page)
    page.locator("#more-button").click()
    page.locator("#table-twotap").uncheck()
    page.locator("#more-button").click()
    page.reload()
    tiles = own_turn(page)
    before = river(page).count()
    tiles.nth(1).tap()
    expect(river(page)).to_have_count(before + 1)
    expect(page.locator(".lifted")).to_have_count(0)


@variants("device", "desktop", "phone")
def test_a_mouse_and_keys_discard_at_once(open_page: Open, device: str) -> None:
    """With a mouse beside a screen that can be touched, too."""
    page = open_page("/play", device)
    page.clock.install()
    start_now(page)
    tiles = own_turn(page)
    before = river(page).count()
    box = tiles.nth(1).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(river(page)).to_have_count(before + 1)
    own_turn(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(river(page)).to_have_count(before + 2)
    own_turn(page)
    if page.locator(".just-drawn").count():
        page.keyboard.press("d")
        expect(river(page)).to_have_count(before + 3)


def test_without_touch_there_is_no_switch_for_taps(open_page: Open) -> None:
    page = open_page("/play")
    page.locator(".settings summary").click()
    expect(page.locator("#set-sound")).to_be_visible()
    expect(page.locator("#set-twotap")).to_have_count(0)
    touched = open_page("/play", "phone")
    touched.locator(".settings summary").click()
    expect(touched.locator("#set-twotap")).to_be_checked()
