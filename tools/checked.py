"""Builds the kernel with checks, beside the installed one, and runs Python on it: ``python tools/checked.py BUILD [ARGUMENT …]``.

- ``cython``: Cython checks bounds, overflow, division and what is not initialised; a fault is an exception.
- ``sanitizers``: AddressSanitizer and UndefinedBehaviorSanitizer; a fault is the end of the process, with a report.
- ``all``: both in one build, for a short run.

``python tools/checked.py sanitizers -m pytest tests/test_kernel.py`` builds what has changed in ``build/sanitizers`` and runs the tests on
it. Without arguments it only builds. ``--from-c`` before the arguments compiles the C files of an earlier build, for a machine that has a
compiler and Python's headers but neither Cython nor setuptools.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

BUILDS = {"cython": "cython", "sanitizers": "sanitizers", "all": "cython sanitizers"}
ROOT = Path(__file__).resolve().parent.parent


def build(name: str) -> None:
    """Build what has changed."""
    library = library_of(name)
    for path in library.rglob("*"):  # else files removed from src would stay
        if path.is_file() and path.suffix != ".so":
            path.unlink()
    command = [sys.executable, "setup.py", "-q", "build", "--build-base", str(library.parent), "--build-lib", str(library)]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    subprocess.run(command, cwd=ROOT, env={**environment, "QUEPU_CHECKS": BUILDS[name], "QUEPU_REQUIRE_COMPILED": "1"}, check=True)


def library_of(name: str) -> Path:
    return ROOT / "build" / name / "lib"


def compile_translated(name: str) -> None:
    """Compile the C files of a build, as many at a time as there are cores."""
    library = library_of(name)
    sources = sorted(library.parent.glob("temp*/src/**/*.c"), key=lambda path: -path.stat().st_size)
    sanitizers = from_setup("SANITIZERS") if "sanitizers" in BUILDS[name] else []
    flags = ["-O1", "-g0", "-fwrapv", "-fPIC", "-shared", "-w", f"-I{sysconfig.get_path('include')}", *sanitizers]

    def compile(source: Path) -> None:
        module = library.joinpath(*source.parts[source.parts.index("src") + 1 :])
        target = module.with_suffix(str(sysconfig.get_config_var("EXT_SUFFIX")))
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            subprocess.run(["gcc", *flags, str(source), "-o", str(target)], check=True)
            print(target.relative_to(library), flush=True)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(compile, sources))


def from_setup(name: str) -> Any:
    """A constant of setup.py, which runs only where there is setuptools."""
    for node in ast.parse((ROOT / "setup.py").read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == name:
            return ast.literal_eval(node.value)
    raise KeyError(name)


def environment(name: str, library: Path) -> dict[str, str]:
    """The environment for a Python process that runs this build."""
    variables = {
        **os.environ,
        "PYTHONPATH": str(library),
        "QUEPU_REQUIRE_COMPILED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "QUEPU_BUILD": name,
    }
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
    if arguments[:1] == ["--from-c"]:
        arguments = arguments[1:]
        compile_translated(name)
    else:
        build(name)
    if arguments:
        os.execve(sys.executable, [sys.executable, *arguments], environment(name, library_of(name)))


if __name__ == "__main__":
    main()
