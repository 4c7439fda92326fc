# Every target makes the virtual environment it needs from its lock file; PYTHON names another interpreter (3.11+).
PYTHON ?= python3
RUN := .venv/bin/python
DEV := .venv-dev/bin/python
# How many processes share the tests: one for each core; make WORKERS=0 test runs them one after another.
WORKERS ?= auto

.PHONY: run compiled compiled-if-possible test test-rules test-faults test-secrets mutants lint bench demo screenshots presses lock clean

run: .venv/.ready compiled-if-possible
	$(RUN) -m bot

# The rules compiled by mypyc for this Python, anew only after a change of them (half a minute of a processor).
compiled: .venv-build/.ready
	.venv-build/bin/python hatch_build.py

# Where there is no C compiler, or KRUPIER_RULES=pure asks for none, the rules run as they stand.
compiled-if-possible:
	@if [ "$$KRUPIER_RULES" != pure ] && command -v $${CC:-cc} >/dev/null; then \
		$(MAKE) --no-print-directory compiled || echo "The rules could not be compiled; they run as they stand."; fi

# Everything on the sources of the rules; the tests of the rules on the compiled ones too, where they can be built.
test: .venv-dev/.ready compiled-if-possible
	$(DEV) -m pytest --numprocesses $(WORKERS) --dist worksteal
	@if [ "$$KRUPIER_RULES" != pure ] && KRUPIER_RULES=compiled $(DEV) -m rules about; then \
		KRUPIER_RULES=compiled $(DEV) -m pytest --numprocesses $(WORKERS) --dist worksteal tests/rules; fi

# The tests of the rules on both kinds of them.
test-rules: .venv-dev/.ready compiled
	KRUPIER_RULES=pure $(DEV) -m pytest --numprocesses $(WORKERS) --dist worksteal tests/rules
	KRUPIER_RULES=compiled $(DEV) -m pytest --numprocesses $(WORKERS) --dist worksteal tests/rules

# Every fault of tests/faults at its full size; `make test` tries a fast share of each. The other rooms have those faults that
# are tried once: what `storage check` finds, SQLite's own, servers and threads that go and come, an event that cannot be read.
FAULTS := tests/faults tests/storage tests/bot/maintenance tests/wire/test_unreadable_event.py
test-faults: .venv-dev/.ready
	KRUPIER_FAULTS=full $(DEV) -m pytest --numprocesses $(WORKERS) --dist worksteal $(FAULTS)

# Ten thousand games of each kind beside their twins, canaries, and leaks planted on purpose that the tests must notice.
test-secrets: .venv-dev/.ready
	KRUPIER_FAULTS=full $(DEV) -m pytest --numprocesses $(WORKERS) --dist worksteal tests/secrets
	$(DEV) -m tests.secrets.planted

# Small changes of the rules, one at a time: whatever the tests of the rules do not notice, and tests/mutants/explained.toml
# does not explain, is named (nightly: some hours; interrupted, it goes on where it was). `make ROOM=mafia_city mutants` tries
# one room, `make ROOM=--of=300 mutants` 300 of each by lot, `make ROOM=--told mutants` says what is known.
mutants: .venv-dev/.ready
	WORKERS=$(WORKERS) nice -n 19 $(DEV) -m tests.mutants $(ROOM)

lint: .venv-dev/.ready
	$(DEV) -m ruff check .
	$(DEV) -m ruff format --check .
	$(DEV) -m mypy
	.venv-dev/bin/lint-imports
	$(DEV) -m tests.audit

# Each figure with its aim; the rules compiled where they can be, whoever is measured beside them from a lock file of their own.
bench: .venv-bench/.ready compiled-if-possible
	KRUPIER_RULES="$$KRUPIER_RULES" .venv-bench/bin/python -m tests.bench

.venv/.ready: requirements.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Krupier needs Python 3.11 or newer; name one with: make PYTHON=python3.11 run")'
	$(PYTHON) -m venv .venv
	$(RUN) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	touch $@

.venv-build/.ready: requirements-build.lock
	$(PYTHON) -m venv .venv-build
	.venv-build/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-build.lock
	touch $@

.venv-dev/.ready: requirements-dev.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Krupier needs Python 3.11 or newer; name one with: make PYTHON=python3.11 test")'
	$(PYTHON) -m venv .venv-dev
	$(DEV) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	touch $@

.venv-bench/.ready: requirements-bench.lock
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.lock
	touch $@

# A game that plays itself in the browser, without a Discord account.
demo: .venv/.ready
	$(RUN) -m bot.local.demo

# Renews the pictures in docs/ from real games, the same each time (needs Chromium and a font with emoji, such as
# fonts-noto-color-emoji); one that looks as before is left alone.
screenshots: .venv-dev/.ready
	$(DEV) -m tests.page.screenshots

# Plays each game to its end by the buttons of the page, on a desk and on a phone, and prints what a decision costs in
# presses (needs Chromium; some minutes).
presses: .venv-dev/.ready
	$(DEV) -m tests.page.whole_game

# Renews the lock files from pyproject.toml; those of the compiler's tools and the bench follow the one for tests (needs uv).
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header pyproject.toml -o requirements.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --extra dev pyproject.toml -o requirements-dev.lock
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --extra dev --extra bench --constraint requirements-dev.lock pyproject.toml -o requirements-bench.lock
	printf 'hatchling\nmypy[mypyc]\nsetuptools\n' | uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --constraint requirements-dev.lock - -o requirements-build.lock

clean:
	rm -rf .venv .venv-dev .venv-build .venv-bench rules/_compiled
