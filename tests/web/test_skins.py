"""The looks that a user can choose: sets of tile faces, cloths of the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.sizes import variants
from tests.web.conftest import Open, hand_path, shoot, shown
from tests.web.table import everyone_can_use

HAND = "23m22233344455p +4m"
SETS = ["classic", "clear", "large"]
CLOTHS = {"green": "rgb(31, 92, 74)", "blue": "rgb(31, 80, 120)", "wine": "rgb(107, 44, 56)", "slate": "rgb(65, 76, 87)"}


def choose(page: Page, kind: str, name: str) -> None:
    page.locator(".settings summary").click()
    page.locator(f"input[name=set-{kind}][value={name}]").check()
    page.keyboard.press("Escape")


def sprites(page: Page, path: str) -> list[str]:
    """The sets that a page loads."""
    with page.expect_response("**/sprite.svg") as answer:
        page.goto(path)
    page.wait_for_selector("#faces", state="attached")
    loaded: list[str] = page.evaluate(
        "performance.getEntriesByType('resource').map(({name}) => name).filter((name) => name.includes('/tiles/'))"
    )
    assert answer.value.url in loaded
    return sorted({url.partition("/static/tiles/")[2] for url in loaded})


def test_a_set_of_faces_is_chosen_kept_and_the_only_one_loaded(open_page: Open) -> None:
    page = open_page(hand_path(HAND))
    shown(page, HAND)
    before = page.evaluate("document.querySelector('#t-5p').innerHTML")
    choose(page, "faces", "clear")
    page.wait_for_selector("#faces[data-set=clear]", state="attached")
    assert page.locator("#faces").count() == 1
    assert page.evaluate("document.querySelector('#t-5p').innerHTML") != before
    for path in (hand_path(HAND), "/practice", "/rules", "/play"):
        assert sprites(page, path) == ["clear/sprite.svg"]
        expect(page.locator("#faces")).to_have_attribute("data-set", "clear")


@variants(("device", "lang"), ("phone", "zh"), ("desktop", "en"), ("lying", "en"))
def test_the_settings_show_samples_of_every_set_and_cloth(open_page: Open, device: str, lang: str) -> None:
    page = open_page("/hand", device, lang)
    assert page.evaluate("performance.getEntriesByType('resource').filter(({name}) => name.includes('/tiles/')).length") == 1
    page.locator(".settings summary").click()
    for name in SETS:
        for image in page.locator(f".skin:has(input[value={name}]) img").all():
            image.scroll_into_view_if_needed()
            page.wait_for_function("(image) => image.complete && image.naturalWidth > 0", arg=image.element_handle())
    for name, colour in CLOTHS.items():
        assert page.locator(f".cloth-swatch[data-cloth={name}]").evaluate("(one) => getComputedStyle(one).backgroundColor") == colour
    shoot(page, f"skins-{device}-{lang}")
    everyone_can_use(page)


@variants("name", "wine", "blue", "slate")
def test_a_cloth_is_chosen_by_keys_kept_and_shown_on_every_table(open_page: Open, name: str) -> None:
    page = open_page(hand_path(HAND))
    shown(page, HAND)
    green = page.locator(".tray").evaluate("(one) => getComputedStyle(one).backgroundImage")
    page.locator(".settings summary").press("Enter")
    page.locator("input[name=set-cloth]:checked").focus()
    for _ in range(list(CLOTHS).index(name)):
        page.keyboard.press("ArrowRight")
    expect(page.locator(f"input[name=set-cloth][value={name}]")).to_be_checked()
    for path in (hand_path(HAND), "/practice"):
        page.goto(path)
        page.wait_for_selector(".tray")
        assert page.evaluate("document.documentElement.dataset.cloth") == name
        assert page.locator(".tray").evaluate("(one) => getComputedStyle(one).backgroundImage") != green
        everyone_can_use(page)


@pytest.mark.parametrize("faces", ["clear", "large"])
def test_the_picture_to_share_has_the_chosen_faces_and_cloth(open_page: Open, faces: str) -> None:
    page = open_page(hand_path(HAND))
    shown(page, HAND)
    choose(page, "faces", faces)
    choose(page, "cloth", "wine")
    page.wait_for_selector(f"#faces[data-set={faces}]", state="attached")
    with page.expect_response(f"**/static/tiles/{faces}/4m.svg"), page.expect_download() as download:
        page.get_by_role("button", name="Share as picture").click()
    pixel = page.evaluate(
        """async (bytes) => {
            const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
            const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
            canvas.drawImage(image, 0, 0);
            return [...canvas.getImageData(60, 240, 1, 1).data.slice(0, 3)];
        }""",
        list(download.value.path().read_bytes()),
    )
    assert pixel == [107, 44, 56]
