# Everything here sets itself up: a virtual environment in .venv, and what the task needs in it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8765
TESTS ?= tests

.DEFAULT_GOAL := help
.PHONY: help play test run bench lint format browser pages gallery pins audit clean

help:
	@echo "make play    play in the browser, without a Discord account (PORT=$(PORT))"
	@echo "make test    run the tests"
	@echo "make run     run the bot on Discord (needs ATOUT_TOKEN)"
	@echo "make bench   measure, in ratios against named baselines"
	@echo "make lint    style, types and import rules"
	@echo "make gallery pictures of all main screens, in build/gallery"
	@echo "make pins    pin anew what a host installs (deploy/requirements.txt)"
	@echo "make audit   ask for known faults in what is pinned"

play: $(VENV)/.play
	@$(BIN)/python -m bot play --port $(PORT) $(if $(NO_BROWSER),--no-browser)

run: $(VENV)/.run
	@$(BIN)/python -m bot run

test: $(VENV)/.dev browser
	@$(BIN)/python -m pytest -n 2 --dist worksteal $(TESTS)

bench: $(VENV)/.dev
	@$(BIN)/python -m bot bench
	@$(BIN)/python -m bot bench-load
	@$(BIN)/python -m bot arena all --deals 24

lint: $(VENV)/.dev
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: $(VENV)/.dev
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

browser:
	@sh tests/get_browser.sh

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Atout needs Python 3.11 or newer; name it with: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "Python lacks its venv module: apt-get install python3-venv"; exit 1; }
	@echo "Setting up .venv (once) ..."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.run: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.play: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[play]'
	@touch $@ $(VENV)/.run

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@ $(VENV)/.play $(VENV)/.run

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

pages: $(VENV)/.dev
	@$(BIN)/python -m bot pages

# Pictures of every main screen, to be looked at; those of the README are made anew with README=1.
gallery: $(VENV)/.dev browser
	@$(BIN)/python -m tests.stand_in_page.gallery $(if $(README),--readme docs/pictures,build/gallery)

# The build's own tool is pinned beside what the bot needs, so that nothing else is fetched.
pins: $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@echo 'setuptools>=77' | $(BIN)/uv pip compile pyproject.toml - --quiet --universal \
	  --python-version 3.11 --generate-hashes --no-annotate --upgrade \
	  --custom-compile-command 'make pins' --output-file deploy/requirements.txt

# Where the list of known faults cannot be reached that is said, and is no failure.
audit: $(VENV)/.dev
	@$(BIN)/python deploy/audit.py
