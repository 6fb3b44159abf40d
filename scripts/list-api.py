#!/usr/bin/env python3
"""Prints the public declarations of a module from the symbol graphs in a directory, each below the type that has it.

Declarations that a type inherits from a protocol of another module are left out.
"""

import json
import pathlib
import sys


def declarations(directory):
    """Returns the declarations by the path of their names. Overloads differ in the declaration."""
    found = set()
    for graph in pathlib.Path(directory).glob("*.symbols.json"):
        for symbol in json.loads(graph.read_text())["symbols"]:
            if "::SYNTHESIZED::" in symbol["identifier"]["precise"]:
                continue
            text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
            found.add((tuple(symbol["pathComponents"]), " ".join(text.split())))
    return sorted(found)


printed = ()
for path, text in declarations(sys.argv[1]):
    # The types of other modules, which an extension extends.
    for depth in range(len(path) - 1):
        if path[: depth + 1] != printed[: depth + 1]:
            print("  " * depth + path[depth])
            printed = path[: depth + 1]
    print("  " * (len(path) - 1) + text)
    printed = path
