# Two words on the first day: `make demo` and `make test`. `make help` lists the rest.
PYTHON ?= python3
TORCH  ?= torch==2.13.0
TESTS  ?= not slow
RERUNS ?=
UNIT   := not slow and not sandbox and not browser and not torch and not handbook and not terminal and not journey
VENV   := .venv
BIN    := $(VENV)/bin
KB     := $(BIN)/kb

.DEFAULT_GOAL := help
.PHONY: help demo test unit lint prove site torch bench clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-7s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(VENV)/.made:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	@touch $@

$(VENV)/.installed: pyproject.toml $(VENV)/.made
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.developing: pyproject.toml $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --editable . --group dev
	@touch $@

demo: $(VENV)/.installed ## search a real pasted log, prove its entry in the sandbox, build the site
	@echo '== 1. a log of 100 lines and more, pasted as it is: kb search - < examples/port-taken-in-compose.log'
	@$(KB) search - < examples/port-taken-in-compose.log
	@echo
	@echo '== 2. that entry, proven in the sandbox on the planted fault and on the fix: kb verify port-in-use'
	@$(KB) verify port-in-use
	@echo
	@echo '== 3. the site: kb site build'
	@$(KB) site build
	@echo
	@echo 'Next: open build/site/index.html'
	@echo '      . $(BIN)/activate, then: kb search (paste, Enter, Ctrl-D) · kb tree · kb -h'

test: $(VENV)/.developing ## install and run the tests; TESTS='slow or not slow' adds the slow ones
	$(BIN)/python -m pytest -n auto $(RERUNS) -m '$(TESTS)'

unit: $(VENV)/.developing ## the tests of single rooms, while working: no whole command, no journey, no sandbox
	$(BIN)/python -m pytest -q -n auto --dist worksteal -p no:anyio -p no:rerunfailures -m '$(UNIT)' --hypothesis-profile unit --ignore tests/cli --ignore tests/search --ignore tests/child

lint: $(VENV)/.developing ## formatting, types, layers, entries
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(KB) lint

prove: $(VENV)/.installed ## run each entry's check on the planted fault and on the fix
	$(KB) verify

site: $(VENV)/.installed ## build the site into build/site
	$(KB) site build

torch: $(VENV)/.installed ## install what the cases import, so that all entries are proven (TORCH=... picks the build)
	$(BIN)/python -m pip install --quiet '$(TORCH)'
	$(BIN)/python -m pip install --quiet --editable '.[prove]'

# search_quality.py wants labelled pastes, which one gives it by hand
bench: $(VENV)/.developing ## the speed figures, as ratios
	@for file in $(filter-out benchmarks/search_quality.py,$(wildcard benchmarks/*.py)); do echo "== $$file"; $(BIN)/python $$file || exit 1; done

clean: ## remove the environment and all that was built
	rm -rf $(VENV) build dist site/kb .pytest_cache .mypy_cache .ruff_cache .hypothesis
