"""The compiled parts of Certamen; everything else is static metadata in pyproject.toml.

``CERTAMEN_CHECKED=1`` makes the checked build: Cython's run-time checks, assertions, and the address,
bounds and undefined-behaviour sanitisers. It has a build directory of its own, see ``make checked``.
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

CHECKED = os.environ.get("CERTAMEN_CHECKED", "") == "1"

# The only place where Cython's directives are set. ``cdivision`` stays off: (seat - 1) % n is never negative.
DIRECTIVES = {
    "language_level": 3,
    "binding": True,
    "embedsignature": False,
    "boundscheck": CHECKED,
    "wraparound": False,
    "initializedcheck": CHECKED,
    "nonecheck": CHECKED,
    "overflowcheck": False,  # hashes and generators wrap on purpose; the sanitiser sees signed overflow
    "cdivision": False,
}

SANITIZE = "-fsanitize=address,bounds,undefined"
if CHECKED:
    COMPILE = [
        "-O1",
        "-g",
        "-fno-omit-frame-pointer",
        SANITIZE,
        "-fno-sanitize-recover=all",
    ]
    LINK = [SANITIZE]
    MACROS = []
else:
    COMPILE = ["-O3", "-fno-semantic-interposition", "-Wno-unused-variable"]  # what is left of assertions
    LINK = []
    MACROS = [("CYTHON_WITHOUT_ASSERTIONS", "1")]

ROOT = Path("core")


def extension(source: Path) -> Extension:
    """Describe the extension module of one ``.pyx`` file."""
    return Extension(
        ".".join(source.relative_to(ROOT).with_suffix("").parts),
        [str(source)],
        include_dirs=["core/certamen_core"],
        depends=["core/certamen_core/chacha.h"],
        extra_compile_args=COMPILE,
        extra_link_args=LINK,
        define_macros=MACROS,
    )


setup(
    ext_modules=cythonize(
        [extension(path) for path in sorted(ROOT.rglob("*.pyx"))],
        include_path=["core"],
        build_dir="build/checked/cython" if CHECKED else "build/cython",
        nthreads=os.cpu_count() or 1,
        compiler_directives=DIRECTIVES,
    ),
    options={"build_ext": {"parallel": True}},
)
