# One command each: `make run` plays, `make test` proves. Both prepare what they need (`make setup`, `make web`).
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
# Compiled files are kept: without them every worker of the tests compiles all tests anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run tour test check quick lint pages setup web browser screens bench evidence fuzz format lock sbom clean

run: web
	@$(BIN)/etg floor run

tour: setup
	@$(BIN)/etg tour

# What takes a minute by itself and is like something that runs here too goes to `make evidence` (also by its mark), with
# ten times the kills.
AIMED_PG = tests/faults/test_floor_kill_aimed.py::test_kills_aimed_at_every_step_on_postgresql

# What has use for one core only goes side by side. Tests in a browser and with real processes wait a good deal: three of
# them at a time keep two cores busy. A file stays together: its tests may share one floor, in their order. Each by itself: the browser's driver leaves a loop running in its process.
test: setup
	@$(MAKE) --no-print-directory -j 2 -O lint pages
	OPENETG_EXAMPLES=60 $(BIN)/pytest -n 2 --dist loadfile tests/unit
	$(BIN)/pytest -n 3 --dist loadfile -m "not evidence" --durations 8 tests/browser --ignore tests/browser/test_displays.py
	OPENETG_KILLS=12 $(BIN)/pytest -n 3 --dist loadfile tests/conformance tests/faults tests/fuzz --deselect $(AIMED_PG)

# A minute on two cores: what a person runs between two thoughts. What takes a fifth of a second and more is `slow`.
check: setup
	@$(MAKE) --no-print-directory -j 2 -O lint quick

quick: setup
	$(BIN)/pytest -n 2 --dist loadfile -m "not slow" tests/unit

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python tools/tidy.py

pages: web browser
	$(BIN)/python tools/web.py check
	$(BIN)/python tools/web.py test

setup: $(READY)

# The lock names every package there is, so nothing is resolved anew: with an extra in a requirement (`python-socks[asyncio]`)
# the resolver would look past the pin as soon as something newer is published, and stop. `pip check` sees a lock with a hole.
$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "OpenETG needs Python 3.11 or newer; $(PYTHON) is older. Name another: make PYTHON=python3.12" >&2; exit 2; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	$(BIN)/python -m pip check --disable-pip-version-check
	@touch $(READY)

# The pages, built with the pinned Node.js of the lock.
web: setup
	@$(BIN)/python tools/web.py build

# The pictures in docs/screens, taken by the tests that look at those screens.
screens: browser web
	OPENETG_SCREENS=1 $(BIN)/pytest -n 2 --dist loadfile tests/browser/test_the_screen.py tests/browser/test_screens_for_all.py

# The browser the tests drive: the system's Chromium, installed if it is missing and that is allowed.
browser: setup
	@$(BIN)/python tools/browser.py

# The core, the journal beside a bare file, replay, and CPU per durable wager beside a bare picows echo and a C echo.
bench: setup
	$(BIN)/python bench/floor_core.py
	$(BIN)/python bench/journal.py
	$(BIN)/python bench/replay.py
	$(BIN)/python bench/wager.py --connections 100 1000 5000

# Faults of disk, server and process, ten times as many as in `make test`; then every cited value of every rulebook and the
# code of the core perturbed, one at a time: what no test notices is named, and fails unless it is accepted with its reason
# (docs/internals/mutation-survivors.toml).
evidence: setup web browser
	$(BIN)/pytest -n 2 --dist loadfile tests/browser/test_displays.py
	$(BIN)/pytest -n 2 --dist loadfile -m evidence tests/browser
	OPENETG_FAULTS=10 OPENETG_KILLS=300 $(BIN)/pytest -o faulthandler_timeout=7200 tests/faults
	$(BIN)/python tools/mutate_rulebooks.py
	$(BIN)/python tools/mutate_code.py

# Every command there is, at random, on a floor with all five instruments; then bytes at everything that reads bytes from
# outside. OPENETG_EXAMPLES=20000 OPENETG_SECONDS=1800 for a whole night.
fuzz: setup
	OPENETG_EXAMPLES=$${OPENETG_EXAMPLES:-3000} $(BIN)/pytest -o faulthandler_timeout=86400 tests/unit/floor/test_whole_floor.py
	$(BIN)/python tools/fuzz.py --seconds $${OPENETG_SECONDS:-60}

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python tools/web.py format

# Needs `uv` on PATH; only for who changes a dependency.
lock:
	uv pip compile pyproject.toml --group dev --extra export --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-emit-find-links --no-annotate --no-header --quiet --output-file requirements.lock

# The bill of materials of a release: every package of both locks, CycloneDX, in build/.
sbom: setup
	@$(BIN)/python tools/sbom.py

clean:
	rm -rf .venv build dist web/node_modules web/dist
