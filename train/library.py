"""Builds the kernels: for a GPU from ``cuda/*.cu``, for the CPU from ``cuda/host.cpp``."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

from train.shape import HIDDEN

SOURCES = Path(__file__).parent / "cuda"
BUILD = Path(__file__).parent / "build"


def build(on_gpu: bool, folder: Path = BUILD) -> Path:
    """Compile the library, unless one of the same sources exists already."""
    text = b"".join(path.read_bytes() for path in sorted(SOURCES.iterdir()))
    name = f"libtavl_{'gpu' if on_gpu else 'cpu'}_{HIDDEN}_{hashlib.sha256(text).hexdigest()[:12]}.so"
    library = folder / name
    if library.exists():
        return library
    folder.mkdir(parents=True, exist_ok=True)
    if on_gpu:
        command = ["nvcc", "-O3", "-arch=sm_90", "-std=c++17", "-shared", "-Xcompiler", "-fPIC"]
        files = ["play.cu", "learn.cu"]
    else:
        command = ["g++", "-O2", "-std=c++17", "-shared", "-fPIC"]
        files = ["host.cpp"]
    command += [f"-DTAVL_HIDDEN={HIDDEN}", "-o", str(library), *(str(SOURCES / file) for file in files)]
    subprocess.run(command, check=True)
    return library
