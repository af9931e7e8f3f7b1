# Every target does its own set-up. Wanted: Python 3.11 or newer with venv, a C compiler, make.

PYTHON ?= python3
BIN := .venv/bin
PLAIN := .venv-plain/bin
BENCH := .venv-bench/bin
PIP := -m pip --disable-pip-version-check
QUIET := {'--global-option': '--quiet'}
SOURCES := $(shell find src -type f -not -name '*.so' -not -path '*/__pycache__/*' -not -path '*.egg-info/*' -not -path 'src/quepu/rules/*/*.pxd') setup.py pyproject.toml

# pytest keeps what it makes of the tests' assertions beside them, else every process makes it anew.
unexport PYTHONDONTWRITEBYTECODE

# Processes of tests, eight at most; one that has done its own takes over from another. Tests of servers and pages wait a good part of their
# time, so there are two processes for each processor; the others compute all the time.
CORES := $(shell getconf _NPROCESSORS_ONLN)
PARALLEL := -n $(CORES) --maxprocesses 8 --dist worksteal
WAITING := -n $$((2 * $(CORES))) --maxprocesses 8 --dist worksteal

# Where the server looks for Pyodide.
PYODIDE := .venv/share/quepu/pyodide

# What the compiled tests need: the package, their tools, a database, a browser, Pyodide.
TESTED := .venv/tools .venv/installed .venv/postgres .venv/proxies .venv-web/tools .venv-web/browser $(PYODIDE)/package.json

.PHONY: play offline dist test test-long test-loaded lint lint-python lint-pages test-compiled test-interpreted test-interpreted-long sanitize sanitize-long fuzz bench load docs tiles icons requirements audit clean

# The site starts at once; what it offers for use without a network is fetched meanwhile, where there is npm.
play: .venv/installed ## the site, in the browser
	@! command -v npm > /dev/null || $(MAKE) --silent offline > /dev/null 2>&1 &
	@$(BIN)/quepu serve

offline: $(PYODIDE)/package.json ## what the site offers for use without a network (13 MB)

dist: .venv/runtime ## a source archive and a wheel, in dist/
	rm -rf dist
	$(BIN)/python -c "from setuptools import build_meta; build_meta.build_sdist('dist', $(QUIET))"
	QUEPU_REQUIRE_COMPILED=1 $(BIN)/python -c "from setuptools import build_meta; build_meta.build_wheel('dist', $(QUIET))"

test: lint test-compiled test-interpreted sanitize ## the whole suite, compiled; the core again, interpreted and with every check

lint: .venv/tools .venv/installed .venv-web/tools
	@$(MAKE) --no-print-directory -j 2 --output-sync=target lint-python lint-pages

lint-python:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

lint-pages:
	.venv-web/node_modules/.bin/tsc -p tests/web/tsconfig.json
	.venv-web/node_modules/.bin/prettier --log-level warn --config tests/web/.prettierrc.json --check "src/quepu/server/web/**/*.js" "!**/vendor/**"

test-compiled: $(TESTED)
	QUEPU_REQUIRE_COMPILED=1 $(BIN)/python -m pytest $(WAITING) -m "not long"

# Commands, documents and tools do no arithmetic of their own: they are tested interpreted in the long runs only.
NOT_CORE := $(addprefix --ignore=tests/test_,$(addsuffix .py,arena benchmarks bot_command cli cli_errors docs play quiz record_commands tile_faces tools workers))

# The same core without Cython, NumPy, the server or a compiled file: C integers wrap and bounds checks are off, Python's do not and are not.
test-interpreted: .venv-plain/installed
	PYTHONPATH=src $(PLAIN)/python -m pytest $(PARALLEL) -m "not long and not compiled" --ignore=tests/server --ignore=tests/web --ignore=tests/env $(NOT_CORE)

test-interpreted-long: .venv-plain/installed
	$(MAKE) test-interpreted NOT_CORE=

test-loaded: $(TESTED) .venv-plain/installed ## the tests three times in a row, beside processes that keep every processor busy
	$(BIN)/python tools/under_load.py 3 $(MAKE) test

test-long: $(TESTED) sanitize-long test-interpreted-long ## the runs that take minutes
	QUEPU_REQUIRE_COMPILED=1 $(BIN)/python -m pytest $(PARALLEL) -m long

# The kernel with checks, in builds of its own below build/. A check that fails where C may not raise is a failure too.
ON_CHECKED := -m pytest -p no:cacheprovider -W error::pytest.PytestUnraisableExceptionWarning
CORE_TESTS := $(addprefix tests/test_,$(addsuffix .py,batch single notation engine_play engine_circumstances engine_batch chooser rollouts planes))
MORE_TESTS := $(addprefix tests/test_,$(addsuffix .py,kernel opponents efficient fans exclusions waits distance legal_distance prospects properties woodshole guobiao \
	analysis levels master reasons search_reasons \
	engine_holds engine_lines engine_match engine_observation engine_random engine_record engine_view engine_wall engine_wins engine_woodshole engine_wrong_records))

sanitize: .venv/tools ## tests and fuzzers on the kernel with every check
	$(BIN)/python tools/checked.py all $(ON_CHECKED) $(PARALLEL) -m "not long" $(CORE_TESTS)
	$(BIN)/python tools/checked.py all -m tests.fuzz --inputs 12000

sanitize-long: .venv/tools ## the same at length, with the checks of Cython and with the sanitizers
	for build in cython sanitizers; do \
		$(BIN)/python tools/checked.py $$build $(ON_CHECKED) $(PARALLEL) $(CORE_TESTS) $(MORE_TESTS) && \
		$(BIN)/python tools/checked.py $$build -m tests.fuzz --inputs 400000 || exit 1; \
	done

fuzz: .venv/tools .venv/installed ## everything that takes bytes from outside, ten seconds each
	$(BIN)/python -m tests.fuzz

bench: .venv-bench/installed .venv-bench/valgrind ## speed, beside named peers in the same run; QUICK=1 for a short look
	$(BENCH)/python benchmarks/bench.py $(if $(QUICK),--quick)
	$(if $(QUICK),,$(BENCH)/python docs/generate.py)

load: .venv/tools .venv/installed .venv/postgres .venv/proxies ## three hundred tables of clients over real sockets, with one and with two processes; a thousand with two
	$(BIN)/python benchmarks/load.py --write
	$(BIN)/python docs/generate.py

docs: .venv/tools .venv/installed ## write the generated pages anew
	$(BIN)/python docs/generate.py

tiles: .venv/tools .venv/installed ## draw the tile faces anew
	$(BIN)/python tools/draw_tiles.py

icons: .venv/tools .venv-web/browser ## draw the PNG icons anew
	$(BIN)/python tools/draw_icons.py

requirements: .venv-audit/tools ## pin what operators install, with hashes
	cd deploy && ../.venv-audit/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
		--custom-compile-command "make requirements" -o requirements.txt requirements.in

audit: .venv-audit/tools ## known faults of what operators install
	.venv-audit/bin/python tools/audit.py

# What the site needs to run, and to be compiled; the tests need more (.venv/tools).
.venv/runtime: requirements-run.txt
	@echo "Installing what the site needs (about 90 MB) into .venv"
	$(PYTHON) -m venv .venv
	$(BIN)/python $(PIP) install -r requirements-run.txt
	@touch $@

.venv/tools: requirements-dev.txt .venv/runtime
	@echo "Installing what the tests need (about 700 MB, of which Ray is 250) into .venv"
	$(BIN)/python $(PIP) install --quiet -r requirements-dev.txt
	@touch $@

# pip would build the wheel in silence, so the build is called directly: it prints a line for each module.
.venv/installed: .venv/runtime $(SOURCES)
	@echo "Compiling the kernel and the rule books (about a minute)"
	@rm -rf build/wheel
	@find build/lib* -type f -not -name '*.so' -delete 2> /dev/null || true # else files removed from src stay in the wheel
	@QUEPU_REQUIRE_COMPILED=1 $(BIN)/python -c "from setuptools import build_meta; build_meta.build_wheel('build/wheel', $(QUIET))"
	@$(BIN)/python $(PIP) install --quiet --no-deps --force-reinstall build/wheel/quepu-*.whl
	@touch $@

# Pyodide: the version and the checksums are in tools/offline. The file that the server looks for first comes last.
$(PYODIDE)/package.json: tools/offline/package-lock.json | .venv/runtime
	command -v npm > /dev/null || tools/apt-install nodejs npm
	rm -rf build/offline && mkdir -p build/offline $(PYODIDE) && cp tools/offline/*.json build/offline/
	npm ci --prefix build/offline --no-audit --no-fund --ignore-scripts --loglevel error
	cd build/offline/node_modules/pyodide && cp pyodide.mjs pyodide.asm.mjs pyodide.asm.wasm python_stdlib.zip pyodide-lock.json $(CURDIR)/$(PYODIDE)
	cp build/offline/node_modules/pyodide/package.json $@ && touch $@

# The other database that the server can use; the tests start one of their own.
.venv/postgres: .venv/tools
	command -v postgres > /dev/null || ls /usr/lib/postgresql/*/bin/postgres > /dev/null 2>&1 || tools/apt-install postgresql
	@touch $@

# The proxies that the tests put in front of servers, and what checks the units for systemd.
.venv/proxies: .venv/tools
	command -v nginx > /dev/null || ls /usr/sbin/nginx > /dev/null 2>&1 || tools/apt-install nginx-light
	command -v caddy > /dev/null || tools/apt-install caddy
	command -v systemd-analyze > /dev/null || tools/apt-install systemd
	@touch $@

.venv-audit/tools: deploy/requirements-tools.txt
	$(PYTHON) -m venv .venv-audit
	.venv-audit/bin/python $(PIP) install --quiet -r deploy/requirements-tools.txt
	@touch $@

# The peers of the benchmarks, beside the compiled package.
.venv-bench/peers: requirements-bench.txt benchmarks/install_peers.py
	$(PYTHON) -m venv .venv-bench
	$(BENCH)/python benchmarks/install_peers.py
	@touch $@

.venv-bench/installed: .venv-bench/peers .venv/installed
	$(BENCH)/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall build/wheel/quepu-*.whl
	@touch $@

.venv-bench/valgrind: .venv-bench/peers
	command -v valgrind > /dev/null || tools/apt-install valgrind
	@touch $@

.venv-plain/installed: requirements-dev.txt
	$(PYTHON) -m venv .venv-plain
	grep -E '^(pytest|pytest-timeout|pytest-xdist|hypothesis)==' requirements-dev.txt | xargs $(PLAIN)/python -m pip install --quiet --disable-pip-version-check
	@touch $@

# What the pages are checked with: node and npm with the pinned packages, a browser, and Chinese fonts for it.
.venv-web/tools: tests/web/package.json
	command -v npm > /dev/null || tools/apt-install nodejs npm
	mkdir -p .venv-web && cp tests/web/package.json .venv-web/
	npm install --prefix .venv-web --no-package-lock --no-audit --no-fund --ignore-scripts --loglevel error
	@touch $@

.venv-web/browser:
	command -v chromium-headless-shell > /dev/null && fc-list | grep -q "Noto Serif CJK" || tools/apt-install chromium-headless-shell fonts-noto-cjk fontconfig
	mkdir -p .venv-web
	@touch $@

clean:
	rm -rf .venv .venv-plain .venv-bench .venv-web .venv-audit build src/*.egg-info test-output
	find src -name '*.so' -delete
