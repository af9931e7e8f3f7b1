"""The compiled part of the build. Everything else is in pyproject.toml.

The kernel and the rule books are plain Python; where a C compiler is found they are compiled, else they run as they are.
"""

import ast
import os
import platform
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

try:
    from Cython.Build import cythonize
except ModuleNotFoundError:  # the package still works, interpreted
    cythonize = None

SOURCE = Path("src")
# bits.pxd declares the processor's instructions: there is nothing to compile in bits.py
KERNEL = sorted(path for path in SOURCE.glob("quepu/kernel/*.py") if path.with_suffix(".pxd").exists() and path.stem != "bits")
RULES = sorted(path for path in SOURCE.glob("quepu/rules/*/*.py") if path.stem not in ("__init__", "book"))

SHARED = "quepu.kernel._cyutility"
"""What Cython would repeat in every module is compiled once, in this one."""

# Every 64-bit PC since 2008 counts bits in one step.
PROCESSOR = ["-mpopcnt"] if platform.machine() in ("x86_64", "AMD64") else []

# The C types are in .pxd files, so annotations stay Python's own and mean what they say to a type checker.
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
    # methods as Python's own built-in classes have them: Scorer.score(x) refuses an x that is no Scorer
    "binding": False,
}

# The kernel checked instead of trusted (tools/checked.py builds and runs it): QUEPU_CHECKS names what checks it. Cython looks at
# memoryviews and arithmetic; AddressSanitizer at every byte that is read or written, UndefinedBehaviorSanitizer at C arrays, shifts and
# divisions. Their report is the end of the process.
CHECKED_DIRECTIVES = {"boundscheck": True, "wraparound": True, "initializedcheck": True, "overflowcheck": True, "cdivision": False}
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"]
CHECKS = os.environ.get("QUEPU_CHECKS", "").split()

C_TYPES = {"Facts": "Facts", "Mask": "mask_t", "int": "int"}
"""What the annotations of a predicate's arguments become."""


def declare(path: Path) -> None:
    """Write the .pxd of a rule book's part: its predicates become C functions, the masks and shapes it imports C numbers."""
    lines = ["# Made by setup.py from the .py file of the same name.", "", "from quepu.kernel.facts cimport Facts, mask_t", ""]
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module in ("quepu.tiles", "quepu.kernel.shapes"):
            type = "mask_t" if node.module == "quepu.tiles" else "int"
            lines += [f"cdef {type} {alias.name}" for alias in node.names if alias.name not in C_TYPES]
        elif isinstance(node, ast.FunctionDef):
            kind = "cdef" if node.name.startswith("_") else "cpdef"
            arguments = ", ".join(f"{C_TYPES[ast.unparse(argument.annotation)]} {argument.arg}" for argument in node.args.args)
            lines.append(f"{kind} int {node.name}({arguments}) noexcept nogil")
    text = "\n".join([*lines, ""])
    pxd = path.with_suffix(".pxd")
    if not pxd.exists() or pxd.read_text(encoding="utf-8") != text:
        pxd.write_text(text, encoding="utf-8")


def extension(name: str, source: Path, optimise: str) -> Extension:
    # debugging symbols double the compiler's work, and nobody looks at the C code with a debugger
    # with all checks the compiler is what takes time; with some of them it is the long runs
    level = (optimise, "-O1", "-O0")[len(CHECKS)]
    # gcc unrolls recursions beyond the depth at which they end, and warns of what cannot happen there; the sanitizers look at what does
    arguments = [level, "-g0", "-Wno-array-bounds", *PROCESSOR]
    sanitizers = SANITIZERS if "sanitizers" in CHECKS else []
    optional = os.environ.get("QUEPU_REQUIRE_COMPILED") != "1"
    return Extension(name, [str(source)], extra_compile_args=[*arguments, *sanitizers], extra_link_args=sanitizers, optional=optional)


def extensions() -> list[Extension]:
    for path in RULES:
        declare(path)
    # -O3 gains nothing for predicates of a line or two
    modules = [(path, "-O3") for path in KERNEL] + [(path, "-O1") for path in RULES]
    # the largest first, so that no core is left with a long one at the end
    modules.sort(key=lambda module: -module[0].stat().st_size)
    shared = extension(SHARED, SOURCE.joinpath(*SHARED.split(".")).with_suffix(".c"), "-O1")
    return [shared, *(extension(".".join(path.relative_to(SOURCE).with_suffix("").parts), path, level) for path, level in modules)]


class build(build_ext):
    """Builds the modules side by side, as many at a time as there are cores, and prints a line for each that is done."""

    def build_extensions(self) -> None:
        total, jobs = len(self.extensions), self.parallel or os.cpu_count() or 1
        print(f"Translating {total} modules to C", flush=True)
        directives = DIRECTIVES | (CHECKED_DIRECTIVES if "cython" in CHECKS else {})
        # Cython looks at the sources alone, and would keep what was translated with other directives
        changed = Path("setup.py").stat().st_mtime
        self.force = self.force or any(path.stat().st_mtime < changed for path in Path(self.build_temp).rglob("*.c"))
        translated = cythonize(
            self.extensions, nthreads=jobs, build_dir=self.build_temp, include_path=[str(SOURCE)], compiler_directives=directives,
            shared_utility_qualified_name=SHARED, force=self.force, quiet=True,
        )  # fmt: skip
        sources = {module.name: module.sources for module in translated}
        for module in self.extensions:
            module.sources = sources[module.name]
        with ThreadPoolExecutor(jobs) as pool:
            building = {pool.submit(self.build_extension, module): module for module in self.extensions}
            try:
                for done, job in enumerate(as_completed(building), 1):
                    module = building[job]
                    with self._filter_build_errors(module):
                        job.result()
                    print(f"[{done}/{total}] {module.name}", flush=True)
            finally:
                pool.shutdown(cancel_futures=True)


setup(**({} if cythonize is None else {"ext_modules": extensions(), "cmdclass": {"build_ext": build}}))
