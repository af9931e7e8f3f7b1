"""The pages and their files: addresses, caching, constants, and that nothing else is served."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from quepu.errors import ImpossibleHand
from quepu.hand import Hand, Win
from quepu.rules import BOOKS, book
from quepu.score import Score
from quepu.server.app import create_app
from quepu.server.constants import constants, constants_json
from quepu.server.pages import PAGES, REPORT_STYLE, Page
from quepu.server.settings import Settings
from tests.hands import random_wins

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "home"),
        ("/?from=a-friend", "home"),
        ("/hand", "hand"),
        ("/?hand=12345678m22p", "hand"),
        ("/learn", "learn"),
        ("/learn/tiles", "learn"),
        ("/rules", "rules"),
        ("/rules/", "rules"),
        ("/rules/lingque28", "rules"),
        ("/rules/lingque28/pure_straight", "rules"),
        ("/practice", "practice"),
        ("/practice/daily", "practice"),
        ("/daily", "practice"),
        ("/play", "lobby"),
        ("/play/k3v9", "table"),
        ("/replay", "replay"),
        ("/replay/k3v9?hand=2&step=31", "replay"),
        ("/sheet", "sheet"),
        ("/sheet/abcdefghjkmnpqrs", "sheet"),
        ("/me", "profile"),
        ("/players", "players"),
        ("/players/bot:normal", "players"),
        ("/bots?rules=guobiao", "bots"),
        ("/gallery", "gallery"),
        ("/event", "event"),
        ("/event/x", "event"),
        ("/club", "club"),
        ("/club/abcdefghjkmnpqrs?view=members", "club"),
        ("/tournament", "tournament"),
        ("/tournament/abcdefghjkmnpqrs", "tournament"),
        ("/lab", "lab"),
        ("/lab/abcdefgh", "lab"),
        ("/lab/abcdefgh/jkmnpqrs", "lab"),
        ("/offline", "offline"),
    ],
)
def test_every_page_is_made_from_the_template(site: TestClient, path: str, title: str) -> None:
    answer = site.get(path)
    assert (answer.status_code, answer.text) == (200, f"<!doctype html><title>{title}</title>")
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [
        ("/rules/", "/rules"),
        ("/rules//", "/rules"),
        ("/rules/lingque28/?view=diff&with=guobiao", "/rules/lingque28?view=diff&with=guobiao"),
        ("/rules/a%3Fb/", "/rules/a%3Fb"),
        ("/practice/", "/practice"),
        ("/practice/daily/", "/practice/daily"),
        ("/daily/?rules=guobiao", "/daily?rules=guobiao"),
        ("/hand/?rules=guobiao", "/hand?rules=guobiao"),
        ("/play/", "/play"),
        ("/play/abcdefgh/?seat=1", "/play/abcdefgh?seat=1"),
        ("/replay/", "/replay"),
        ("/replay/abcdefgh/", "/replay/abcdefgh"),
        ("/sheet/", "/sheet"),
        ("/sheet/abcdefghjkmnpqrs/", "/sheet/abcdefghjkmnpqrs"),
        ("/me/", "/me"),
        ("/players/", "/players"),
        ("/players/x/", "/players/x"),
        ("/bots/", "/bots"),
        ("/gallery/", "/gallery"),
        ("/event/", "/event"),
        ("/club/", "/club"),
        ("/tournament/abcdefghjkmnpqrs/?view=slips", "/tournament/abcdefghjkmnpqrs?view=slips"),
        ("/lab/", "/lab"),
        ("/lab/abcdefgh/", "/lab/abcdefgh"),
        ("/lab/abcdefgh/jkmnpqrs/", "/lab/abcdefgh/jkmnpqrs"),
    ],
)
def test_a_slash_at_the_end_redirects_to_the_page_without_it(site: TestClient, path: str, leads_to: str) -> None:
    answer = site.get(path, follow_redirects=False)
    assert (answer.status_code, answer.headers["Location"]) == (308, leads_to)
    assert site.get(path).status_code == 200


@pytest.mark.parametrize(
    "query",
    ["hand=12345678m22p%20[EEE]%20%2b9m", "rules=guobiao", "overlay=S0osTlWwVcrJ", "hand=1m&do=discards", "do=discards", "x=1&rules="],
)
def test_old_links_to_a_hand_lead_to_the_hand_page(site: TestClient, query: str) -> None:
    """The hand page was at / once. A browser keeps what is after # by itself."""
    answer = site.get(f"/?{query}", follow_redirects=False)
    assert (answer.status_code, answer.headers["Location"]) == (308, f"/hand?{query}")


@pytest.mark.parametrize("path", ["/nothing", "/rule/lingque28", "/play/a/b", "/hand/x", "/index.html", "/%00"])
def test_a_browser_gets_a_page_where_there_is_none(site: TestClient, path: str) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    answer = site.get(path, headers=browser)
    assert (answer.status_code, answer.text) == (404, "<!doctype html><title>missing</title>")
    assert (answer.headers["Content-Type"], answer.headers["Cache-Control"]) == ("text/html; charset=utf-8", "no-store")
    assert "Accept" in answer.headers["Vary"].split(", ")
    for other, headers in ((path, {}), ("/api/v1/nothing", browser), ("/static/nothing.js", browser)):
        program = site.get(other, headers=headers)
        assert (program.status_code, program.json()["error"]["code"]) == (404, "not_found")
    assert site.post(path, headers=browser).json()["error"]["code"] in ("not_found", "wrong_method")


@pytest.mark.parametrize(
    ("name", "media_type"),
    [
        ("js/main.js", "text/javascript; charset=utf-8"),
        ("style.css", "text/css; charset=utf-8"),
        ("tiles/1m.svg", "image/svg+xml"),
        ("page.html", "text/html; charset=utf-8"),
    ],
)
def test_files_have_their_media_type(site: TestClient, web: Path, name: str, media_type: str) -> None:
    answer = site.get(f"/static/{name}")
    assert (answer.status_code, answer.text, answer.headers["Content-Type"]) == (200, (web / name).read_text(), media_type)


def test_a_file_that_has_not_changed_is_not_sent_again(site: TestClient, web: Path) -> None:
    for path in ("/static/style.css", "/rules", "/play/k3v9"):
        first = site.get(path)
        again = site.get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert (again.status_code, again.content, again.headers["Cache-Control"]) == (304, b"", "no-cache")
        assert site.get(path, headers={"If-None-Match": '"another"'}).status_code == 200
    before = site.get("/static/style.css").headers["ETag"]
    os.utime(web / "style.css", (1, 1))
    assert site.get("/static/style.css", headers={"If-None-Match": before}).status_code == 200


def test_text_is_compressed_on_request(site: TestClient, web: Path) -> None:
    plain = site.get("/static/js/main.js", headers={"Accept-Encoding": "identity"})
    assert "Content-Encoding" not in plain.headers
    packed = site.get("/static/js/main.js", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.content == plain.content == (web / "js/main.js").read_bytes()
    assert site.get("/api/v1/rules/lingque28", headers={"Accept-Encoding": "gzip"}).headers["Content-Encoding"] == "gzip"


@pytest.mark.parametrize(
    "path",
    [
        "/static/",
        "/static/js",
        "/static/nothing",
        "/static/../secret.txt",
        "/static/..%2fsecret.txt",
        "/static/%2e%2e/secret.txt",
        "/static/..%5csecret.txt",
        "/static/js/../../secret.txt",
        "/static//etc/passwd",
        "/static/%00",
        "/static/" + "x" * 5000,
    ],
)
def test_nothing_else_is_served(site: TestClient, path: str) -> None:
    answer = site.get(path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


def test_a_link_out_of_the_folder_is_not_followed(site: TestClient, web: Path) -> None:
    link = web / "link.txt"
    link.symlink_to(web.parent / "secret.txt")
    try:
        assert site.get("/static/link.txt").status_code == 404
    finally:
        link.unlink()


WEB = ROOT / "src/quepu/server/web"
SCRIPTS = sorted(path for path in WEB.glob("**/*.js") if "vendor" not in path.parts and path.name != "types-generated.js")
FOLDERS = {
    "account", "bots", "club", "event", "gallery", "hand", "home", "lab", "learn", "lobby", "missing", "offline", "operator", "players",
    "practice", "profile", "replay", "rules", "shared", "sheet", "table", "tiles", "tournament", "vendor",
}  # fmt: skip


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_files_that_a_page_names_exist(page: Page) -> None:
    html = page.html((WEB / "page.html").read_text("utf-8"))
    assert "$" not in html.replace(constants_json(), "")
    named = re.findall(r'(?:href|src)="([^"]+)"', html)
    assert f"/static/{page.name}/page.js" in named
    assert f"/static/{page.name}/{page.name}.css" in named
    for path in named:
        assert path == f"/static/{REPORT_STYLE}" or (WEB / path.removeprefix("/static/")).is_file(), path


def without_comments(script: Path) -> str:
    return re.sub(r"/\*.*?\*/|^\s*//.*?$", "", script.read_text("utf-8"), flags=re.S | re.M)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: str(script.relative_to(WEB)))
def test_no_script_has_a_copy_of_the_constants(script: Path) -> None:
    """Numbers of actions, ids of rule books and names of winds come from the server."""
    text = without_comments(script)
    served = constants()
    families = {facts["family"] for facts in served["books"].values()}
    assert [id for id in (*BOOKS, *families) if id in text] == []
    assert [copy for copy in ("東南西北", '"ESWN"', "東萬", "梅兰竹菊") if copy in text] == []
    if script.parent.name in ("table", "game"):
        numbers = {number for number in served["actions"].values() if number >= 42}
        assert numbers & {int(number) for number in re.findall(r"(?<![\w.#-])\d+(?![\w.%])", text)} == set()


def test_the_constants_cannot_end_their_element() -> None:
    assert json.loads(constants_json()) == json.loads(json.dumps(constants()))
    assert "<" not in constants_json()


def test_a_book_sees_the_circumstances_that_change_a_score() -> None:
    wins = random_wins(11, 400)
    for id, facts in constants()["books"].items():
        for flag in ("round", "last_tile", "first_turn", "last_copy"):
            values = (0, 1, 2, 3) if flag == "round" else (False, True)
            differs = any(_differ(id, hand, [replace(win, **{flag: value}) for value in values]) for hand, win in wins)  # type: ignore[arg-type]
            assert (flag in facts["sees"]) == differs, (id, flag)


def test_a_circumstance_has_the_name_of_the_fan_in_each_book() -> None:
    def called(id: str, name: str, lang: str) -> list[str]:
        return [one[lang] for one in constants()["books"][id]["circumstances"].get(name, {}).values()]

    assert called("guobiao", "last_tile", "zh") == ["妙手回春", "海底捞月"]
    assert called("guobiao", "last_copy", "zh") == ["和绝张", "和绝张"]
    assert called("guobiao", "first_turn", "zh") == []
    assert called("lingque28", "last_tile", "zh") == ["海底捞月", "河底捞鱼"]
    assert called("lingque28", "kong", "zh") == ["岭上开花", "抢杠"]
    assert called("woodshole", "last_tile", "en") == ["The Wall's End", "The Wall's End"]


def _differ(rules: str, hand: Hand, wins: list[Win]) -> bool:
    """Whether the hand scores more when it is won in one of these ways than in another that is possible."""
    scores = set()
    for win in wins:
        with contextlib.suppress(ImpossibleHand):
            scores.add(Score(hand, win, book(rules)).points)
    return len(scores) > 1


def test_a_page_follows_its_template(tmp_path: Path) -> None:
    template = tmp_path / "page.html"
    template.write_text("<title>$name</title>")
    with TestClient(create_app(Settings(web=tmp_path))) as site:
        before = site.get("/rules")
        template.write_text("<title>new $name</title>")
        os.utime(template, (1, 1))
        after = site.get("/rules", headers={"If-None-Match": before.headers["ETag"]})
    assert (before.text, after.text) == ("<title>rules</title>", "<title>new rules</title>")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: str(script.relative_to(WEB)))
def test_scripts_are_short_and_keep_their_state_in_objects(script: Path) -> None:
    lines = script.read_text("utf-8").splitlines()
    assert len(lines) <= 500
    assert len([line for line in lines if line.startswith("let ")]) <= 3


def test_a_page_imports_from_its_own_folder_and_the_shared_ones_only() -> None:
    assert {path.name for path in WEB.iterdir() if path.is_dir()} == FOLDERS
    for script in WEB.glob("**/*.js"):
        folder = script.relative_to(WEB).parts[0]
        allowed = {folder, "shared", "vendor"}
        for imported in re.findall(r'(?:from |import\()"([^"]+)"', script.read_text("utf-8")):
            target = (script.parent / imported).resolve().relative_to(WEB)
            assert target.parts[0] in allowed, f"{script.relative_to(WEB)} imports {target}"


def test_without_pages_the_api_still_answers(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(web=tmp_path / "nothing"))) as site:
        assert site.get("/").status_code == 404
        assert site.get("/static/main.js").status_code == 404
        assert site.get("/api/v1/health").status_code == 200


def test_a_wheel_has_the_pages_and_the_stored_floors(tmp_path: Path) -> None:
    """Built without compiling, from a copy, with a page in it."""
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / "src/quepu", tmp_path / "src/quepu", ignore=shutil.ignore_patterns("*.so", "*.c", "__pycache__"))
    page = tmp_path / "src/quepu/server/web/some/page.html"
    page.parent.mkdir(parents=True)
    page.write_text("a page")
    script = "import sys; sys.modules['Cython'] = None; from setuptools import build_meta; build_meta.build_wheel('.')"
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {"quepu/server/web/some/page.html", "quepu/rules/data/floors_lingque28.json", "quepu/server/app.py", "quepu/lab/quiz.py"} <= set(
        names
    )
