"""Where to find what the engine reads: network, match equity table, and the bear-off tables made while building."""

from __future__ import annotations

from pathlib import Path

from tavl import _native


def data_file(name: str) -> Path:
    """In the package, or beside the native module where a development install keeps what the build made."""
    folders = (Path(__file__).parent / "data", Path(_native.__file__).parent / "engine" / "data")
    for folder in folders:
        if (folder / name).exists():
            return folder / name
    looked = " or ".join(dict.fromkeys(map(str, folders)))
    raise FileNotFoundError(f"tavl was built without {name}: it is not in {looked}; build it again with `make setup`")


def network_name() -> str:
    """The checksum at the end of the network's file, in hexadecimal."""
    with data_file("tavl.net").open("rb") as file:
        file.seek(-4, 2)
        return file.read(4)[::-1].hex()


def engine_name() -> str:
    """What the engine answers with: the network, and the signature by which other searches and cubes are told apart."""
    try:
        return f"{network_name()} {data_file('signature.txt').read_text().strip()}"
    except FileNotFoundError:  # made by hand, and not written down yet
        return network_name()
