# Six verbs; each works through run.py, so that a fresh machine needs nothing but Python.
PYTHON ?= python3
RUN = $(PYTHON) run.py

.PHONY: setup test check fix golden bench lock dist

setup:            ## prepare the workspace
	$(RUN)

test:             ## all tests
	$(RUN) pytest

check:            ## what CI runs, but for the clean checkout
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(RUN) mypy
	$(RUN) lint-imports
	$(RUN) pytest

fix:              ## format, and lint what can be mended
	$(RUN) ruff check --fix .
	$(RUN) ruff format .

golden:           ## rewrite golden files; review the diff
	$(RUN) pytest tests/golden tests/house --golden

bench:            ## speed on FOLDER; quality has a command of its own, see docs/benchmarks.md
	$(RUN) python bench/speed.py $(FOLDER)

lock:             ## resolve, and stage uv.lock without addresses
	$(RUN) python tools/lock.py

dist:             ## wheels of all six packages
	$(RUN) python tools/dist.py
