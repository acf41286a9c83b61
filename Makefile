# The targets are described in `make help`. PYTHON=/path/to/python chooses the interpreter for .venv.

BIN := .venv/bin
PROJECTS := $(wildcard pyproject.toml examples/coin_hunt/pyproject.toml tests/skeletons/pyproject.toml)

.DEFAULT_GOAL := help
.PHONY: help play test check bench docs lock clean

help:
	@echo "make play    watch a match in the terminal"
	@echo "make test    check, then run all tests"
	@echo "make check   formatting, lint, types, and who may import whom"
	@echo "make bench   what is fast, as ratios measured in one run"
	@echo "make docs    build the documentation into site/"
	@echo "make lock    write requirements.lock anew after a change of requirements (UPGRADE=1: newest versions)"
	@echo "make clean   remove everything that was made here, .venv included"

play: .venv/.installed
	@$(BIN)/kc warm
	@$(BIN)/kc play coin-hunt --watch

test: check
	@$(BIN)/python tools/system_packages.py
	@$(BIN)/kc warm
	@echo "kittycorner: running the tests"
	@$(BIN)/python -m pytest -n auto

check: .venv/.installed
	@echo "kittycorner: checking format and lint"
	@$(BIN)/ruff format --check --quiet . || { echo "kittycorner: to format: $(BIN)/ruff format ." >&2; exit 1; }
	@$(BIN)/ruff check --quiet .
	@echo "kittycorner: checking types"
	@$(BIN)/mypy --no-error-summary
	@echo "kittycorner: checking who imports whom"
	@$(BIN)/lint-imports --no-logo

bench: .venv/.installed
	@echo "kittycorner: measuring"
	@$(BIN)/python -m benchmarks

# The variable turns off a notice about the theme's successor that would stand in every build.
docs: .venv/.installed
	@echo "kittycorner: building the documentation into site/"
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

lock: .venv/.locked
	@echo "kittycorner: locking versions and hashes (some minutes)"
	@$(BIN)/python tools/lock.py $(if $(UPGRADE),--upgrade)

clean:
	@echo "kittycorner: removing .venv, caches and what was built"
	@find . -name __pycache__ -type d -not -path './.venv/*' -prune -exec rm -rf {} +
	@rm -rf .venv .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache build dist site

# The environment is made anew when the lock changes, or when the checkout was moved or copied (its paths are absolute).
# What is developed here is installed into it as it stands in the checkout.
ifneq ($(shell cat .venv/.locked 2>/dev/null),$(CURDIR))
.PHONY: .venv/.locked
endif

.venv/.locked: requirements.lock
	@PYTHON="$(PYTHON)" tools/venv.sh
	@echo "$(CURDIR)" > $@

.venv/.installed: .venv/.locked $(PROJECTS)
	@echo "kittycorner: installing $(foreach project,$(PROJECTS),$(dir $(project)))"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation \
		$(foreach project,$(PROJECTS),--editable ./$(dir $(project)))
	@touch $@
