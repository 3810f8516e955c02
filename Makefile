# Everything that is done with a checkout. `make` alone says what there is.

VENV    := .venv
BIN     := $(VENV)/bin
READY   := $(VENV)/.ready
PYTEST  := $(BIN)/pytest -n auto --dist loadfile

.DEFAULT_GOAL := help
.PHONY: help demo test lint check bench soak setup lock clean
MAKEFLAGS += --no-print-directory

help: ## say what there is
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | awk -F'|' '{ printf "%-14s%s\n", $$1, $$2 }'

demo: $(READY) ## watch five whole games being played by mail, in under a minute once all is installed
	@$(BIN)/turnpost demo

test: $(READY) ## run the tests, on real mail servers too
	@if tests/servers/install; then \
	    $(PYTEST) -m "not slow"; \
	elif [ "$$CI" = true ]; then \
	    echo "The tests on real servers cannot run here, and under CI they must." >&2; exit 1; \
	else \
	    echo "Going on without the tests that need real servers."; $(PYTEST) -m "not slow and not servers"; \
	fi

lint: $(READY) ## check style, types and import contracts
	@echo "Style"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo 'Please run: $(BIN)/ruff format .'; exit 1; }
	@echo "Types"
	@$(BIN)/mypy --no-error-summary
	@echo "Import contracts"
	@$(BIN)/lint-imports --no-logo > $(VENV)/imports.log || { cat $(VENV)/imports.log; exit 1; }

check: lint test ## everything that must hold before a commit: lint and test

bench: $(READY) ## measure how fast mail is taken in and deadlines are closed
	@tests/servers/install
	@$(BIN)/python -m bench

soak: $(READY) ## run the tests that take minutes
	@tests/servers/install
	@$(PYTEST) -m slow --timeout 1800
	@$(BIN)/python -m tests.fuzz.reader 300
	@echo "Every fault of a mail server, and what came of it:"
	@$(BIN)/python -m tests.faults
	@echo "A process that is killed at every step of an evening, and what the next start made of it:"
	@$(BIN)/python -m tests.crash

setup: $(READY) ## make .venv with everything Turnpost needs
	@echo "$(VENV) is ready: $(BIN)/turnpost --help"

lock: $(READY) ## write requirements.lock anew from pyproject.toml (needs uv)
	@.ci/lock

clean: ## take away whatever a checkout does not begin with
	@rm -rf $(VENV) build dist demo-mail *.egg-info .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements.lock pyproject.toml .ci/venv
	@.ci/venv $(VENV)
	@touch $@
