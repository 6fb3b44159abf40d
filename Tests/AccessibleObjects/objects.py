#!/usr/bin/python3
"""Compares the objects of a running program with a table, and uses them, by the client library of screen readers (pyatspi).

objects.py TABLE: prints each difference. The exit status is 1 if there is one.
"""
import re
import sys
import time

import pyatspi

EDGES = ["move-left", "move-right", "move-top", "move-bottom"]
EYE = ("toggle button", "Show password", "focusable", "Action", ["press"])
OK = ("push button", "OK", "is-default focusable", "Action", ["press"])
CANCEL = ("push button", "Cancel", "focusable", "Action", ["press"])
FIELD = "editable focusable selectable-text single-line"
LIST = "manages-descendants multiselectable"

# Role, name as a regular expression, some states, interfaces other than Accessible and Component, and actions.
TABLES = {
    "window": [
        ("frame", "Tactile", "active", "", []),
        ("label", "Password", "", "", []),
        ("password text", "Enter password", FIELD + " focused", "Text", []),
        ("password text", "Re-enter password", FIELD, "Text", []),
        EYE,
        ("list", "Password", "", "", []),
        ("list item", "At least 8 characters, met", "", "", []),
        ("list item", "At least 1 symbol, not met", "", "", []),
        ("level bar", ".+", "", "Value", []),
        ("push button", "Submit", "focusable", "Action", ["press"]),
        ("push button", ".*Words.*", "focusable", "Action", ["press"]),
        ("list box", "Recipients", LIST, "Selection", []),
        ("list item", "mail@objc.io", "focusable", "Action", ["edit", "delete"]),
        ("entry", "New token", FIELD, "EditableText Text", []),
        ("toggle button", "Drag me!", "focusable", "Action", ["press", "menu"] + EDGES),
    ],
    "inspector": [
        ("slider", ".+", "focusable", "Value", []),
        ("grouping", "Snap to", "", "", []),
        ("radio button", ".+", "checkable", "Action", ["press"]),
        ("check box", ".+", "checkable", "Action", ["press"]),
    ],
    "askpass": [
        ("dialog", ".*Password.*", "active modal", "", []),
        ("label", "Please enter the password", "", "", []),
        ("password text", "Password", FIELD + " focused", "Text", []), EYE, CANCEL, OK,
    ],
    "confirm": [
        ("dialog", "Confirm.*", "active modal", "", []),
        ("label", "Remove build\\?", "", "", []), CANCEL,
        ("push button", "OK", "focusable focused is-default", "Action", ["press"]),
    ],
    "message": [("dialog", "Message.*", "active modal", "", []), ("label", "It is done.", "", "", []), OK],
    "new-password": [
        ("dialog", "New password.*", "active modal", "", []),
        ("password text", "Enter password", FIELD + " focused", "Text", []), EYE,
        ("list item", "At least 8 characters, not met", "", "", []), CANCEL, OK,
    ],
    "tokens": [
        ("dialog", "Tokens.*", "active modal", "", []),
        ("list box", ".*", LIST, "Selection", []),
        ("list item", "jo", "focusable invalid-entry", "Action", ["edit", "delete"]),
        ("entry", ".*", FIELD + " focused", "EditableText Text", []), CANCEL, OK,
    ],
    "suggestions": [
        ("entry", ".+", FIELD + " focused expandable expanded", "EditableText Text", []),
        ("list item", "ada@objc.io", "focusable selectable", "Action", ["press"]),
    ],
    "pinentry": [
        ("dialog", ".+", "active modal", "", []),
        ("password text", "Smartcard", FIELD + " focused invalid-entry", "Text", []), EYE, CANCEL, OK,
    ],
    "agent": [
        ("dialog", ".+", "active modal", "", []),
        ("label", "Please enter the key of the disk:?", "", "", []),
        ("password text", "Password", FIELD + " focused", "Text", []), EYE, CANCEL, OK,
    ],
    "button": [
        ("push button", "Drag me!", "expandable has-popup", "Action", ["press", "menu"] + EDGES),
    ],
}


class Program:
    """The program on the desktop of the accessibility bus."""

    def __init__(self):
        self.failures = []
        self.application = self.wait("the program", lambda: next(
            (a for a in pyatspi.Registry.getDesktop(0) if a and a.name == "Tactile" and a.childCount > 0), None))

    def fail(self, text):
        self.failures.append(text)
        print(text)

    def wait(self, what, condition):
        """Returns the first true result of a condition. Answers of the library are cached until they are asked for again."""
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            try:
                if result := condition():
                    return result
            except Exception as error:  # An object has gone in the meantime.
                what = f"{what.split(': ')[0]}: {error}"
            time.sleep(0.02)
            if hasattr(self, "application"):
                self.application.clearCache()
        self.fail(f"timed out: {what}")

    def all(self, item=None):
        item = item or self.application
        yield item
        for index in range(item.childCount):
            if child := item.getChildAtIndex(index):
                yield from self.all(child)

    def find(self, role, name):
        return next((i for i in self.all() if i.getRoleName() == role and re.fullmatch(name, i.name)), None)

    def compare(self, role, name, states, interfaces, actions):
        item = self.wait(f"{role} {name}", lambda: self.find(role, name))
        if item is None:
            return
        found = {pyatspi.stateToString(s).replace(" ", "-") for s in item.getState().getStates()}
        expected = states.split() + ["enabled", "sensitive", "visible"]
        if missing := set(expected) - found:
            self.fail(f"{role} {name}: lacks {missing} in {found}")
        own = {i.split(".")[-1] for i in pyatspi.listInterfaces(item)} - {"Accessible", "Component", "Collection"}
        if own != set(interfaces.split()):
            self.fail(f"{role} {name}: has {own}")
        names = [item.queryAction().getName(i) for i in range(item.queryAction().nActions)] if actions else []
        if names != actions:
            self.fail(f"{role} {name}: has actions {names}")

    def press(self, item, action="press"):
        actions = item.queryAction()
        actions.doAction([actions.getName(i) for i in range(actions.nActions)].index(action))

    def has(self, item, state):
        return item.getState().contains(getattr(pyatspi, "STATE_" + state.upper()))

    def toggle(self, item, state):
        before = self.has(item, state)
        for expected in [not before, before]:
            self.press(item)
            self.wait(f"{item.name} {state} {expected}", lambda: self.has(item, state) == expected)


def use_window(program):
    field = program.find("password text", "Enter password")
    text = field.queryText()
    program.wait("the bullets", lambda: text.getText(0, -1) == "•" * 8 == text.getText(0, 8))
    program.toggle(program.find(*EYE[:2]), "pressed")
    if "Met" in field.description or not field.description:
        program.fail(f"the description is {field.description!r}")
    meter = program.find("level bar", ".+").queryValue()
    if not meter.minimumValue <= meter.currentValue <= meter.maximumValue:
        program.fail("the strength is outside of its range")
    entry = program.find("entry", "New token")
    entry.queryEditableText().setTextContents("ada")
    program.wait("the inserted text", lambda: entry.queryText().getText(0, -1) == "ada")
    entry.queryText().setCaretOffset(1)
    program.wait("the caret", lambda: entry.queryText().caretOffset == 1)
    entry.queryEditableText().deleteText(0, 3)
    program.wait("the deleted text", lambda: entry.queryText().characterCount == 0)
    box = program.find("list box", "Recipients")
    attributes = box.getChildAtIndex(2).getAttributes()
    if not {"posinset:3", "setsize:3"} <= set(attributes):
        program.fail(f"the last token has {attributes}")
    selection = box.querySelection()
    selection.selectAll()
    program.wait("all tokens", lambda: selection.nSelectedChildren == 3)
    selection.clearSelection()
    program.wait("no token", lambda: selection.nSelectedChildren == 0)
    program.press(box.getChildAtIndex(0), "delete")
    program.wait("the deleted token", lambda: box.childCount == 2)
    button = program.find("toggle button", "Drag me!")
    program.toggle(button, "pressed")
    program.press(button, "move-left")
    program.wait("the left edge", lambda: button.queryComponent().getExtents(pyatspi.WINDOW_COORDS).x < 40)


def use_inspector(program):
    slider = program.find("slider", ".+").queryValue()
    slider.currentValue = slider.maximumValue + 99
    program.wait("the largest value", lambda: slider.currentValue == slider.maximumValue)
    program.toggle(program.find("check box", ".+"), "checked")
    other = next(i for i in program.all() if i.getRoleName() == "radio button" and not program.has(i, "checked"))
    program.press(other)
    program.wait("the other choice", lambda: program.has(other, "checked"))


def use_suggestions(program):
    program.press(program.find("list item", "ada@objc.io"))
    program.wait("the token", lambda: program.find("list box", ".+").childCount == 1)


def use_pinentry(program):
    if "Bad PIN" not in (description := program.find("password text", ".+").description):
        program.fail(f"the description is {description!r}")


def use_tokens(program):
    if "@" not in (description := program.find("list item", "jo").description):
        program.fail(f"the description is {description!r}")


def use_button(program):
    button = program.find("push button", "Drag me!")
    for state in [True, False]:
        program.press(button)
        program.wait(f"the panel {state}", lambda: program.has(button, "expanded") == state)
    program.press(button)
    item = program.wait("the item", lambda: program.find("menu item", "Missing"))
    program.press(item)
    program.wait("the failure", lambda: program.find("menu item", "Missing").description)


def accept(program):
    program.press(program.find("push button", "OK"))


USES = {
    "window": use_window, "inspector": use_inspector, "suggestions": use_suggestions, "pinentry": use_pinentry, "tokens": use_tokens,
    "button": use_button, "confirm": accept, "message": accept,
}
table = sys.argv[1]
program = Program()
if program.application:
    for row in TABLES[table]:
        program.compare(*row)
    if not program.failures and table in USES:
        USES[table](program)
sys.exit(1 if program.failures else 0)
