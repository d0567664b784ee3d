"""Compressed files, by the ends of their names."""

import importlib
import os
import sys

ZSTD = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
_MODULES = {".gz": "gzip", ".bz2": "bz2", ".xz": "lzma", ".zst": ZSTD}


def is_packed(path):
    """Whether a file of this name is compressed."""
    return _ending(path) in _MODULES


def unpacked(path, file=None):
    """The bytes of a compressed file as they are unpacked: of this path, or of this file object."""
    module = _MODULES[_ending(path)]
    try:
        return importlib.import_module(module).open(file or path, "rb")
    except ImportError as error:
        raise ImportError(f"{path} is unpacked by {module}, which is missing: pip install {module}") from error


def _ending(path):
    return os.path.splitext(path)[1].lower()
