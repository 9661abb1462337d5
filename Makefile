# Two targets stand alone on a fresh machine with Python 3.11 or later, a C compiler and make:
#   make demo    set up, solve the sample puzzles and show them
#   make test    set up, run all tests
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
KERNELS := $(wildcard engines/*/_*.py engines/*/*.pxd)

CATALOGUES := $(wildcard cli/locale/*.po)

.PHONY: demo test lint golden messages clean

# The package is installed in place; it is built again when a kernel or the packaging changes.
$(VENV)/installed: pyproject.toml $(KERNELS)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

demo: $(VENV)/installed
	$(BIN)/zet tectonic solve samples/tectonic/three.xml
	$(BIN)/zet tectonic explain samples/tectonic/one.xml

test: $(VENV)/installed
	$(BIN)/python -m pytest -q

lint: $(VENV)/installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Write the expected outputs in tests/golden, README.md and docs anew; read the difference before it is
golden: $(VENV)/installed
	PYTHONPATH=tests $(BIN)/python tests/cli/test_golden.py
	PYTHONPATH=tests $(BIN)/python tests/test_docs.py

# Compile the messages of each language, cli/locale/LANGUAGE.po, to what gettext reads.
messages: $(CATALOGUES:.po=/LC_MESSAGES/zet.mo)

cli/locale/%/LC_MESSAGES/zet.mo: cli/locale/%.po | $(VENV)/installed
	mkdir -p $(@D)
	$(BIN)/pybabel --quiet compile --input-file $< --output-file $@ --locale $*

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find engines -name '*.so' -delete
