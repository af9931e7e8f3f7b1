# Every target does its own set-up. Wanted: Python 3.11 or newer with venv, a C compiler, make.

PYTHON ?= python3
BIN := .venv/bin
PLAIN := .venv-plain/bin
SOURCES := $(shell find src -name '*.py' -o -name '*.pxd' -not -path 'src/quepu/rules/*/*') setup.py pyproject.toml

.PHONY: play test test-long lint test-compiled test-interpreted bench docs tiles clean

play: .venv/installed ## the interactive scorer
	@$(BIN)/quepu score

test: lint test-compiled test-interpreted ## the whole suite, compiled, and the core again interpreted

lint: .venv/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test-compiled: .venv/installed
	QUEPU_REQUIRE_COMPILED=1 $(BIN)/python -m pytest -m "not long"

# The same core without Cython, NumPy or a compiled file: C integers wrap and bounds checks are off, Python's do not and are not.
test-interpreted: .venv-plain/installed
	PYTHONPATH=src $(PLAIN)/python -m pytest -m "not long and not compiled"

test-long: .venv/installed ## the runs that take minutes
	QUEPU_REQUIRE_COMPILED=1 $(BIN)/python -m pytest -m long

bench: .venv/installed ## speed, beside a named peer in the same run
	$(BIN)/python benchmarks/bench.py

docs: .venv/installed ## write the generated pages anew
	$(BIN)/python docs/generate.py

tiles: .venv/installed ## draw the tile faces anew
	$(BIN)/python tools/draw_tiles.py

.venv/tools: requirements-dev.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

.venv/installed: .venv/tools $(SOURCES)
	QUEPU_REQUIRE_COMPILED=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --force-reinstall .
	@touch $@

.venv-plain/installed: requirements-dev.txt
	$(PYTHON) -m venv .venv-plain
	grep -E '^(pytest|hypothesis)==' requirements-dev.txt | xargs $(PLAIN)/python -m pip install --quiet --disable-pip-version-check
	@touch $@

clean:
	rm -rf .venv .venv-plain build src/*.egg-info test-output
	find src -name '*.so' -delete
