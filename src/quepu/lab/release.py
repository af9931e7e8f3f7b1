"""Which quepu this is, so that results of different ones are never added up."""

from __future__ import annotations

import platform
from functools import cache
from hashlib import sha256
from pathlib import Path

from quepu import __version__

WITHOUT = ("cli", "server")
"""The folders that no simulation depends on."""


@cache
def release() -> str:
    """The version, a hash of the source files, and the processor: the processors of different families round differently."""
    root = Path(__file__).parent.parent
    files = (path.relative_to(root) for suffix in ("py", "json") for path in root.rglob(f"*.{suffix}"))
    found = sha256()
    for path in sorted(path for path in files if path.parts[0] not in WITHOUT):
        content = (root / path).read_bytes()
        found.update(f"{path.as_posix()} {len(content)}\n".encode() + content)
    return f"{__version__} ({found.hexdigest()[:12]}, {platform.machine()})"
