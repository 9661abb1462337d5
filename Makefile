# Two targets stand alone on a fresh machine with Python 3.11 or later, a C compiler and make:
#   make demo    set up, and show the main job of each game
#   make test    set up, run all tests
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
KERNELS := setup.py $(wildcard engines/*/_*.py engines/*/*.pxd)

# What is compiled stays in build/, so that nothing is compiled again but what changed.
export DIST_EXTRA_CONFIG := $(CURDIR)/.pkg/in-place.cfg

# Python keeps what it has compiled, or each process of the tests does it again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo docs kernels test lint golden messages clean

# Kernels are compiled while what zet needs to run is installed.
MAKEFLAGS += --jobs=2
INSTALL := $(BIN)/python -m pip install --quiet --no-compile --disable-pip-version-check

# What compiles kernels and makes packages. What is imported is compiled then, and no more.
REQUIRES := import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"])
IS_RECENT := import sys; sys.exit(sys.version_info < (3, 11))
TOO_OLD = zet needs Python 3.11 or later; $(PYTHON) is $$($(PYTHON) --version). Name another: make $(MAKECMDGOALS) PYTHON=python3.12
$(VENV)/builds: pyproject.toml
	@$(PYTHON) -c '$(IS_RECENT)' || { echo "$(TOO_OLD)" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(INSTALL) $$($(BIN)/python -c '$(REQUIRES)')
	touch $@

# A kernel that was edited is compiled in place, in some ten seconds.
$(VENV)/kernels: $(KERNELS) $(VENV)/builds
	@echo "Compiling the kernels: two minutes of CPU time for all of them, seconds for one that was edited"
	$(BIN)/python -W ignore setup.py --quiet build_ext --inplace
	touch $@

# The package, in place.
$(VENV)/runs: $(VENV)/builds
	ZET_WITHOUT_KERNELS=1 $(INSTALL) --no-build-isolation --editable .
	touch $@

# The same with what tests, checks and documents it.
$(VENV)/installed: $(VENV)/runs
	ZET_WITHOUT_KERNELS=1 $(INSTALL) --no-build-isolation --editable '.[dev]'
	touch $@

kernels: $(VENV)/kernels $(VENV)/runs

TITLE := printf '\n\033[1m%s\033[0m\n\n'

demo: kernels
	@rm -rf demo && mkdir demo
	@$(TITLE) "Tectonic: a hard puzzle, made, and solved with the reason for each step"
	$(BIN)/zet tectonic generate --board 4x4 --rating hard --seed 36 | $(BIN)/zet tectonic explain --brief
	@$(TITLE) "Tic-tac-toe: the move that wins, and the value of four in a row on 5x5, proven"
	echo "XO..X...O X" | $(BIN)/zet ttt show
	echo "XO..X...O X" | $(BIN)/zet ttt bestmove
	$(BIN)/zet ttt solve --board 5x5 --k 4 --value-only
	@$(TITLE) "Walls: the best move in a game, and who wins the empty board, proven"
	$(BIN)/zet walls show samples/walls/game.walls
	$(BIN)/zet walls solve samples/walls/game.walls
	$(BIN)/zet walls convert --board 3x3 --extra-move | $(BIN)/zet walls solve | head -1
	@$(TITLE) "Renju: a win in eleven moves against every defense, and its proof, checked without the solver"
	sed -n 4p samples/renju/problems.txt | $(BIN)/zet renju solve | tee demo/win.txt
	sed -n 4p samples/renju/problems.txt | $(BIN)/zet renju show --mark "$$(sed 's/.*moves: //' demo/win.txt)"
	sed -n 4p samples/renju/problems.txt | $(BIN)/zet renju solve --defenses tree --format json | $(BIN)/zet renju verify
	@$(TITLE) "match5: a player that learns from its losses, and a pattern that it has learned"
	$(BIN)/zet match5 new demo/bob.fivo --name Bob
	$(BIN)/zet match5 train demo/bob.fivo --opponent greedy --games 200 --report 50 --seed 1
	$(BIN)/zet match5 inspect demo/bob.fivo --pattern 1
	@echo && echo "zet is in $(BIN): try $(BIN)/zet help, or docs/README.md"

test: kernels $(VENV)/installed
	$(BIN)/python -m pytest -q --numprocesses=auto --dist=loadfile --durations=25

lint: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pyright

# Rewrite the expected outputs in tests/golden, README.md and docs, with GAME=ttt those of one game; read the
# difference.
golden: kernels $(VENV)/installed
	PYTHONPATH=tests $(BIN)/python tests/cli/test_golden.py $(GAME)
	PYTHONPATH=tests $(BIN)/python tests/test_docs.py $(GAME)
	PYTHONPATH=tests $(BIN)/python tests/test_docs_python.py

# Build the site from docs into build/site, which needs no network, and ask its search the questions of newcomers; a
# warning, a broken link and a question without its page are errors. The environment is fresh each time, because the
# search ranks some pages lower after a build of the changed pages alone.
docs: $(VENV)/installed
	$(BIN)/sphinx-build --quiet --fresh-env --fail-on-warning --keep-going --builder html docs build/site
	$(BIN)/python tests/site_search.py build/site

# Compile the messages of each language, cli/words/LANGUAGE.po, and list the messages that it lacks.
messages: $(VENV)/installed
	$(BIN)/python tests/catalogues.py

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage*
	find engines -name '*.so' -delete


# Build what changed and run the tests of one game: make quick GAME=renju
quick: kernels $(VENV)/installed
	$(BIN)/python -m pytest -q --numprocesses=auto --dist=loadfile --game $(GAME)

# Run all tests and list the lines of Python that none of them reaches in the process of the tests.
coverage: kernels $(VENV)/installed
	$(BIN)/coverage run -m pytest -q
	$(BIN)/coverage report

.PHONY: coverage kernels quick

# Check that every message is translated and the longest certificate valid. Build the distributions and check
# them: metadata, contents, the same bytes from a second build; they install, work, and leave nothing behind.
release-check: kernels $(VENV)/installed
	$(BIN)/python tests/catalogues.py --complete
	$(BIN)/zet renju verify samples/renju/h8a1.proof.gz
	.ci/release dist

# The part of the changelog on the version of pyproject.toml.
release-notes:
	@awk '/^## /{on = ($$2 == "'$$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)'"); next} on' CHANGELOG.md

# Compile the kernels under the sanitizers of addresses and of undefined behavior, in a folder of their own, and
# run the tests of the engines and the corpus of the fuzzers on them. It takes a quarter of an hour.
sanitized: $(VENV)/installed
	.ci/sanitized build/sanitized

.PHONY: release-check release-notes sanitized
