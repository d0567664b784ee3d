"""Compressed documents: unpacked if their first bytes say so, and packed if the name of a file does."""

import importlib
import os
import re
import sys

ZSTD = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
_MODULES = {".gz": "gzip", ".bz2": "bz2", ".xz": "lzma", ".zst": ZSTD}
# No document begins with any of them. Output of zstd can begin with a frame that is to be skipped.
_SIGNATURE = re.compile(
    rb"(?P<gz>\x1F\x8B)|(?P<bz2>BZh[1-9](?:1AY&SY|\x17rE8P\x90))|(?P<xz>\xFD7zXZ\0)|(?P<zst>\x28\xB5\x2F\xFD|\x50\x2A\x4D\x18)"
)


def packing(start):
    """The module that unpacks a document which begins with these bytes, or ``None``."""
    found = _SIGNATURE.match(start)
    return found and _MODULES[f".{found.lastgroup}"]


def packing_of_name(path):
    """The module that packs a file of this name, or ``None``."""
    return _MODULES.get(os.path.splitext(path)[1].lower())


def opened(module, file, mode="rb"):
    """The document in a file object of compressed bytes."""
    try:
        return importlib.import_module(module).open(file, mode)
    except ImportError as error:
        raise ImportError(f"the document is packed by {module}, which is missing: pip install {module}") from error


def is_packed(path):
    """Whether a file of this name is compressed."""
    return packing_of_name(path) is not None


def unpacked(path, file):
    """The bytes of this file object, whose name says that it is compressed."""
    return opened(packing_of_name(path), file)
