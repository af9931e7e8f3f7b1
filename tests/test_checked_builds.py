"""The checked builds find what they are for: a module with faults, built and run as the kernel is."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CHECKED = runpy.run_path(str(ROOT / "tools/checked.py"))

pytestmark = pytest.mark.compiled

FAULTS = """
def past_view(unsigned char[::1] view, int at):
    return view[at]

cdef int past_array_without_python(int at) noexcept nogil:
    cdef int[4] cells
    cells[:] = [1, 2, 3, 4]
    return cells[at]

def past_array(int at):
    return past_array_without_python(at)

def too_large(int number):
    return number * number

def divided(int number, int by):
    return number // by
"""

CALLS = {
    "past_view": "past_view(bytearray(8), 12)",
    "past_array": "past_array(4)",
    "too_large": "too_large(2**30)",
    "divided": "divided(1, 0)",
}
BY_CYTHON = {"past_view": "IndexError", "too_large": "OverflowError", "divided": "ZeroDivisionError"}
BY_SANITIZERS = {
    "past_view": "AddressSanitizer: heap-buffer-overflow",
    "past_array": "runtime error: index 4 out of bounds for type 'int [4]'",
    "divided": "runtime error: division by zero",
}
EXPECTED = {"cython": BY_CYTHON, "sanitizers": BY_SANITIZERS, "all": BY_SANITIZERS | BY_CYTHON}
"""What each build says of each fault; in the last Cython is asked first."""


@pytest.fixture(scope="module", params=["all", *(pytest.param(name, marks=pytest.mark.long) for name in ("cython", "sanitizers"))])
def build(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """The name of a build, and a folder with the faulty module built so."""
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "faults.pyx").write_text(FAULTS)
    checks = CHECKED["BUILDS"][request.param]
    directives = CHECKED["from_setup"]("DIRECTIVES") | (CHECKED["from_setup"]("CHECKED_DIRECTIVES") if "cython" in checks else {})
    flags = CHECKED["from_setup"]("SANITIZERS") if "sanitizers" in checks else []
    (folder / "build.py").write_text(
        "from Cython.Build import cythonize\n"
        "from setuptools import Extension, setup\n"
        f"flags = {flags!r}\n"
        "faults = Extension('faults', ['faults.pyx'], extra_compile_args=['-O1', '-g0', *flags], extra_link_args=flags)\n"
        f"setup(ext_modules=cythonize([faults], compiler_directives={directives!r}, quiet=True))\n"
    )
    subprocess.run([sys.executable, "build.py", "-q", "build_ext", "--inplace"], cwd=folder, check=True, capture_output=True)
    return request.param, folder


def test_every_fault_ends_in_a_report(build: tuple[str, Path]) -> None:
    name, folder = build
    said = {}
    for fault in EXPECTED[name]:
        code = f"import faults\nprint('loaded', flush=True)\nfaults.{CALLS[fault]}\nprint('went on')"
        answer = subprocess.run([sys.executable, "-c", code], env=CHECKED["environment"](name, folder), capture_output=True, text=True)
        assert answer.stdout == "loaded\n", answer.stderr
        assert answer.returncode != 0
        said[fault] = EXPECTED[name][fault] if EXPECTED[name][fault] in answer.stderr else answer.stderr
    assert said == EXPECTED[name]
