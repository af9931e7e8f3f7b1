"""What a browser downloads to use the pages without a network: the pages, and if the user wants it the scorer, which is this package's own
Python and Pyodide to run it.

``/offline/bundle.json`` has all pages and scripts of one version in one answer, so that a browser never has files of two versions. Pyodide
is not part of the package: the scorer is offered if Pyodide is in the folder of the settings.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from quepu.server import pages
from quepu.server.guard import HEADERS, policy
from quepu.server.http import takes_gzip, to_json
from quepu.server.local import ADDRESSES
from quepu.server.settings import Settings

PACKAGE = Path(__file__).parent.parent
CODE = (
    "*.py", "texts/*.py", "kernel/*.py", "kernel/*.pxd", "rules/**/*.py", "rules/data/*.json", "lab/__init__.py", "lab/quiz.py",
    "lab/sample.py", "server/__init__.py", "server/answers.py", "server/local.py", "server/overlays.py", "server/settings.py",
)  # fmt: skip
"""What ``server/local.py`` needs, interpreted: the declarations in .pxd files give the sizes of arrays."""

PYODIDE = {
    "pyodide.mjs": "text/javascript; charset=utf-8",
    "pyodide.asm.mjs": "text/javascript; charset=utf-8",
    "pyodide.asm.wasm": "application/wasm",
    "python_stdlib.zip": "application/zip",
    "pyodide-lock.json": "application/json",
}
"""The files of Pyodide that a page loads."""

_FOREVER = "public, max-age=31536000, immutable"
"""For what has its version in its address."""

Answers = Mapping[str, Callable[[], Any]]
"""Answers of the API that are always the same, by their paths."""


@dataclass(frozen=True, slots=True)
class Download:
    """Bytes that a browser keeps, as they are and compressed."""

    type: str
    body: bytes
    packed: bytes

    def response(self, request: Request, cache: str) -> Response:
        headers = {"Cache-Control": cache, "Vary": "Accept-Encoding"}
        if takes_gzip(request.headers):
            return Response(self.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=self.type)
        return Response(self.body, headers=headers, media_type=self.type)


def _download(type: str, body: bytes) -> Download:
    return Download(type, body, gzip.compress(body, 6, mtime=0))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


@lru_cache(maxsize=1)
def code() -> Download:
    """The package as an archive. The same files make the same bytes."""
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted({path for pattern in CODE for path in PACKAGE.glob(pattern)}):
            archive.writestr(zipfile.ZipInfo(f"quepu/{path.relative_to(PACKAGE).as_posix()}"), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return _download("application/zip", stream.getvalue())


def pyodide_version(folder: Path) -> str | None:
    """The version of Pyodide in a folder; None if it is not there as a whole."""
    try:
        version = json.loads((folder / "package.json").read_bytes())["version"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return version if isinstance(version, str) and all((folder / name).is_file() for name in PYODIDE) else None


@lru_cache(maxsize=2 * len(PYODIDE))
def _pyodide_file(path: Path, changed: int) -> Download:
    return _download(PYODIDE[path.name], path.read_bytes())


def _files(web: Path, state: pages.State) -> list[dict[str, str]]:
    """The pages that work without a network, each once, and all scripts and styles."""
    template = (web / pages.TEMPLATE).read_text("utf-8")
    found = [
        {"url": page.address, "type": pages.MEDIA_TYPES[".html"], "policy": policy(page.address), "text": page.html(template)}
        for page in pages.PAGES
        if page.works_offline
    ]
    for name, _ in state:
        if name != pages.TEMPLATE:
            url, path = f"/static/{name}", web / name
            text = path.read_text("utf-8")
            found.append({"url": url, "type": pages.MEDIA_TYPES[path.suffix], "policy": policy(url), "text": text})
    return found


def _scorer(folder: Path, version: str) -> dict[str, Any]:
    """Where the scorer is, and the files that it needs."""
    code_url, pyodide_url = f"/offline/quepu-{_digest(code().body)}.zip", f"/offline/pyodide-{version}/"
    downloads = [{"url": pyodide_url + name, "bytes": (folder / name).stat().st_size} for name in PYODIDE]
    return {"code": code_url, "pyodide": pyodide_url, "downloads": [*downloads, {"url": code_url, "bytes": len(code().body)}]}


@lru_cache(maxsize=2)
def _bundle(
    web: Path, state: pages.State, pyodide: Path, version: str | None, constant: tuple[tuple[str, Any], ...]
) -> tuple[Download, Download]:
    """The bundle, and what there is to know before it is loaded: its version, and the sizes of the two downloads."""
    scorer = None if version is None else _scorer(pyodide, version)
    content = {
        "site": pages.version_of(web, state),
        "scorer": scorer,
        "headers": HEADERS,
        "files": _files(web, state),
        "pages": [[pattern, page.address] for page in pages.PAGES if page.works_offline for pattern in page.patterns()],
        "answers": {path: made() for path, made in constant},
        "computed": ADDRESSES,
    }
    digest = _digest(to_json(content))
    bundle = _download("application/json", to_json({"version": digest, **content}))
    sizes = {"pages": len(bundle.packed), "scorer": scorer and sum(one["bytes"] for one in scorer["downloads"])}
    return bundle, _download("application/json", to_json({"version": digest, **sizes}))


def routes(settings: Settings, constant: Answers) -> list[Route]:
    """``/offline/…`` and ``/sw.js``."""
    web, folder = settings.web, settings.pyodide

    def made() -> tuple[Download, Download]:
        return _bundle(web, pages.state(web), folder, pyodide_version(folder), tuple(constant.items()))

    async def bundle(request: Request) -> Response:
        return (await run_in_threadpool(made))[0].response(request, "no-cache")

    async def version(request: Request) -> Response:
        return (await run_in_threadpool(made))[1].response(request, "no-cache")

    async def code_file(request: Request) -> Response:
        found = await run_in_threadpool(code)
        if request.path_params["digest"] != _digest(found.body):
            raise HTTPException(404)
        return found.response(request, _FOREVER)

    async def pyodide_file(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in PYODIDE or request.path_params["version"] != pyodide_version(folder):
            raise HTTPException(404)
        path = folder / name
        return (await run_in_threadpool(_pyodide_file, path, path.stat().st_mtime_ns)).response(request, _FOREVER)

    async def service_worker(request: Request) -> Response:
        try:
            text = (web / "offline/service-worker.js").read_bytes()
        except FileNotFoundError:
            raise HTTPException(404) from None
        return Response(text, headers={"Cache-Control": "no-cache"}, media_type=pages.MEDIA_TYPES[".js"])

    return [
        Route("/sw.js", service_worker),
        Route("/offline/bundle.json", bundle),
        Route("/offline/version.json", version),
        Route("/offline/quepu-{digest}.zip", code_file),
        Route("/offline/pyodide-{version}/{name}", pyodide_file),
    ]
