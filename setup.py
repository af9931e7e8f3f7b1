"""The compiled part of the build. Everything else stands in pyproject.toml.

The kernel and the rule books are plain Python; where a C compiler is found they are compiled, else they run as they are.
"""

import ast
import os
import platform
from pathlib import Path

from setuptools import setup

try:
    from Cython.Build import build_ext
    from Cython.Distutils.extension import Extension
except ModuleNotFoundError:  # the package still works, interpreted
    build_ext = Extension = None

SOURCE = Path("src")
KERNEL = sorted(path for path in SOURCE.glob("quepu/kernel/*.py") if path.with_suffix(".pxd").exists())
RULES = sorted(path for path in SOURCE.glob("quepu/rules/*/*.py") if path.stem not in ("__init__", "book"))

# Every 64-bit PC since 2008 counts bits in one step.
PROCESSOR = ["-mpopcnt"] if platform.machine() in ("x86_64", "AMD64") else []

# The C types stand in .pxd files, so annotations stay Python's own and mean what they say to a type checker.
DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "infer_types": True,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "always_allow_keywords": True,
    # None where an object is expected, or a pickle with any numbers in it, would lead C to memory that is not ours
    "allow_none_for_extension_args": False,
    "auto_pickle": False,
}


def declare(path: Path) -> None:
    """Write the .pxd of a rule book's part: its predicates become C functions, the masks and shapes it imports C numbers."""
    lines = ["# Made by setup.py from the .py file of the same name.", "", "from quepu.kernel.facts cimport Facts, mask_t", ""]
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module in ("quepu.tiles", "quepu.kernel.shapes"):
            type = "mask_t" if node.module == "quepu.tiles" else "int"
            lines += [f"cdef {type} {alias.name}" for alias in node.names]
        elif isinstance(node, ast.FunctionDef):
            kind = "cdef" if node.name.startswith("_") else "cpdef"
            types = ("Facts" if ast.unparse(arg.annotation) == "Facts" else "mask_t" for arg in node.args.args)
            arguments = ", ".join(f"{type} {arg.arg}" for type, arg in zip(types, node.args.args, strict=True))
            lines.append(f"{kind} int {node.name}({arguments}) noexcept nogil")
    text = "\n".join([*lines, ""])
    pxd = path.with_suffix(".pxd")
    if not pxd.exists() or pxd.read_text(encoding="utf-8") != text:
        pxd.write_text(text, encoding="utf-8")


def extensions() -> list:
    for path in RULES:
        declare(path)
    return [
        Extension(
            ".".join(path.relative_to(SOURCE).with_suffix("").parts),
            [str(path)],
            cython_directives=DIRECTIVES,
            cython_include_dirs=[str(SOURCE)],
            cython_c_in_temp=True,
            extra_compile_args=["-O3", *PROCESSOR],
            optional=os.environ.get("QUEPU_REQUIRE_COMPILED") != "1",
        )
        for path in [*KERNEL, *RULES]
    ]


if Extension is None:
    setup()
else:
    setup(ext_modules=extensions(), cmdclass={"build_ext": build_ext})
