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
QUIET = 2.5  # seconds without a word, after which a step has ended

GTK = """
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gio, Gtk
GLib.set_prgname("form")
def row(box, text, child):
    label = Gtk.Label(label=text, use_underline=True, xalign=0)
    label.set_mnemonic_widget(child)
    box.append(label)
    box.append(child)
def menu(app):
    for name in ("move", "quit"):
        app.add_action(Gio.SimpleAction.new(name, None))
    menu = Gio.Menu()
    menu.append("Move", "app.move")
    menu.append("Quit", "app.quit")
    return menu
def form(app):
    window = Gtk.ApplicationWindow(application=app, title="Form")
    box = Gtk.Box(orientation=1, spacing=8)
    window.set_child(box)
    password = Gtk.PasswordEntry(show_peek_icon=True)
    row(box, "_Password", password)
    rule = Gtk.Label(label="At least 1 lowercase letter, not met")
    box.append(rule)
    strength = Gtk.LevelBar(max_value=8)
    strength.update_property([Gtk.AccessibleProperty.LABEL], ["Strength"])
    box.append(strength)
    def changed(*_):
        text = password.get_text()
        rule.set_label("At least 1 lowercase letter, " + ("met" if text.upper() != text else "not met"))
        strength.set_value(len(text))
    password.connect("changed", changed)
    password.update_property([Gtk.AccessibleProperty.DESCRIPTION], ["Password must have at least 8 characters"])
    row(box, "_Recipients", Gtk.Entry())
    scale = Gtk.Scale.new_with_range(0, 0, 1, 0.01)
    scale.set_value(0.25)
    row(box, "R_esponse", scale)
    row(box, "Slow _motion", Gtk.Switch())
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
    box.append(Gtk.MenuButton(label="Menu", menu_model=menu(app)))
    generate = Gtk.Button(label="_Generate", use_underline=True)
    generate.connect("clicked", lambda *_: password.set_text("correct-horse-battery"))
    box.append(generate)
    def show(*_):
        password.get_first_child().set_visibility(True)
        return True
    shortcut = Gtk.Shortcut.new(Gtk.ShortcutTrigger.parse_string("F8"), Gtk.CallbackAction.new(show))
    controller = Gtk.ShortcutController()
    controller.set_scope(Gtk.ShortcutScope.GLOBAL)
    controller.add_shortcut(shortcut)
    window.add_controller(controller)
    window.present()
def suggestions(app):
    window = Gtk.ApplicationWindow(application=app, title="Tokens")
    box = Gtk.Box(orientation=1)
    window.set_child(box)
    names = Gtk.ListStore(str)
    names.append(["ada@objc.io"])
    completion = Gtk.EntryCompletion(model=names, text_column=0)
    row(box, "_Mail", Gtk.Entry(completion=completion))
    window.present()
def passphrase(app):
    window = Gtk.ApplicationWindow(application=app, title="Passphrase")
    box = Gtk.Box(orientation=1)
    window.set_child(box)
    box.append(Gtk.Label(label="Please unlock the card of Ada."))
    row(box, "_Smartcard", Gtk.PasswordEntry())
    window.present()
def question(app):
    dialog = Gtk.MessageDialog(application=app, title="Confirm", text="Remove build?", buttons=Gtk.ButtonsType.OK_CANCEL)
    dialog.set_default_response(Gtk.ResponseType.OK)
    dialog.present()
def message(app):
    Gtk.MessageDialog(application=app, title="Message", text="The backup has ended.", buttons=Gtk.ButtonsType.OK).present()
def button(app):
    window = Gtk.ApplicationWindow(application=app, title="Button", decorated=False)
    window.set_child(Gtk.MenuButton(label="Drag me!", menu_model=menu(app)))
    window.present()
import sys
app = Gtk.Application(application_id="org.example.form")
app.connect("activate", globals()[sys.argv[1]])
app.run(None)
"""

# For each program, the arguments, the lines that it reads, and the steps of Tactile, and those of GTK 4. A step has a row of
# the table, the keys that lead to it, and the name of the object in the row if it is not the one with the focus.
PROGRAMS = [
    ([], "", [
        ("password field", []),
        ("a key in it", ["a"]),
        ("the rule that it meets", [], "At least 1 lowercase letter.*"),
        ("the strength", [], "Very weak"),
        ("a key while it is visible", ["Alt+v", "b"]),
        ("button that shows it", ["Tab"]),
        ("button", ["Tab", "Tab", "Tab"]),
        ("an error", ["space"]),
        ("generator", ["Tab"] * 5),
        ("a generated password", ["space"]),
        ("token", ["Tab"]),
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
    ], "form", [
        ("password field", []),
        ("a key in it", ["a"]),
        ("the rule that it meets", [], "At least 1 lowercase letter.*"),
        ("the strength", [], "Strength"),
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
        ("generator", ["Shift+Tab"]),
        ("a generated password", ["space"]),
        ("menu", ["Shift+Tab", "space"]),
        ("next item", ["Down"]),
        ("menu closed", ["Escape"]),
    ]),
    (["tokens", "--text", "Mail", "--completions", "names"], "", [
        ("a field with suggestions", []), ("a key in that field", ["a"]), ("the suggestion", ["Down"]),
        ("accepted", ["Return"]),
    ], "suggestions", [
        ("a field with suggestions", []), ("a key in that field", ["a"]), ("the suggestion", ["Down"]),
        ("accepted", ["Return"]),
    ]),
    (["pinentry"], "SETDESC Please unlock the card of Ada.\nSETPROMPT Smartcard:\nGETPIN\n", [
        ("dialog for a passphrase", []), ("a key in that dialog", ["a"]),
    ], "passphrase", [("dialog for a passphrase", []), ("a key in that dialog", ["a"])]),
    (["confirm", "Remove build?"], "", [("question", [])], "question", [("question", [])]),
    (["message", "The backup has ended."], "", [("message", [])], "message", [("message", [])]),
    (["button"], "", [
        ("desktop button", [], "Drag me!"), ("its panel or menu", ["F9"]), ("an action of the panel fails", ["Return"]),
    ], "button", [("desktop button", []), ("its panel or menu", ["space"])]),
]
STATES = "checked expanded expandable has-popup invalid-entry pressed selected".split()


class Desktop:
    """A display with a window manager, the accessibility bus and Orca, all of them private."""

    def __init__(self, directory):
        self.processes = []
        self.spoken = os.path.join(directory, "spoken")
        os.mkdir(os.path.join(directory, "run"), 0o700)
        server = self.start(["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"], True)
        os.environ.update(
            DISPLAY=":" + server.stdout.readline().decode().strip(), HOME=directory, LC_ALL="C.UTF-8",
            XDG_RUNTIME_DIR=os.path.join(directory, "run"), GSETTINGS_BACKEND="memory", GSK_RENDERER="cairo",
            GDK_BACKEND="x11", XDG_DATA_HOME=directory, XDG_CONFIG_HOME=directory, XDG_CACHE_HOME=directory,
            XDG_STATE_HOME=directory)
        bus = self.start(["dbus-daemon", "--session", "--nofork", "--print-address=1"], True)
        os.environ["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()
        self.start(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately", "--a11y=1"])
        self.start(["openbox"])
        self.start(["/usr/bin/python3", SPOKEN, self.spoken])
        self.wait(lambda: len(self.lines()) > 1)
        self.version = self.lines()[0]

    def start(self, command, reads=False):
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL,
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
        Atspi.generate_keyboard_event(keycode(modifier + "_L"), None, Atspi.KeySynthType.PRESS)
    Atspi.generate_keyboard_event(keycode(key), None, Atspi.KeySynthType.PRESSRELEASE)
    for modifier in reversed(modifiers):
        Atspi.generate_keyboard_event(keycode(modifier + "_L"), None, Atspi.KeySynthType.RELEASE)


def keycode(name):
    """Returns the keycode of a key in the keyboard map of the display."""
    if not hasattr(keycode, "codes"):
        keycode.codes = {}
        for line in subprocess.run(["xmodmap", "-pke"], capture_output=True, text=True).stdout.splitlines():
            code, _, symbols = line.partition("=")
            for symbol in symbols.split()[:1]:
                keycode.codes.setdefault(symbol, int(code.split()[1]))
    return keycode.codes[name]


def find(parent, condition):
    """Returns the innermost object that meets a condition."""
    found = parent if condition(parent) else None
    for index in range(parent.get_child_count()):
        child = parent.get_child_at_index(index)
        found = (child and find(child, condition)) or found
    return found


def description(program, name=None):
    """Returns the role, the name and the states of an object: of the one with this name, or with the focus."""
    from gi.repository import Atspi

    def has(item, state):
        return item.get_state_set().contains(getattr(Atspi.StateType, state.replace("-", "_").upper()))

    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(index)
        if application and re.fullmatch(program, application.get_name() or ""):
            application.clear_cache()
            found = find(
                application, lambda item: re.fullmatch(name, item.get_name() or "") if name else has(item, "focused"))
            if found is None:
                return "no object" if name else "no focus"
            states = [state for state in STATES if has(found, state)]
            return ", ".join([found.get_role_name(), found.get_name() or "no name"] + states)
    return "no program"


def walk(desktop, command, lines, name, steps):
    rows = {}
    position = len(desktop.lines())
    process = desktop.start(command)
    process.stdin.write(lines.encode())
    process.stdin.flush()
    for row, keys, *named in steps:
        for index, key in enumerate(keys):
            if index > 0:
                desktop.words(position)
            position = len(desktop.lines())
            press(key)
        # A program needs time to start, and may open without a word.
        words = desktop.words(position, QUIET if keys or named else 3 * QUIET)
        rows[row] = (description(name, *named), " / ".join(words))
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
            os.makedirs(os.path.join(directory, "tactile"))
            with open(os.path.join(directory, "tactile", "button.toml"), "w") as file:
                file.write('[button]\nhot_key = "F9"\n[[action]]\nname = "Missing"\ncommand = ["/missing"]\n')
            with open(os.path.join(directory, "names"), "w") as file:
                file.write("ada@objc.io\n")
            program = os.path.abspath(sys.argv[1])
            os.chdir(directory)
            print(f"Orca {desktop.version}\n")
            print("| | Tactile: object | words | GTK 4: object | words |\n|---|---|---|---|---|")
            for arguments, lines, own_steps, peer, peer_steps in PROGRAMS:
                ours = walk(desktop, [program] + arguments, lines, "[Tt]actile", own_steps)
                theirs = walk(desktop, ["/usr/bin/python3", "-c", GTK, peer], "", "form", peer_steps)
                for row, *_ in own_steps:
                    cells = [cell or "silent" for rows in (ours, theirs) for cell in rows.get(row, ("–", "–"))]
                    print(f"| {row} | " + " | ".join(cells) + " |", flush=True)
        finally:
            desktop.stop()


main()
