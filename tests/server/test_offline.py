"""Use without a network: what the server offers for it, and that answers are the same with and without the server."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from io import BytesIO
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from quepu.notation import format_hand
from quepu.rules import BOOKS
from quepu.server import local, offline, pages
from quepu.server.app import create_app
from quepu.server.guard import WORKER
from quepu.server.settings import PYODIDE, Settings
from tests.hands import random_wins
from tests.sizes import sizes

HAND = "12345678m22p [EEE] +9m"


@pytest.fixture(scope="module")
def site() -> Iterator[TestClient]:
    """The real pages, with Pyodide."""
    assert offline.pyodide_version(PYODIDE), f"make offline puts Pyodide into {PYODIDE}"
    with TestClient(create_app(Settings(rate=None, local_rate=None, page_rate=None))) as client:
        yield client


QUESTIONS: list[tuple[str, Any]] = [
    ("/parse?lang=zh", {"hand": "一二三万"}),
    ("/parse?lang=en", {"hand": "?"}),
    ("/parse?lang=en", {"hands": ""}),
    ("/score?explain=true&lang=en", {"hand": HAND}),
    ("/score?lang=zh", {"rules": "guobiao", "hand": HAND, "self_drawn": True}),
    ("/score?lang=zh", {"rules": "nothing", "hand": HAND}),
    ("/score?lang=en", [1]),
    ("/waits?lang=en", {"rules": "woodshole", "hand": "12345678m22p [EEE]", "seen": "9m"}),
    ("/discards?lang=zh", {"hand": "123456m2299p5s [EEE]"}),
    ("/compare?lang=en", {"hand": HAND}),
    ("/overlay?lang=zh", {"toml": 'base = "guobiao"\nminimum = 6\n'}),
    ("/overlay?lang=zh", {"toml": "base ="}),
    ("/rules?lang=zh", None),
    ("/rules/guobiao98?lang=zh", None),
    ("/rules/nothing?lang=zh", None),
    (f"/rules/lingque28/fans?q={quote('一气')}&lang=en", None),
    ("/rules/lingque26/diff/lingque28?lang=en", None),
    ("/practice?rules=guobiao&level=3&weak=&seed=11&lang=zh", None),
    ("/practice?rules=lingque28&level=9&seed=1&lang=en", None),
    ("/practice/daily?rules=lingque28&date=2026-11-16&lang=en", None),
    ("/practice/daily?rules=lingque28&date=16.11.&lang=en", None),
]


def asked(site: TestClient, address: str, body: Any) -> Any:
    answer = site.get(f"/api/v1{address}") if body is None else site.post(f"/api/v1{address}", json=body)
    return answer.json()


@pytest.mark.parametrize(("address", "body"), QUESTIONS)
def test_the_same_question_has_the_same_answer_without_the_server(site: TestClient, address: str, body: Any) -> None:
    own = json.loads(local.answer(address, None if body is None else json.dumps(body)))
    assert own == asked(site, address, body)


def test_what_needs_the_server_is_not_answered_without_it() -> None:
    for address, body in (("/rooms", None), ("/rooms", "{}"), ("/games/abcd", None), ("/score", None), ("/rules", "{}")):
        assert json.loads(local.answer(address, body))["error"]["code"] == "not_found"


def in_pyodide(questions: list[tuple[str, str | None]], tmp_path: Path) -> list[str]:
    """The answers of Pyodide, in node."""
    archive = tmp_path / "quepu.zip"
    archive.write_bytes(offline.code().body)
    given = "".join(json.dumps(one) + "\n" for one in questions)
    command = ["node", str(Path(__file__).with_name("pyodide_answers.mjs")), str(PYODIDE), str(archive)]
    done = subprocess.run(command, input=given, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


@sizes(10, 1000)
def test_scores_in_pyodide_are_those_of_the_server(tmp_path: Path, count: int) -> None:
    """Whole answers with their explanations, for random wins of every shape under every book; and every other function."""
    hands = random_wins(9, count)
    questions: list[tuple[str, str | None]] = [
        (f"/score?explain=true&lang={('zh', 'en')[i % 2]}", json.dumps({"rules": rules, "hand": format_hand(hand, win)}))
        for rules in BOOKS
        for i, (hand, win) in enumerate(hands)
    ]
    questions += [(address, None if body is None else json.dumps(body)) for address, body in QUESTIONS]
    found = in_pyodide(questions, tmp_path)
    assert len(found) == len(questions)
    for (address, body), answer in zip(questions, found, strict=True):
        assert json.loads(answer) == json.loads(local.answer(address, body)), (address, body)


def test_the_bundle_has_the_pages_of_one_version_and_names_what_else_to_load(site: TestClient) -> None:
    bundle = site.get("/offline/bundle.json").json()
    about = site.get("/offline/version.json").json()
    assert about["version"] == bundle["version"]
    files = {file["url"]: file for file in bundle["files"]}
    for path in (
        "/",
        "/hand",
        "/learn",
        "/rules",
        "/practice",
        "/me",
        "/offline",
        "/static/shared/api.js",
        "/static/tiles/sprite.svg",
    ):
        served = site.get(path)
        expected = {
            "url": path,
            "type": served.headers["Content-Type"],
            "policy": served.headers["Content-Security-Policy"],
            "text": served.text,
        }
        assert files[path] == expected
    assert not any(url.startswith(("/play", "/replay", "/api")) for url in files)
    for one in bundle["scorer"]["downloads"]:
        served = site.get(one["url"])
        assert (served.status_code, len(served.content)) == (200, one["bytes"])
        assert "immutable" in served.headers["Cache-Control"]
    assert about["scorer"] == sum(one["bytes"] for one in bundle["scorer"]["downloads"])
    with site.stream("GET", "/offline/bundle.json", headers={"Accept-Encoding": "gzip"}) as packed:
        assert about["pages"] == sum(len(part) for part in packed.iter_raw()) < 1_000_000
    assert bundle["answers"] == {path: site.get(f"/api/v1{path}").json() for path in bundle["answers"]}
    assert {"/lessons", "/rules", *(f"/rules/{id}" for id in BOOKS)} <= bundle["answers"].keys()


def test_webassembly_has_its_media_type_and_one_script_may_compile_it(site: TestClient) -> None:
    bundle = site.get("/offline/bundle.json").json()
    assert site.get(bundle["scorer"]["pyodide"] + "pyodide.asm.wasm").headers["Content-Type"] == "application/wasm"
    allowed = {file["url"] for file in bundle["files"] if "wasm" in file["policy"]}
    assert allowed == {WORKER}
    assert "'wasm-unsafe-eval'" in site.get(WORKER).headers["Content-Security-Policy"]
    for path in ("/", "/hand", "/sw.js", bundle["scorer"]["pyodide"] + "pyodide.mjs", "/api/v1/rules"):
        assert "wasm" not in site.get(path).headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["quepu-0000000000000000.zip", "pyodide-0/pyodide.mjs", "pyodide-{}/package.json", "pyodide-{}/..%2fx"])
def test_nothing_else_is_served(site: TestClient, path: str) -> None:
    version = offline.pyodide_version(PYODIDE)
    assert site.get(f"/offline/{path.format(version)}").status_code == 404


def test_without_pyodide_the_server_offers_the_pages_alone(web: Path, tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"version": "1"}')  # and nothing else
    for folder in (tmp_path / "nothing", tmp_path):
        with TestClient(create_app(Settings(web=web, pyodide=folder))) as client:
            bundle, about = (client.get(f"/offline/{name}.json").json() for name in ("bundle", "version"))
            assert (bundle["scorer"], about["scorer"], about["version"]) == (None, None, bundle["version"])
            assert "/hand" in {file["url"] for file in bundle["files"]}
            assert client.get("/offline/pyodide-1/pyodide.mjs").status_code == 404


def test_a_page_is_downloaded_once_and_found_by_all_its_addresses(web: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = ("/own", "/own/", "/own/{id}", "/own/{id}/", "/own/{id}/files/{rest:path}")
    others = (pages.Page("own", paths, "", works_offline=True), pages.Page("online", ("/own/{id}/live",), ""))
    monkeypatch.setattr(pages, "PAGES", (*pages.PAGES, *others))
    with TestClient(create_app(Settings(web=web))) as client:
        bundle = client.get("/offline/bundle.json").json()
        served = {path: client.get(path).text for path in ("/own", "/own/abc", "/own/abc/files/x/y")}
    files = {file["url"]: file["text"] for file in bundle["files"] if "static" not in file["url"]}
    assert sorted(files) == sorted(page.paths[0] for page in pages.PAGES if page.works_offline)

    def page_at(path: str) -> str | None:
        return next((files[url] for pattern, url in bundle["pages"] if re.search(pattern, path)), None)

    assert {path: page_at(path) for path in served} == served
    assert page_at("/daily") == files["/practice"]
    for path in ("/own/abc/live", "/own/a/b", "/ownx", "/play", "/play/abc", "/lab"):
        assert page_at(path) is None


def test_the_download_names_what_only_the_scorer_answers(site: TestClient) -> None:
    computed = site.get("/offline/bundle.json").json()["computed"]

    def is_computed(address: str, body: Any) -> bool:
        return any(re.fullmatch(pattern, address.split("?")[0]) for pattern in computed["asked" if body is None else "sent"])

    assert all(is_computed(address, body) for address, body in QUESTIONS)
    for address, body in (("/rooms", None), ("/rooms", "{}"), ("/games/abcd", None), ("/score", None), ("/rules", "{}")):
        assert not is_computed(address, body)


def test_a_changed_file_is_another_version(web: Path) -> None:
    with TestClient(create_app(Settings(web=web))) as client:
        versions: list[str] = []
        for text in ("a {}", "b {}", "a {}"):
            (web / "changed.css").write_text(text)
            os.utime(web / "changed.css", ns=(len(versions), len(versions)))
            versions.append(client.get("/offline/version.json").json()["version"])
        (web / "changed.css").unlink()
    assert versions[0] == versions[2] != versions[1]


def test_pages_and_files_have_the_version_of_the_site_and_a_page_changes_with_its_files(web: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = count()
    monkeypatch.setattr(pages, "time", SimpleNamespace(monotonic=lambda: next(seconds)))  # the files are looked at once a second
    with TestClient(create_app(Settings(web=web))) as client:
        versions = [client.get(path).headers["Quepu-Version"] for path in ("/", "/hand", "/rules/guobiao", "/static/js/main.js")]
        assert versions == [client.get("/offline/bundle.json").json()["site"]] * 4
        tag = client.get("/").headers["ETag"]
        assert client.get("/", headers={"If-None-Match": tag}).status_code == 304
        (web / "changed.css").write_text("a {}")
        again = client.get("/", headers={"If-None-Match": tag})
        (web / "changed.css").unlink()
        assert again.status_code == 200
        assert again.headers["Quepu-Version"] not in versions


def test_the_archive_has_what_the_page_needs_and_no_server() -> None:
    names = zipfile.ZipFile(BytesIO(offline.code().body)).namelist()
    assert {"quepu/score.py", "quepu/kernel/facts.pxd", "quepu/rules/data/floors_guobiao.json", "quepu/server/local.py"} <= set(names)
    assert not [name for name in names if name.startswith(("quepu/cli", "quepu/engine", "quepu/server/play")) or "web" in name]
    without_server = "import sys; from quepu.server import local; assert 'starlette' not in sys.modules and 'fastapi' not in sys.modules"
    subprocess.run([sys.executable, "-c", without_server], check=True)


def test_the_manifest_names_icons_of_the_sizes_that_systems_install(site: TestClient) -> None:
    manifest = site.get("/static/manifest.webmanifest").json()
    pictures = [(icon["src"], icon["sizes"], icon["purpose"]) for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert [(sizes, purpose) for _, sizes, purpose in pictures] == [("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")]
    for url, size, _ in pictures:
        answer = site.get(url)
        assert (answer.headers["Content-Type"], answer.content[:8]) == ("image/png", b"\x89PNG\r\n\x1a\n")
        assert "x".join(str(int.from_bytes(answer.content[at : at + 4])) for at in (16, 20)) == size
    assert manifest["start_url"] == "/"
    assert site.get(manifest["start_url"]).status_code == 200
