"""Builds the kernel with checks, beside the installed one, and runs Python on it: ``python tools/checked.py BUILD [ARGUMENT …]``.

- ``cython``: Cython checks bounds, overflow, division and what is not initialised; a fault is an exception.
- ``sanitizers``: AddressSanitizer and UndefinedBehaviorSanitizer; a fault is the end of the process, with a report.
- ``all``: both in one build, for a short run.

``python tools/checked.py sanitizers -m pytest tests/test_kernel.py`` builds what has changed in ``build/sanitizers`` and runs the tests on
it. Without arguments it only builds.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

BUILDS = {"cython": "cython", "sanitizers": "sanitizers", "all": "cython sanitizers"}
ROOT = Path(__file__).resolve().parent.parent


def build(name: str) -> Path:
    """Build what has changed; the folder to import from."""
    base = ROOT / "build" / name
    library = base / "lib"
    for path in library.rglob("*"):  # else what is removed from src stays
        if path.is_file() and path.suffix != ".so":
            path.unlink()
    command = [sys.executable, "setup.py", "-q", "build", "--build-base", str(base), "--build-lib", str(library)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run(command, cwd=ROOT, env={**environment, "QUEPU_CHECKS": BUILDS[name], "QUEPU_REQUIRE_COMPILED": "1"}, check=True)
    return library


def environment(name: str, library: Path) -> dict[str, str]:
    """What a Python needs to run on this build."""
    variables = {**os.environ, "PYTHONPATH": str(library), "QUEPU_REQUIRE_COMPILED": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    if "sanitizers" in BUILDS[name]:
        variables |= sanitizer_variables()
    return variables


def sanitizer_variables() -> dict[str, str]:
    """The sanitizers come before everything else in the process, and Python's own objects are allocated where they look."""
    libraries = [
        subprocess.run(["gcc", f"-print-file-name={library}"], capture_output=True, text=True, check=True).stdout.strip()
        for library in ("libasan.so", "libubsan.so")
    ]
    return {
        "LD_PRELOAD": ":".join(libraries),
        # Python gives some memory back only to the system, and what is too large to allocate is a MemoryError
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
        "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
    }


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1] not in BUILDS:
        sys.exit(__doc__)
    name, *arguments = sys.argv[1:]
    library = build(name)
    if arguments:
        os.execve(sys.executable, [sys.executable, *arguments], environment(name, library))


if __name__ == "__main__":
    main()
