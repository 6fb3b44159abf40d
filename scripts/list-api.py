#!/usr/bin/env python3
"""Prints the public declarations of a module from the symbol graphs in a directory, each below the type that has it.

The line of a type ends with its protocols. Declarations that a type inherits from a protocol of another module are left out.
"""

import json
import pathlib
import sys


# Almost all types conform to these, and the declarations name those that do not.
IMPLIED = {"Copyable", "Escapable", "SendableMetatype"}


def declarations(directory):
    """Returns the declarations by the path of their names. Overloads differ in the declaration."""
    graphs = [json.loads(graph.read_text()) for graph in pathlib.Path(directory).glob("*.symbols.json")]
    titles = {symbol["identifier"]["precise"]: symbol["names"]["title"] for graph in graphs for symbol in graph["symbols"]}
    protocols = {}
    for relation in (relation for graph in graphs for relation in graph["relationships"]):
        if relation["kind"] == "conformsTo":
            name = relation.get("targetFallback") or titles[relation["target"]]
            protocols.setdefault(relation["source"], set()).add(name.split(".")[-1])
    found = set()
    for symbol in (symbol for graph in graphs for symbol in graph["symbols"]):
        identifier = symbol["identifier"]["precise"]
        if "::SYNTHESIZED::" in identifier:
            continue
        text = "".join(fragment["spelling"] for fragment in symbol["declarationFragments"])
        conforming = sorted(protocols.get(identifier, set()) - IMPLIED)
        if conforming:
            text += f" [{', '.join(conforming)}]"
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
