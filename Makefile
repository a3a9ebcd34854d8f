# Run `make help` for the targets. Only Python >= 3.11 and make are needed beforehand.

PYTHON ?= python3
IMAGE ?= nim-move-service

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

# --- Environments: one for each Python version and purpose, made when first needed ---------------

VERSION := $(shell $(PYTHON) -c 'import sys; v = sys.version_info[:2]; print("%d.%d" % v if v >= (3, 11) else "")' 2>/dev/null)
VENVS := .venv/$(VERSION)
RUN := $(VENVS)/run
TEST := $(VENVS)/test
CLIENTS := $(VENVS)/clients
PEERS := $(VENVS)/peers
NODE := .venv/node

.PHONY: python
python:
	@test -n "$(VERSION)" || { \
	  echo 'make: "$(PYTHON)" is not Python 3.11 or newer; name one: make PYTHON=python3.13 …' >&2; exit 1; }

# $(1): the environment, $(2): its locked requirements
define environment
$(1)/installed: $(2) | python
	$(PYTHON) -m venv --clear $(1)
	$(1)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes --requirement $(2)
	touch $$@
endef
$(eval $(call environment,$(RUN),requirements/run.txt))
$(eval $(call environment,$(TEST),requirements/dev.txt))
$(eval $(call environment,$(CLIENTS),requirements/clients.txt))
$(eval $(call environment,$(PEERS),requirements/bench.txt))

# No install script of a package is run; none of these needs one.
$(NODE)/installed: tests/clients/package.json tests/clients/package-lock.json
	mkdir -p $(NODE)
	cp $^ $(NODE)
	npm ci --prefix $(NODE) --ignore-scripts --no-audit --no-fund --loglevel=error
	touch $@

# --- Run ----------------------------------------------------------------------------------------

.PHONY: run
run: $(RUN)/installed ## Serve on HOST and PORT (127.0.0.1:8000), setting up what is missing
	exec $(RUN)/bin/python -m service

# --- Check --------------------------------------------------------------------------------------

# Without bytecode, each test process and each server that it starts would compile everything again.
PYTEST = env -u PYTHONDONTWRITEBYTECODE $(TEST)/bin/python -m pytest

.PHONY: quick
quick: $(TEST)/installed ## Run the tests that start no server or other program: about a minute
	$(PYTEST) --quiet --quick --numprocesses 2 --dist worksteal $(ARGS)

.PHONY: pytest
pytest: $(TEST)/installed ## Run pytest with ARGS alone, such as ARGS=tests/server/test_input.py
	$(PYTEST) $(ARGS)

# Without npm to install their tools, the tests of generated clients are skipped.
GENERATORS := $(if $(shell command -v npm),$(CLIENTS)/installed $(NODE)/installed)

.PHONY: test
test: $(TEST)/installed $(GENERATORS) ## Run all tests, setting up what is missing; ARGS go to pytest
	$(PYTEST) --numprocesses 3 --dist loadfile --no-loadscope-reorder $(ARGS)

.PHONY: soak
soak: $(TEST)/installed ## Run the tests that take minutes; ARGS go to pytest
	$(PYTEST) --soak --numprocesses 2 $(ARGS)

# CHANGES=2000 makes almost all of them.
CHANGES ?= 200

.PHONY: mutants
mutants: $(TEST)/installed ## Make CHANGES small changes, one at a time, and see whether tests notice (half an hour)
	$(TEST)/bin/python -m tests.mutants --sample $(CHANGES) $(ARGS)

# Phrases that are always wrong in English; docs/style.md has the patterns that a reviewer finds.
NEVER := exactly if|from which on\b|\bin all[.:;]|meanwhile[.:;]|so many (objects|piles|positions|digits|bytes|seconds|times)

# Python 3.11.0 to 3.11.4 keeps half a match of a possessive group. Write (?>(?:…)*) instead of (?:…)*+, or, if the
# text may be long, (?:…){1,1000} in a loop: it takes memory for each repetition.
POSSESSIVE := [^(]\)([*+?]|\{[0-9,]+\})\+

MARKDOWN := $(TEST)/bin/mdformat --wrap 120 --number --compact-tables
DOCUMENTS = $(filter-out .github/%,$(shell git ls-files '*.md'))

.PHONY: lint
lint: $(TEST)/installed ## Check style, English, types and the direction of imports
	$(TEST)/bin/ruff check
	$(TEST)/bin/ruff format --check
	$(TEST)/bin/mypy
	$(TEST)/bin/mypy --platform darwin --cache-dir .mypy_cache/darwin service
	$(TEST)/bin/lint-imports --no-cache
	$(MARKDOWN) --check $(DOCUMENTS)
	! git grep -nIiE '$(NEVER)' -- '*.py' '*.md' '*.js' '*.yaml' '*.yml' '*.html' ':!docs/style.md'
	! git grep -nE '$(POSSESSIVE)' -- 'service/*.py'

.PHONY: format
format: $(TEST)/installed ## Fix what the style checker can fix automatically
	$(TEST)/bin/ruff check --fix
	$(TEST)/bin/ruff format
	$(MARKDOWN) $(DOCUMENTS)

# --- Generate -----------------------------------------------------------------------------------

.PHONY: told
told: $(TEST)/installed ## Write what is made from the games and docs/games/: tables, lists of names, words for scripts
	$(TEST)/bin/python -m tests.docs.generated

.PHONY: clients
clients: $(CLIENTS)/installed $(NODE)/installed ## Generate clients from openapi.yaml: build/clients/python, build/clients/typescript
	rm -rf build/clients
	mkdir -p build/clients/typescript
	$(CLIENTS)/bin/openapi-python-client generate --path openapi.yaml --meta setup \
	  --config tests/clients/openapi-python-client.yaml --output-path build/clients/python
	$(NODE)/node_modules/.bin/openapi-typescript openapi.yaml --output build/clients/typescript/nim.d.ts

# --- Measure ------------------------------------------------------------------------------------

.PHONY: bench
bench: $(RUN)/installed $(PEERS)/installed ## Measure the service against its peers, as bench/README.md says
	$(RUN)/bin/python -m bench --peers $(PEERS)/bin $(ARGS)

.PHONY: headroom
headroom: $(RUN)/installed ## Measure latency by load: the basis of the autoscaler's target
	$(RUN)/bin/python -m bench.headroom

# The same seed gives the same bytes.
SEED ?= 1

.PHONY: tasks
tasks: $(RUN)/installed ## Write 1,000 solved positions for other solvers and models: build/tasks.jsonl
	mkdir -p build
	$(RUN)/bin/python -m bench.tasks --seed $(SEED) > build/tasks.jsonl

.PHONY: screenshot
screenshot: $(TEST)/installed ## Retake the picture of the board, docs/screenshot.png (needs chromium)
	$(TEST)/bin/python -m tests.browser.screenshot

# --- Pack ---------------------------------------------------------------------------------------

# Built twice from one commit with podman, the image is the same to the byte, because files get the
# commit's time. The labels name the version, the commit, and SOURCE if given. BASE, a digest of the
# base image, replaces its tag. podman's own image format can't store the health check.
REVISION ?= $(shell git describe --always --dirty --abbrev=40 --exclude '*' 2>/dev/null)
SOURCE_DATE_EPOCH ?= $(or $(shell git log -1 --format=%ct 2>/dev/null),0)
SERVICE_VERSION = $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' service/__init__.py)
LABELS = version=$(SERVICE_VERSION) $(if $(REVISION),revision=$(REVISION)) \
	$(if $(SOURCE),source=$(SOURCE)) $(if $(BASE),base.name=$(BASE))

.PHONY: image
image: ## Build the container image IMAGE with podman or docker
	@if engine=$$(command -v podman); then set -- --timestamp $(SOURCE_DATE_EPOCH); \
	else engine=$$(command -v docker); set -- --build-arg SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH); fi; \
	sed 's|^FROM [^ ]*|$(or $(addprefix FROM ,$(BASE)),&)|' Dockerfile | BUILDAH_FORMAT=docker \
	"$$engine" build "$$@" --build-arg REVISION=$(REVISION) $(addprefix --label org.opencontainers.image.,$(LABELS)) \
	  --tag $(IMAGE) --file - .

# Built twice from one commit, the wheel is the same to the byte.
.PHONY: wheel
wheel: $(TEST)/installed ## Build the package: build/dist/
	rm -rf build/dist
	SOURCE_DATE_EPOCH=$(SOURCE_DATE_EPOCH) $(TEST)/bin/python -m hatchling build --directory build/dist

# The base's tag applies to every overlay, see deploy/kubernetes/base.
.PHONY: release
release: ## Check that TAG (v1.2.3), version, changelog and manifests agree
	@test "$(TAG)" = "v$(SERVICE_VERSION)" || { \
	  echo 'make: TAG is "$(TAG)", but service/__init__.py says $(SERVICE_VERSION)' >&2; exit 1; }
	@grep -Eqx '## $(subst .,\.,$(SERVICE_VERSION)) \([0-9]{4}-[0-9]{2}-[0-9]{2}\)' CHANGELOG.md || { \
	  echo 'make: CHANGELOG.md has no line "## $(SERVICE_VERSION) (YYYY-MM-DD)"' >&2; exit 1; }
	@! grep -Eq '^## Unreleased' CHANGELOG.md || { \
	  echo 'make: CHANGELOG.md still has a section "Unreleased"' >&2; exit 1; }
	@grep -Eqx ' +newTag: "?$(subst .,\.,$(SERVICE_VERSION))"?' $(BASE_MANIFEST) || { \
	  echo 'make: $(BASE_MANIFEST) does not have newTag: $(SERVICE_VERSION)' >&2; exit 1; }
	@echo 'Version $(SERVICE_VERSION) can be released: git push origin $(TAG)'
BASE_MANIFEST := deploy/kubernetes/base/kustomization.yaml

.PHONY: audit
audit: $(TEST)/installed ## Look up known vulnerabilities of the locked dependencies; fails if it can't
	@said=$$(mktemp) && trap 'rm -f "$$said"' EXIT; \
	$(TEST)/bin/pip-audit --vulnerability-service osv $(addprefix --osv-url ,$(OSV_URL)) --strict \
	  --progress-spinner off --disable-pip --no-deps --requirement requirements/run.txt 2>"$$said"; \
	grep -E '^(Found|No known) ' "$$said" || \
	  { echo "make: NOT AUDITED, for want of an answer: $$(tail -n 1 "$$said")" >&2; exit 1; }; \
	grep -q '^No known ' "$$said"

# --- Maintain -----------------------------------------------------------------------------------

COMPILE = $(TEST)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-annotate --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock'

.PHONY: lock
lock: $(TEST)/installed ## Lock the newest allowed versions of all dependencies (UPGRADE= keeps them)
	$(COMPILE) $(UPGRADE) pyproject.toml --output-file requirements/run.txt
	$(COMPILE) $(UPGRADE) pyproject.toml --group dev --constraint requirements/run.txt --output-file requirements/dev.txt
	$(COMPILE) $(UPGRADE) --group clients --output-file requirements/clients.txt
	$(COMPILE) $(UPGRADE) --group bench --constraint requirements/run.txt --output-file requirements/bench.txt
	cd tests/clients && npm $(if $(UPGRADE),update,install) --package-lock-only --ignore-scripts --omit-lockfile-registry-resolved --no-audit --no-fund
UPGRADE = --upgrade

.PHONY: rules
rules: ## Write the rules and alerts for the Prometheus Operator: build/prometheus-rule.yaml
	mkdir -p build
	{ printf '%s\n' 'apiVersion: monitoring.coreos.com/v1' 'kind: PrometheusRule' 'metadata:' '  name: nim' \
	  '  labels:' '    app.kubernetes.io/name: nim-move-service' 'spec:'; \
	  sed -n '/^groups:/,$$ s/^/  /p' deploy/prometheus/rules.yml; \
	  sed -n '/^  - name/,$$ s/^/  /p' deploy/prometheus/alerts.yml; } | sed 's/ *$$//' > build/prometheus-rule.yaml

.PHONY: clean
clean: ## Remove the environments and all generated files
	rm -rf .venv .hypothesis .mypy_cache .ruff_cache build
	find . -name __pycache__ -prune -exec rm -rf {} +

.PHONY: help
help: ## Show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /\1\t/' | expand -t 14
