"""The HTML pages and their static files.

All pages are one template, ``web/page.html``. A page differs in its folder, which has its script and its style sheet, in the shared style
sheets that it uses, and in its description. The constants that scripts need are in the page as JSON.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from string import Template
from typing import Any
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import NotModifiedResponse, PathLike, StaticFiles
from starlette.types import Scope

from quepu.lab.report_html import STYLE
from quepu.server.constants import constants_json
from quepu.server.http import PACKED_FROM, takes_gzip

TEMPLATE = "page.html"
REPORT_STYLE = "report.css"
"""The style sheet of the reports of studies, below ``/static``; it is no file, as reports that are files have it too."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: ``web/<name>/page.js`` and ``web/<name>/<name>.css``."""

    name: str
    paths: tuple[str, ...]
    """Its addresses; the page reads the rest from its address. One that ends with a slash redirects to the one without."""
    description: str
    shared_styles: tuple[str, ...] = ()
    works_offline: bool = False
    """Whether it works without a network, in a browser that has downloaded what it needs (``offline.py``)."""

    @property
    def address(self) -> str:
        """Its first address stands for all of them, as they show the same HTML."""
        return self.paths[0]

    def patterns(self) -> Iterator[str]:
        """Its addresses without a slash at the end, as regular expressions that browsers read."""
        for path in self.paths:
            if path == "/" or not path.endswith("/"):
                yield "^" + re.sub(r"\{\w+\}", "[^/]+", re.sub(r"\{\w+:path\}", ".*", path)) + "$"

    def html(self, template: str) -> str:
        styles = ("shared/base.css", *self.shared_styles, f"{self.name}/{self.name}.css")
        links = "\n".join(f'<link rel="stylesheet" href="/static/{style}">' for style in styles)
        return Template(template).substitute(name=self.name, description=self.description, styles=links, constants=constants_json())


_HANDS = "What a mahjong hand is worth, and why. 一手牌值多少，为什么。"
_GAMES = "Mahjong by five rule books, with friends or against bots. 五种规则的麻将，与朋友或机器人对局。"
_LESSONS = "Learn mahjong in ten minutes, by doing. 十分钟学会麻将，边看边打。"
_STUDIES = "What a rule does to mahjong, measured in thousands of deals. 换一条规则，牌局会怎么变？打几万局看看。"
_SHEETS = "The score sheet for real tiles, on every phone around the table. 真牌真桌，手机记分。"
_CLUBS = "A mahjong club: members, evenings, standings. 麻将俱乐部：成员、牌局、积分榜。"
_OPERATOR = "For the operators of this server. 本站管理员使用。"
_ACCOUNTS = "Your account: games, friends, settings. 我的账号：战绩、好友、设置。"
_TOURNAMENTS = "Run a mahjong tournament: draw, timer, results, standings. 办麻将比赛：编排、计时、成绩、排名。"
_EVENTS = "Duplicate mahjong: several tables play the same walls. 复式麻将：几桌打同一副牌墙。"
_BOTS = "Let your own program play mahjong, and climb the ladder of bots. 让自己写的程序打麻将，参加机器人天梯。"
_PLAYERS = "Ratings, statistics and great hands of mahjong players. 麻将排行榜、战绩和大牌。"
_RESULT, _GAME, _HERO, _OFFER = "shared/result.css", "shared/game/game.css", "shared/hero.css", "shared/offline-offer.css"
_BUILDING = "shared/building/building.css"
_DOCUMENTS, _PEOPLE = "shared/documents/documents.css", "shared/people.css"
_OF_PLAYERS = "shared/players/players.css"

_TOURNAMENT = ("/tournament", "/tournament/", "/tournament/{id}", "/tournament/{id}/")
_LAB = ("/lab", "/lab/", "/lab/{study}", "/lab/{study}/", "/lab/{study}/{other}", "/lab/{study}/{other}/")

PAGES = (
    Page("home", ("/",), _GAMES, (_HERO,), works_offline=True),
    Page("hand", ("/hand", "/hand/"), _HANDS, (_RESULT, _BUILDING), works_offline=True),
    Page("learn", ("/learn", "/learn/{rest:path}"), _LESSONS, (_RESULT, _GAME, _HERO), works_offline=True),
    Page("sheet", ("/sheet", "/sheet/", "/sheet/{id}", "/sheet/{id}/"), _SHEETS, (_BUILDING, _RESULT, _OFFER), works_offline=True),
    Page("rules", ("/rules", "/rules/{rest:path}"), _HANDS, works_offline=True),
    Page("practice", ("/practice", "/practice/{rest:path}", "/daily", "/daily/"), _HANDS, works_offline=True),
    Page("lobby", ("/play", "/play/"), _GAMES, (_GAME, _HERO)),
    Page("table", ("/play/{room}", "/play/{room}/"), _GAMES, (_RESULT, _GAME, _PEOPLE)),
    Page("replay", ("/replay", "/replay/", "/replay/{game}", "/replay/{game}/"), _GAMES, (_RESULT, _GAME)),
    Page("profile", ("/me", "/me/"), _GAMES, (_GAME, _OF_PLAYERS), works_offline=True),
    Page("players", ("/players", "/players/", "/players/{player}", "/players/{player}/"), _PLAYERS, (_GAME, _OF_PLAYERS)),
    Page("bots", ("/bots", "/bots/"), _BOTS, (_GAME,)),
    Page("event", ("/event", "/event/", "/event/{id}", "/event/{id}/"), _EVENTS, (_GAME,)),
    Page("gallery", ("/gallery", "/gallery/"), _PLAYERS, (_GAME, _OF_PLAYERS)),
    Page("account", ("/account", "/account/"), _ACCOUNTS, (_GAME, _DOCUMENTS, _PEOPLE)),
    Page("operator", ("/operator", "/operator/"), _OPERATOR, (_DOCUMENTS, _PEOPLE)),
    Page("club", ("/club", "/club/", "/club/{id}", "/club/{id}/"), _CLUBS, (_DOCUMENTS,), works_offline=True),
    Page("tournament", _TOURNAMENT, _TOURNAMENTS, (_DOCUMENTS,), works_offline=True),
    Page("lab", _LAB, _STUDIES, (REPORT_STYLE,)),
    Page("offline", ("/offline", "/offline/"), _HANDS, (_OFFER,), works_offline=True),
)

_MISSING = Page("missing", (), "There is no such page here. 这里没有这一页。")

_OF_A_HAND = frozenset(("hand", "rules", "overlay", "do"))
"""The parameters of the hand page. It was at ``/`` once, so links to ``/`` that have one of them lead to it."""

MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".png": "image/png",
}
"""Stated here because the tables of some systems differ, and browsers must not guess (``nosniff``)."""


VERSION = "Quepu-Version"
"""The header of pages and static files by which a browser knows which of them belong together."""

STATIC = (".js", ".css", ".svg", ".webmanifest")
"""The files that pages are made of, besides the template."""

State = tuple[tuple[str, int], ...]


def state(web: Path) -> State:
    """The files of the pages with the times of their changes."""
    files = (path for path in web.rglob("*") if path.suffix in STATIC or path.name == TEMPLATE)
    return tuple(sorted((path.relative_to(web).as_posix(), path.stat().st_mtime_ns) for path in files))


@lru_cache(maxsize=4)
def version_of(web: Path, state: State) -> str:
    """A digest of the files in this state, and of the constants."""
    digest = hashlib.sha256(constants_json().encode())
    for name, _ in state:
        content = (web / name).read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


@lru_cache(maxsize=4)
def _version_in(web: Path, second: int) -> str:
    return version_of(web, state(web))


def version(web: Path) -> str:
    """The version of the pages; the files are looked at once a second."""
    return _version_in(web, int(time.monotonic()))


class Files(StaticFiles):
    """Static files. A browser caches them, and asks each time whether they have changed."""

    async def check_config(self) -> None:
        """Treat a missing folder as an empty one."""

    def file_response(self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        media_type = MEDIA_TYPES.get(Path(full_path).suffix)
        if media_type and "content-type" in response.headers:
            response.headers["Content-Type"] = media_type
        response.headers["Cache-Control"] = "no-cache"
        if self.directory is not None:
            response.headers[VERSION] = version(Path(self.directory))
        request_headers = Headers(scope=scope)
        is_whole = response.status_code == 200 and scope["method"] == "GET" and "range" not in request_headers
        if media_type and is_whole and stat_result.st_size >= PACKED_FROM and takes_gzip(request_headers):
            packed = _packed(str(full_path), stat_result.st_mtime_ns)
            # the ETag says whether it has changed; a date as well would be 50 bytes more for each of forty files
            left_out = ("content-length", "accept-ranges", "last-modified")
            headers = {name: value for name, value in response.headers.items() if name not in left_out}
            return Response(packed, headers={**headers, "Content-Encoding": "gzip", "Vary": "Accept-Encoding"})
        return response


@lru_cache(maxsize=500)
def _packed(path: str, changed: int) -> bytes:
    """A file compressed, once for each time it was changed: there are few files, and each is requested often."""
    return gzip.compress(Path(path).read_bytes(), 9)


@lru_cache(maxsize=100)
def _rendered(page: Page, template: Path, changed: int, version: str) -> tuple[bytes, str]:
    """The HTML of a page, and its ETag. A page is another one if one of its scripts is: a browser takes its version from it."""
    body = page.html(template.read_text("utf-8")).encode()
    return body, f'"{hashlib.sha256(body + version.encode()).hexdigest()[:32]}"'


def missing(request: Request, web: Path) -> Response | None:
    """The page that says that there is no page at an address; None for what is not a browser that opens a page."""
    is_page = not request.scope["path"].startswith(("/api/", "/static/"))
    if not is_page or request.method not in ("GET", "HEAD") or "text/html" not in request.headers.get("accept", ""):
        return None
    template = web / TEMPLATE
    try:
        body, _ = _rendered(_MISSING, template, template.stat().st_mtime_ns, version(web))
    except FileNotFoundError:
        return None
    return Response(body, 404, headers={"Vary": "Accept"}, media_type="text/html")


def routes(web: Path) -> list[Route | Mount]:
    """The pages in this folder, and ``/static``."""
    files = Files(directory=web, check_dir=False)
    template = web / TEMPLATE

    def endpoint(page: Page) -> Any:
        async def show(request: Request) -> Response:
            path, query = request.scope["path"], request.url.query
            if path == "/" and not _OF_A_HAND.isdisjoint(request.query_params):
                return RedirectResponse(f"/hand?{query}", 308)
            if path != "/" and path.endswith("/"):
                return RedirectResponse(quote(path.rstrip("/")) + (f"?{query}" if query else ""), 308)
            try:
                current = version(web)
                body, etag = _rendered(page, template, template.stat().st_mtime_ns, current)
            except FileNotFoundError:
                raise HTTPException(404) from None
            headers = {"Cache-Control": "no-cache", "ETag": etag, VERSION: current}
            response = Response(body, headers=headers, media_type="text/html")
            return NotModifiedResponse(response.headers) if files.is_not_modified(response.headers, request.headers) else response

        return show

    async def report_style(request: Request) -> Response:
        headers = {"Cache-Control": "no-cache", "ETag": f'"{hashlib.sha256(STYLE.encode()).hexdigest()[:32]}"', VERSION: version(web)}
        response = Response(STYLE, headers=headers, media_type="text/css")
        return NotModifiedResponse(response.headers) if files.is_not_modified(response.headers, request.headers) else response

    shown = [Route(path, endpoint(page)) for page in PAGES for path in page.paths]
    return [*shown, Route(f"/static/{REPORT_STYLE}", report_style), Mount("/static", files)]
