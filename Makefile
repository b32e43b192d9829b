# One command each: `make run` plays, `make test` proves. Both prepare .venv by themselves (`make setup`).
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: run test check setup format lock clean

run: setup
	@$(BIN)/etg tour

test: check
	$(BIN)/pytest -n 2 tests

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python tools/tidy.py
	$(BIN)/pytest tests/unit

setup: $(READY)

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "OpenETG needs Python 3.11 or newer; $(PYTHON) is older. Name another: make PYTHON=python3.12" >&2; exit 2; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Needs `uv` on PATH; only for who changes a dependency.
lock:
	uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-emit-find-links --no-annotate --no-header --quiet --output-file requirements.lock

clean:
	rm -rf .venv build dist
