"""The end of a deal at the table: the win shown, explained, paid and shared; and the list of fans beside the table."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.sizes import variants
from tests.web.conftest import Open, fans, points, shoot
from tests.web.table import everyone_can_use, go_on, start_now, winning_moment


def about_to_win(page: Page, site: str, name: str = "lingque28") -> Any:
    """At a table where the player can win on a discard; the win."""
    game, hand, step, seat, won = winning_moment(site, name)
    go_on(page, site, game, hand, step, seat)
    page.wait_for_selector(".choice.win")
    return won


def box(found: Locator) -> Any:
    inner = found.bounding_box()
    assert inner is not None
    return inner


def apart(first: Locator, second: Locator) -> bool:
    """Whether two things on the screen do not cover each other."""
    a, b = box(first), box(second)
    beside = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
    return bool(beside or a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1)


@variants(
    ("device", "lang", "title", "loser"),
    ("phone", "zh", "你和了！", "点炮：和牌分 56 × 2 = 112"),
    ("desktop", "en", "You win!", "discarded the winning tile: 56 points × 2 = 112"),
    ("lying", "zh", "你和了！", "点炮：和牌分 56 × 2 = 112"),
)
def test_an_own_win_is_laid_out_paid_in_words_and_opens_on_the_hand_page(
    open_page: Open, site: str, device: str, lang: str, title: str, loser: str
) -> None:
    page = open_page("/play", device, lang)
    won = about_to_win(page, site)
    page.keyboard.press("w")
    expect(page.locator(".end-title")).to_have_text(title)
    expect(page.locator(".open-hand")).to_be_attached()
    assert page.locator(".laid-out use").count() == 14
    assert (points(page), set(fans(page))) == (str(won.points), set(won.fans))
    told = page.locator(".pay-words li").all_inner_texts()
    assert len(told) == 3
    assert loser in " ".join(told)
    assert apart(page.locator(".end"), page.locator(".rack-tiles"))  # the player's own hand stays visible
    assert box(page.locator(".rack-tiles"))["height"] > 20
    everyone_can_use(page)
    shoot(page, f"moment-{device}-{lang}")
    with page.expect_popup() as opened:
        page.locator(".open-hand").click()
    hand_page = opened.value
    expect(hand_page.locator(".result .points strong")).to_have_text(str(won.points))
    assert set(fans(hand_page)) == set(won.fans)


def test_the_fans_of_a_win_are_revealed_one_by_one_and_any_key_shows_all(open_page: Open, site: str) -> None:
    page = open_page("/play")
    page.emulate_media(reduced_motion="no-preference")
    page.clock.install()
    won = about_to_win(page, site)
    hidden = page.locator(".end .fan.unrevealed")
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.keyboard.press("w")
    expect(page.locator(".laid-out")).to_be_visible()
    expect(hidden).to_have_count(len(won.fans))
    page.clock.run_for(260)
    expect(hidden).to_have_count(len(won.fans) - 1)
    expect(page.locator(".end-pay")).to_be_hidden()
    page.keyboard.press("Shift")
    expect(page.locator(".unrevealed")).to_have_count(0)
    expect(page.locator(".end-pay")).to_be_visible()


def test_a_win_is_shared_as_a_picture(open_page: Open, site: str) -> None:
    page = open_page("/play")
    about_to_win(page, site)
    page.keyboard.press("w")
    with page.expect_download() as download:
        page.locator(".share-win").click()
    assert download.value.suggested_filename == "quepu.png"
    assert download.value.path().read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


@variants(
    ("device", "lang", "typed", "name"),
    ("phone", "zh", "hys", "混一色"), ("desktop", "en", "half flush", "Half Flush"), ("lying", "en", "hunyise", "Half Flush"),
)  # fmt: skip
def test_the_fans_are_searched_and_explained_beside_the_table(
    open_page: Open, site: str, device: str, lang: str, typed: str, name: str
) -> None:
    page = open_page("/play", device, lang)
    about_to_win(page, site, "guobiao")
    page.keyboard.press("l")
    panel = page.locator(".fans-panel")
    expect(page.locator(".only-reach")).to_be_visible()
    out = page.locator(".fan-entry.out").count()
    assert 0 < out < page.locator(".fan-entry").count()
    for choice in page.locator(".choice").all():
        assert apart(page.locator(".panels"), choice)  # in which the list scrolls
    page.locator(".only-reach").click()
    expect(page.locator(".fan-entry.out")).to_have_count(0)
    page.fill("#fan-search", typed)
    found = page.locator(".fan-entry")
    expect(found.first).to_contain_text(name)
    found.first.locator("button").first.click()
    expect(page.locator(".fan-details p").first).to_be_visible()
    everyone_can_use(page)
    shoot(page, f"fans-{device}-{lang}")
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    assert "/play/" in page.url


def test_a_fan_named_in_the_result_is_explained_without_leaving_the_game(open_page: Open, site: str) -> None:
    page = open_page("/play")
    about_to_win(page, site)
    page.keyboard.press("w")
    page.locator(".end-details summary").click()
    links = page.locator(".end .fan-link")
    page.locator(".end .fans button").first.click()
    wanted = str(links.first.get_attribute("data-fan-info"))
    links.first.click()
    opened = page.locator(f'.fan-entry[data-fan="{wanted}"]')
    expect(opened.locator(".fan-details")).to_be_visible()
    expect(opened.locator("button").first).to_be_focused()
    assert page.locator(".end a:not(.button)").count() == 0
    assert "/play/" in page.url


PITCH = """
async (word) => {
  const {SYLLABLES, speak} = await import("/static/table/voice.js");
  const rate = 16000;
  const context = new OfflineAudioContext(1, rate, rate);
  speak(context, context.destination, SYLLABLES[word], 0);
  const samples = (await context.startRendering()).getChannelData(0);
  const begins = SYLLABLES[word].noise.lasts * 0.75;
  const pitch = (part) => {
    const from = Math.floor((begins + part * SYLLABLES[word].lasts) * rate);
    const sums = [];
    for (let lag = 50; lag < 150; lag++) {
      let [sum, first, second] = [0, 0, 0];
      for (let i = 0; i < 500; i++) {
        const [a, b] = [samples[from + i], samples[from + i + lag]];
        [sum, first, second] = [sum + a * b, first + a * a, second + b * b];
      }
      sums.push(sum / Math.sqrt(first * second));
    }
    const enough = 0.95 * Math.max(...sums); // twice the period fits almost as well as the period
    return rate / (50 + sums.findIndex((sum, i) => sum >= enough && sum >= (sums[i - 1] ?? 0) && sum >= (sums[i + 1] ?? 0)));
  };
  const last = samples.findLastIndex((one) => Math.abs(one) > 0.01) / rate;
  return {start: pitch(0.1), end: pitch(0.75), loudest: Math.max(...samples.map(Math.abs)), last};
}
"""
"""The pitch of a syllable early and late in its vowel, its loudest sample, and when it ends, in seconds."""


def test_the_voice_follows_the_tones_of_the_words(open_page: Open) -> None:
    page = open_page("/play")
    heard = {word: page.evaluate(PITCH, word) for word in "吃碰杠和"}
    change = {word: one["end"] / one["start"] for word, one in heard.items()}
    assert 0.95 < change["吃"] < 1.05  # level
    assert change["碰"] < 0.8  # falling
    assert change["杠"] < 0.8
    assert change["和"] > 1.2  # rising
    for one in heard.values():
        assert 0.1 < one["loudest"] < 4
        assert 0.2 < one["last"] < 0.6


def test_volume_and_voice_are_chosen_at_the_table_and_kept(open_page: Open) -> None:
    page = open_page("/play")
    start_now(page)
    page.locator("#more-button").click()
    expect(page.locator("#table-voices")).not_to_be_checked()
    page.locator("#table-voices").check()
    page.locator("#table-volume").fill("30")
    page.locator("#more-button").focus()  # not in a field
    page.keyboard.press("m")
    expect(page.locator("#table-sound")).not_to_be_checked()
    page.reload()
    page.locator("#more-button").click()
    expect(page.locator("#table-volume")).to_have_value("30")
    expect(page.locator("#table-voices")).to_be_checked()
    expect(page.locator("#table-sound")).not_to_be_checked()


def test_somebody_elses_win_and_a_draw_have_fitting_words(open_page: Open) -> None:
    page = open_page("/play")
    words = page.evaluate(
        """async () => {
            const {render} = await import("/static/vendor/lit-html/lit-html.js");
            const {dealEnd} = await import("/static/shared/game/deal-end.js");
            const names = ["Ann", "Bo", "Cy", "Di"];
            const rest = {names, seats: [0, 1, 2, 3], mine: "E", score: null, payments: [], checked: null, check() {}};
            const ends = [
                {t: "win", seat: "S", from: "E", hand: "12345678m22p [EEE] +9m | seat=S"},
                {t: "win", seat: "S", from: "W", hand: "12345678m22p [EEE] +9m | seat=S"},
                {t: "win", seat: "S", from: "W", hand: "12345678m22p [EEE] +9m | seat=S kong"},
                {t: "win", seat: "S", from: null, hand: "12345678m22p [EEE] +9m | self seat=S"},
                {t: "exhausted", declined: null},
            ];
            return ends.map((end) => {
                const place = document.createElement("div");
                render(dealEnd({...rest, events: [end]}), place);
                return place.querySelector(".end-title").textContent;
            });
        }"""
    )
    assert words == [
        "Bo wins on your discard", "Bo wins on Cy's discard", "Bo wins on Cy's added kong", "Bo wins by self-draw", "Nobody won",
    ]  # fmt: skip
