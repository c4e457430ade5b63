# Needs python3 (3.11 or newer, with venv and headers), make and a C compiler; makes the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
COMPILED := $(shell find core -name '*.pyx' -o -name '*.pxd' -o -name '*.h')

.PHONY: match test checked lint proto freeze bench guard package typescript go table clean
.DEFAULT_GOAL := test

# Ten timed matches between bots in processes of their own.
match: $(STAMP)
	$(BIN)/certamen match juwelen --bot greedy --bot random --bot greedy --bot random --games 10 --time 5+0.1

test: $(STAMP)
	$(BIN)/python -m pytest

# The same core with every run-time check and sanitiser.
checked: $(STAMP)
	$(BIN)/python tests/checked.py

lint: $(STAMP)
	$(BIN)/python tests/lint.py

# Generate the Python code of the wire contract.
proto: $(STAMP)
	$(BIN)/python proto/generate.py

# Take additions to the wire contract into what must never be broken; `make lint` must be green before.
freeze: $(STAMP)
	$(BIN)/buf build proto --exclude-source-info -o proto/frozen/certamen-v1.binpb

bench: $(STAMP)
	$(BIN)/python -m pytest bench -o addopts=--import-mode=importlib --benchmark-only

# Speed against recorded baselines: instructions per decision (needs valgrind), and times, coarsely.
guard: $(STAMP)
	$(BIN)/python -m bench.instructions
	$(BIN)/python -m bench.coarse

package: $(STAMP)
	$(BIN)/python tests/packaging/wheel.py

# The TypeScript client: generated code compared, built, linted, tested, also against this server. Needs Node 20 or newer.
typescript: $(STAMP)
	cd clients/typescript && npm ci && npm run check

# The Go client, likewise; needs Go 1.26 or newer, and no Python but for the tests against this server.
go:
	clients/go/check.sh

# Bots of all clients at one table. Needs what they need, and grpcurl and jq.
table: $(STAMP)
	$(BIN)/python -m pytest clients/tests

# An editable installation does not rebuild by itself, hence the compiled sources as prerequisites.
$(STAMP): pyproject.toml setup.py $(COMPILED)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

clean:
	$(PYTHON) tests/clean.py
