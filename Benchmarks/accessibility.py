"""Compares the words of Orca, and what the accessibility bus has, for the window of Tactile and the same form in GTK 4.

usage: /usr/bin/python3 Benchmarks/accessibility.py TACTILE

Prints a table. Needs Debian's orca, gir1.2-atspi-2.0, gir1.2-gtk-4.0, at-spi2-core, dbus-daemon, openbox and xvfb. Both
programs run on the same display, one after the other, with the same Orca. A step is a row and the keys that lead to it.
"""

import os
import re
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SPOKEN = os.path.join(HERE, "..", "Tests", "TactileTests", "Orca", "spoken.py")
QUIET = 1.5  # seconds without a word, after which a step has ended

FORM = """
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gio, Gtk
GLib.set_prgname("form")
def show(window, *_):
    window.text.set_visibility(True)
    return True
def activate(app):
    window = Gtk.ApplicationWindow(application=app, title="Form")
    box = Gtk.Box(orientation=1, spacing=8)
    window.set_child(box)
    def row(text, child):
        label = Gtk.Label(label=text, use_underline=True, xalign=0)
        label.set_mnemonic_widget(child)
        box.append(label)
        box.append(child)
    password = Gtk.PasswordEntry(show_peek_icon=True)
    row("_Password", password)
    window.text = password.get_first_child()
    rule = Gtk.Label(label="At least 8 characters")
    box.append(rule)
    password.update_property([Gtk.AccessibleProperty.DESCRIPTION], ["Password must have at least 8 characters"])
    row("_Recipients", Gtk.Entry())
    scale = Gtk.Scale.new_with_range(0, 0, 1, 0.01)
    scale.set_value(0.25)
    row("R_esponse", scale)
    row("Slow _motion", Gtk.Switch())
    box.append(Gtk.ToggleButton(label="Drag me!"))
    submit = Gtk.Button(label="_Submit", use_underline=True)
    box.append(submit)
    error = Gtk.Label(label="Password must have at least 8 characters", visible=False)
    box.append(error)
    def refuse(*_):
        error.set_visible(True)
        password.update_state([Gtk.AccessibleState.INVALID], [Gtk.AccessibleInvalidState.TRUE])
        password.grab_focus()
    submit.connect("clicked", refuse)
    menu = Gio.Menu()
    menu.append("Move", "app.move")
    menu.append("Quit", "app.quit")
    button = Gtk.MenuButton(label="Menu", menu_model=menu)
    box.append(button)
    for name in ("move", "quit"):
        app.add_action(Gio.SimpleAction.new(name, None))
    shortcut = Gtk.Shortcut.new(Gtk.ShortcutTrigger.parse_string("F8"), Gtk.CallbackAction.new(lambda *_: show(window)))
    controller = Gtk.ShortcutController()
    controller.set_scope(Gtk.ShortcutScope.GLOBAL)
    controller.add_shortcut(shortcut)
    window.add_controller(controller)
    window.present()
app = Gtk.Application(application_id="org.example.form")
app.connect("activate", activate)
app.run()
"""

OURS = [
    ("password field", []),
    ("a key in it", ["a"]),
    ("a key while it is visible", ["Alt+v", "b"]),
    ("button that shows it", ["Tab"]),
    ("button", ["Tab", "Tab", "Tab"]),
    ("an error", ["space"]),
    ("token", ["Tab"] * 6),
    ("text", ["End"]),
    ("toggle button", ["Tab"]),
    ("pressed", ["space"]),
    ("menu", ["Menu"]),
    ("next item", ["Down"]),
    ("menu closed", ["Escape"]),
    ("slider", ["F12"]),
    ("slider moved", ["Right"]),
    ("switch", ["Tab"] * 6),
    ("switch on", ["space"]),
]
THEIRS = [
    ("password field", []),
    ("a key in it", ["a"]),
    ("a key while it is visible", ["F8", "b"]),
    ("text", ["Tab"]),
    ("slider", ["Tab"]),
    ("slider moved", ["Right"]),
    ("switch", ["Tab"]),
    ("switch on", ["space"]),
    ("toggle button", ["Tab"]),
    ("pressed", ["space"]),
    ("button", ["Tab"]),
    ("an error", ["space"]),
    ("menu", ["Shift+Tab", "space"]),
    ("next item", ["Down"]),
    ("menu closed", ["Escape"]),
]
STATES = "checked expanded expandable has-popup invalid-entry pressed selected".split()
KEYS = {"Tab": 0xFF09, "space": 0x20, "End": 0xFF57, "Menu": 0xFF67, "Down": 0xFF54, "Escape": 0xFF1B, "F12": 0xFFC9,
        "F8": 0xFFC5, "Right": 0xFF53, "Alt": 0xFFE9, "Shift": 0xFFE1}


class Desktop:
    """A display with a window manager, the accessibility bus and Orca, all of them private."""

    def __init__(self, directory):
        self.processes = []
        self.spoken = os.path.join(directory, "spoken")
        os.mkdir(os.path.join(directory, "run"), 0o700)
        server = self.start(["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {}, True)
        os.environ.update(
            DISPLAY=":" + server.stdout.readline().decode().strip(), HOME=directory, LC_ALL="C.UTF-8",
            XDG_RUNTIME_DIR=os.path.join(directory, "run"), GSETTINGS_BACKEND="memory", GSK_RENDERER="cairo",
            GDK_BACKEND="x11", XDG_DATA_HOME=directory, XDG_CONFIG_HOME=directory, XDG_CACHE_HOME=directory,
            XDG_STATE_HOME=directory)
        bus = self.start(["dbus-daemon", "--session", "--nofork", "--print-address=1"], {}, True)
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()
        self.start(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately", "--a11y=1"])
        self.start(["openbox"])
        self.start(["/usr/bin/python3", SPOKEN, self.spoken])
        self.wait(lambda: len(self.lines()) > 1)
        self.version = self.lines()[0]

    def start(self, command, variables=None, reads=False):
        process = subprocess.Popen(
            command, env={**os.environ, **(variables or {})}, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            stdout=subprocess.PIPE if reads else subprocess.DEVNULL)
        self.processes.append(process)
        return process

    def stop(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait()

    def lines(self):
        try:
            with open(self.spoken) as file:
                return file.read().splitlines()
        except FileNotFoundError:
            return []

    def wait(self, condition):
        end = time.monotonic() + 30
        while not condition():
            if time.monotonic() > end:
                sys.exit("accessibility.py: Orca or a program did not start within 30 s")
            time.sleep(0.05)

    def words(self, position, quiet=QUIET):
        """Returns the lines after a position, when no more follow."""
        count, end = 0, time.monotonic() + quiet
        while time.monotonic() < end:
            new = self.lines()[position:]
            if len(new) > count:
                count, end = len(new), time.monotonic() + QUIET
            time.sleep(0.05)
        return self.lines()[position:]


def press(name):
    from gi.repository import Atspi

    *modifiers, key = name.split("+")
    for modifier in modifiers:
        Atspi.generate_keyboard_event(keycode(KEYS[modifier]), None, Atspi.KeySynthType.PRESS)
    Atspi.generate_keyboard_event(keycode(KEYS.get(key) or ord(key)), None, Atspi.KeySynthType.PRESSRELEASE)
    for modifier in reversed(modifiers):
        Atspi.generate_keyboard_event(keycode(KEYS[modifier]), None, Atspi.KeySynthType.RELEASE)


def keycode(keysym):
    """Returns the keycode of a keysym in the keyboard map of the display."""
    if not hasattr(keycode, "codes"):
        keycode.codes = {}
        for line in subprocess.run(["xmodmap", "-pke"], capture_output=True, text=True).stdout.splitlines():
            code, _, symbols = line.partition("=")
            for symbol in symbols.split()[:1]:
                keycode.codes.setdefault(symbol, int(code.split()[1]))
        names = {0xFF09: "Tab", 0x20: "space", 0xFF57: "End", 0xFF67: "Menu", 0xFF54: "Down", 0xFF1B: "Escape",
                 0xFFC9: "F12", 0xFFC5: "F8", 0xFF53: "Right", 0xFFE9: "Alt_L", 0xFFE1: "Shift_L"}
        keycode.codes.update({number: keycode.codes[name] for number, name in names.items()})
    return keycode.codes[keysym if keysym in keycode.codes else chr(keysym)]


def focused(parent):
    """Returns the innermost object with the focus."""
    from gi.repository import Atspi

    found = parent if parent.get_state_set().contains(Atspi.StateType.FOCUSED) else None
    for index in range(parent.get_child_count()):
        child = parent.get_child_at_index(index)
        found = (child and focused(child)) or found
    return found


def description(name):
    from gi.repository import Atspi

    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(index)
        if application and re.fullmatch(name, application.get_name() or ""):
            application.clear_cache()
            found = focused(application)
            if found is None:
                return "no focus"
            states = [state for state in STATES
                      if found.get_state_set().contains(getattr(Atspi.StateType, state.replace("-", "_").upper()))]
            name = found.get_name() or "no name"
            return f"{found.get_role_name()}, {name}" + "".join(f", {state}" for state in states)
    return "no program"


def walk(desktop, command, name, steps):
    rows = {}
    position = len(desktop.lines())
    process = desktop.start(command)
    for row, keys in steps:
        for index, key in enumerate(keys):
            if index > 0:
                desktop.words(position)
            position = len(desktop.lines())
            press(key)
        # A program needs time to start, and may open without a word.
        words = desktop.words(position, QUIET if keys else 3 * QUIET)
        rows[row] = (description(name), " / ".join(words))
        position = len(desktop.lines())
    process.terminate()
    process.wait()
    return rows


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        sys.exit(2)
    import gi

    gi.require_version("Atspi", "2.0")
    with tempfile.TemporaryDirectory() as directory:
        desktop = Desktop(directory)
        try:
            ours = walk(desktop, [os.path.abspath(sys.argv[1])], "[Tt]actile", OURS)
            theirs = walk(desktop, ["/usr/bin/python3", "-c", FORM], "form", THEIRS)
            print(f"Orca {desktop.version}\n")
            print("| | Tactile: object | words | GTK 4: object | words |\n|---|---|---|---|---|")
            for row, _ in OURS:
                cells = [cell or "silent" for rows in (ours, theirs) for cell in rows.get(row, ("–", "–"))]
                print(f"| {row} | " + " | ".join(cells) + " |")
        finally:
            desktop.stop()


main()
