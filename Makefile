# Two commands: `make run` starts tavl, `make test` proves it. Both set up what they need in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOCK := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet
NATIVE := CMakeLists.txt pyproject.toml $(wildcard native/*.cpp native/*.hpp)
# An editable install knows the modules that there were when it was made; with others it is made again.
MODULES := $(VENV)/modules-$(shell find src/tavl -name '*.py' | sort | cksum | cut -d ' ' -f 1)

.PHONY: run test chromium suites check bench judge docs load soak evenings fuzz mutate sanitize firefox lock clean wheel setup

# `make run ARGS=--lan` lets people in your network play too.
run: $(VENV)/running
	@$(BIN)/tavl $(ARGS)

# A browser comes while the rest is set up, and types are checked beside the tests, of which five suites run at a time.
test:
	@$(MAKE) --no-print-directory -j3 setup chromium
	@$(MAKE) --no-print-directory -j2 check suites

chromium:
	@$(PYTHON) -m tests.ensure_chromium

suites: setup
	$(BIN)/python tests/ensure_node.py
	$(BIN)/python tests/parallel_runner.py

# Style, types, layers, docs: part of `make test`.
check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest tests/test_readme.py tests/test_public.py

# The rivals live in an environment of their own: tavl depends on none of them.
bench: .venv-bench/ready
	.venv-bench/bin/python -m bench $(NAMES)

.venv-bench/ready: requirements/bench.txt $(NATIVE) $(wildcard src/tavl/engine/*.py src/tavl/engine/data/*)
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps .
	touch $@

# Plays and cubes of all programs, judged by rollouts of the others: hours, and started again it goes on (bench/judge/).
# `make judge STEPS=report` writes what there is so far into docs/benchmarks.md; steps: choose list work report.
judge: .venv-bench/ready
	.venv-bench/bin/python -m bench.judge $(STEPS)

# The documentation as a site with search and a reference of the public names: build/docs/index.html.
docs: setup
	$(PIP) $(INSTALL) -r requirements/docs.txt
	$(BIN)/python -m sphinx -q -W --keep-going -b html docs build/docs
	@echo "build/docs/index.html"

# A thousand tables on one server, two minutes on each database; `make load WRITE=--write` puts it into docs/benchmarks.md.
load: setup
	$(BIN)/python -m bench.load $(WRITE)

# The browser's tests once more in a stock Firefox; not part of `make test`.
firefox: setup
	$(BIN)/python -m tests.ensure_firefox
	$(BIN)/python -m pytest tests/firefox

# With Dask and Gymnasium, which nothing else needs: without them their tests would be passed over.
soak: setup
	$(PIP) $(INSTALL) --no-deps -r requirements/extras.txt
	TAVL_SOAK=1 $(BIN)/python -m pytest tests -m soak

# Whole evenings of a tournament with a laptop, nine phones and a projector, each a real browser.
evenings: setup
	TAVL_SOAK=1 $(BIN)/python -m pytest tests/web/evenings -m soak

# A million broken match files: each is read or refused, quickly and in little memory. `make fuzz INPUTS=10000` is shorter.
INPUTS ?= 1000000
fuzz: setup
	$(BIN)/python -m tests.notation.fuzz --inputs $(INPUTS)

# Changes rules/ and table/ one thing at a time and sees whether a test notices; fails when more than a tenth lives.
mutate: setup
	$(BIN)/python -m tests.mutate

# The native core's tests once more, with every read and write looked at; in a build of its own, which nothing else uses.
# The interpreter is the plain one: in .venv the editable install would bring the usual build along.
# Without test_levels.py, which measures by playing much and calls nothing that the others do not.
SANITIZED := build/sanitized
sanitize: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --upgrade \
		--target $(SANITIZED) -C build-dir=build/sanitized-objects -C cmake.define.TAVL_SANITIZE=ON \
		-C cmake.build-type=RelWithDebInfo -C install.strip=false .
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libubsan.so)" \
	ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 \
	PYTHONPATH=$(SANITIZED):$$($(BIN)/python -c "import sysconfig; print(sysconfig.get_path('purelib'))") \
		$(PYTHON) -m pytest --capture=sys tests/engine tests/rules --ignore=tests/engine/test_levels.py $(TESTS)

setup: $(VENV)/built

# A virtual environment without a pip of its own is there at once; the interpreter's pip does as well, where it has one.
MAKE_VENV = test -x $(BIN)/python || if $(PYTHON) -m pip --version > /dev/null 2>&1; \
	then $(PYTHON) -m venv --without-pip $(VENV); else $(PYTHON) -m venv $(VENV); fi
PIP = $$($(BIN)/python -c "import pip" 2> /dev/null && echo $(BIN)/python -m pip || \
	echo $(PYTHON) -m pip --python $(BIN)/python) --quiet --disable-pip-version-check --no-input
INSTALL := install --prefer-binary --require-hashes
EDITABLE := install --no-build-isolation --no-deps --editable .
# CMake 3.24 or later is taken from the machine, or from a wheel where there is none.
ENSURE_CMAKE = cmake --version 2> /dev/null | grep -qE ' (3\.(2[4-9]|[3-9][0-9])|[4-9])\.' \
	|| $(PIP) $(INSTALL) --no-deps -r requirements/cmake.txt

# What running needs, and nothing else. The native core is compiled while the other packages are fetched: two cores, two
# things to do. No package is in both files. What `make test` needs comes on top of it, with the same pins.
$(VENV)/running: requirements/run.txt requirements/native.txt $(NATIVE) $(MODULES)
	@echo "tavl: setting up .venv; only the first start takes this long."
	@$(MAKE_VENV)
	@echo "tavl: fetching packages, and compiling the native core ..."
	@$(PIP) $(INSTALL) --no-deps --no-compile -r requirements/run.txt & fetching=$$!; \
		$(PIP) $(INSTALL) --no-deps --no-compile -r requirements/native.txt && { $(ENSURE_CMAKE); } && \
		$(PIP) $(EDITABLE) && wait $$fetching
	@echo "tavl: ready."
	@touch $@

$(MODULES):
	@mkdir -p $(VENV) && rm -f $(VENV)/modules-* && touch $@

$(VENV)/ready: requirements/native.txt
	$(MAKE_VENV)
	$(BIN)/python -c "import pip" 2> /dev/null || $(BIN)/python -m ensurepip > /dev/null
	$(PIP) $(INSTALL) --no-deps -r requirements/native.txt
	touch $@

$(VENV)/tools: $(VENV)/ready requirements/dev.txt
	$(PIP) $(INSTALL) --no-deps --no-compile -r requirements/dev.txt
	touch $@

$(VENV)/compiled: $(VENV)/ready $(NATIVE) $(MODULES)
	$(ENSURE_CMAKE)
	$(PIP) $(EDITABLE)
	touch $@

# With `make -j3`, as `make test` calls it, the native core is compiled while the packages are fetched.
$(VENV)/built: $(VENV)/tools $(VENV)/compiled
	touch $@ $(VENV)/running

# Pin again what we depend on (needs uv). The library alone, `requirements/library.txt`, is what a test installs.
EXTRAS := --extra server --extra postgres
lock:
	uv pip compile pyproject.toml $(EXTRAS) --group dev $(LOCK) --output-file requirements/dev.txt
	uv pip compile pyproject.toml $(EXTRAS) --constraint requirements/dev.txt $(LOCK) --output-file requirements/run.txt
	uv pip compile pyproject.toml --constraint requirements/dev.txt $(LOCK) --output-file requirements/library.txt
	uv pip compile --group pyproject.toml:native --constraint requirements/dev.txt $(LOCK) --output-file requirements/native.txt
	uv pip compile --group pyproject.toml:wheels --constraint requirements/dev.txt $(LOCK) --output-file requirements/wheels.txt
	uv pip compile --group pyproject.toml:cmake $(LOCK) --output-file requirements/cmake.txt
	uv pip compile --group pyproject.toml:docs --constraint requirements/dev.txt $(LOCK) --output-file requirements/docs.txt
	uv pip compile pyproject.toml $(EXTRAS) --group bench $(LOCK) --output-file requirements/bench.txt
	uv pip compile pyproject.toml --extra cluster --extra gym --constraint requirements/dev.txt $(LOCK) --output-file requirements/extras.txt

wheel: setup
	$(BIN)/python -m build --no-isolation --wheel

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
