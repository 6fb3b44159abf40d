#!/usr/bin/python3
"""Uses the program for a long time, and fails if its memory, descriptors, threads or X resources grow; see
Documentation/Trust.md.

usage: scripts/soak.py [--program PATH] [--only window|agents] [--minutes N] [--questions N] [--deaths N] [--seed N]
                       [--output DIR]

Without arguments, the window is used for 60 minutes; beside it, 1,000 questions are asked, and 200 X servers are killed.
The pictures soak-window.svg and soak-agents.svg are written to DIR (default: assets), and the results of
Documentation/Trust.md are replaced unless --only or --output is given.
Needs the rights of root, Xvfb, openbox, xdotool, dbus-daemon, python3-xlib, xprop, xrandr, xclip, polkitd, openssl.
"""
import argparse
import collections
import concurrent.futures
import contextlib
import os
import pathlib
import random
import re
import select
import statistics
import subprocess
import sys
import tempfile
import time

import Xlib.display
import Xlib.error
from Xlib import X, XK
from Xlib.ext import res, xtest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from failures import Display, Question, replace_section, root

# The quantities, and the growth in an hour that is a leak. The proportional memory depends on other processes.
QUANTITIES = {"private memory": ("kB", 100), "proportional memory": ("kB", None), "descriptors": ("", 0.5), "threads": ("", 0.5),
              "X resources": ("", 5), "pixmaps": ("kB", 100)}
# `RenderExtension.maximumSolidCount`: each color is a picture without a pixmap.
CACHED_COLORS = 64
# Shorter runs are not judged: caches are filled in the first minutes.
JUDGED_SECONDS = 900
MANAGER = """<openbox_config xmlns="http://openbox.org/3.4/rc"><keyboard/><mouse><context name="Client">
<mousebind button="Left" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
</context></mouse></openbox_config>"""


class Failure(Exception):
    pass


class Process:
    """A process of the program, with the resources that it used at each time."""

    def __init__(self, name, screen, command, pipes=None):
        self.name, self.buffer, self.samples, self.start = name, b"", [], time.monotonic()
        self.errors = open(screen.directory / f"{name}.errors", "w+")
        self.process = subprocess.Popen(
            command, env=screen.environment | {"TACTILE_PINENTRY_FALLBACK": "/nonexistent"}, stderr=self.errors,
            cwd=screen.directory, stdin=pipes or subprocess.DEVNULL, stdout=pipes or subprocess.DEVNULL)
        self.pid = self.process.pid

    def sample(self, usage):
        if self.process.poll() is not None:
            raise Failure(f"{self.name} has ended with status {self.process.returncode}: {self.message()}")
        directory = pathlib.Path(f"/proc/{self.pid}")
        memory = dict(re.findall(r"^(\w+): +(\d+) kB", (directory / "smaps_rollup").read_text(), re.MULTILINE))
        self.samples.append((time.monotonic() - self.start, int(memory["Private_Dirty"]), int(memory["Pss"]),
                             len(os.listdir(directory / "fd")), len(os.listdir(directory / "task")), *usage[self.pid]))

    def send(self, text):
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def line(self):
        while b"\n" not in self.buffer:
            data = select.select([self.process.stdout], [], [], 30)[0] and os.read(self.process.stdout.fileno(), 4096)
            if not data:
                raise Failure(f"{self.name} does not reply: {self.message()}")
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\n", 1)
        return line.decode()

    def message(self):
        self.errors.seek(0)
        return self.errors.read().strip()

    def wait(self):
        """The exit status, or `None` if the process does not end."""
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return None

    def end(self):
        """Ends the process as the desktop does. Returns the failures."""
        self.process.terminate()
        status = self.wait()
        return [f"{self.name}: status {status} at the end: {self.message()}"] if status != 0 or self.message() else []

    def blocks(self):
        """The smallest values in each sixtieth of the time: the hash of a password needs 256 MiB for a moment."""
        blocks, end = collections.defaultdict(list), self.samples[-1][0]
        count = min(60, max(1, int(end / 10)))
        for sample in self.samples:
            blocks[min(int(sample[0] / end * count), count - 1)].append(sample)
        return [tuple(map(min, zip(*block))) for _, block in sorted(blocks.items())]

    def slope(self, column):
        """The growth in an hour by linear regression over the second half, and three times its standard error.

        Of the quantities that vary, one in three runs would have one above twice its standard error by chance. Successive
        values are alike, since caches grow by steps, so they count as fewer values.
        """
        blocks = self.blocks()
        times, values = zip(*[(block[0] / 3600, block[column]) for block in blocks[len(blocks) // 2:]])
        if len(times) < 3:
            return 0, float("inf")
        slope, start = statistics.linear_regression(times, values)
        rest = [value - start - slope * time for time, value in zip(times, values)]
        square = sum(value ** 2 for value in rest)
        alike = max(0, sum(a * b for a, b in zip(rest, rest[1:])) / square) if square else 0
        variance = square / (len(times) - 2) / statistics.variance(times) / (len(times) - 1)
        return slope, 3 * (variance * (1 + alike) / (1 - alike)) ** 0.5


class Screen(Display):
    """A display with simulated input. Its window manager has no keys and no menus, so that the input reaches only the program."""

    def __init__(self, directory, options, number=None):
        directory.mkdir()
        (directory / "rc.xml").write_text(MANAGER)
        self.manager_options = ["--replace", "--config-file", directory / "rc.xml"]
        super().__init__(directory, number)
        self.options, self.chance, self.counts = options, random.Random(options.seed), collections.Counter()
        self.x = Xlib.display.Display(self.name)
        # A window may close before a request about it.
        self.x.set_error_handler(lambda *_: None)
        self.root = self.x.screen().root
        self.interval, self.next, self.inputs, self.last = 0, 0, 0, collections.deque(maxlen=60)
        self.processes, self.measured, self.next_sample, self.types = [], [], 0, {}

    def run(self, *command, **options):
        return subprocess.run(command, env=self.environment, timeout=30, stderr=subprocess.DEVNULL,
                              **{"stdout": subprocess.DEVNULL} | options)

    def until(self, condition, seconds):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                return False
            self.sample()
            time.sleep(0.02)
        return True

    def clients(self):
        """The process and the first resource of each client of the server."""
        return [(client.value[0], client.spec.client)
                for client in self.x.res_query_client_ids([{"client": 0, "mask": res.LocalClientPIDMask}]).ids]

    def resources(self, client):
        """The resources of a client without those that its cache of colors may have."""
        counts = collections.Counter()
        for kind in self.x.res_query_client_resources(client).types:
            if kind.resource_type not in self.types:
                self.types[kind.resource_type] = self.x.get_atom_name(kind.resource_type)
            counts[self.types[kind.resource_type]] += kind.count
        # Each other picture has a pixmap.
        colors = max(0, counts["PICTURE"] - counts["PIXMAP"])
        return sum(counts.values()) - min(colors, CACHED_COLORS)

    def sample(self):
        if time.monotonic() < self.next_sample and all(process.process.poll() is None for process in self.processes):
            return
        self.next_sample = time.monotonic() + 3
        usage = collections.defaultdict(lambda: [0, 0])
        for pid, client in self.clients():
            # The client may have ended since.
            with contextlib.suppress(Xlib.error.XError):
                usage[pid][0] += self.resources(client)
                usage[pid][1] += self.x.res_query_client_pixmap_bytes(client).bytes // 1024
        for process in self.processes:
            process.sample(usage)

    def act(self, name, *events):
        """Sends events, and waits until the next input may follow."""
        for kind, detail in events:
            xtest.fake_input(self.x, kind, detail)
        self.x.flush()
        self.inputs += 1
        self.last.append(name)
        self.next = max(self.next + self.interval, time.monotonic() - 1)
        time.sleep(max(0, self.next - time.monotonic()))
        self.sample()

    def press(self, *names):
        modifiers = {"ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L"}
        for name in names:
            *held, key = name.split("+")
            code, level = min(self.x.keysym_to_keycodes(XK.string_to_keysym(key) or ord(key)), key=lambda pair: pair[1])
            codes = [self.x.keysym_to_keycode(XK.string_to_keysym(modifiers[name])) for name in held + ["shift"] * (level & 1)]
            codes.append(code)
            self.act(name, *((X.KeyPress, code) for code in codes), *((X.KeyRelease, code) for code in codes[::-1]))

    def move(self, x, y):
        xtest.fake_input(self.x, X.MotionNotify, x=int(x), y=int(y))
        self.act(f"{int(x)},{int(y)}")

    def click(self, *buttons):
        for button in buttons:
            self.act(f"button {button}", (X.ButtonPress, button), (X.ButtonRelease, button))

    def drag(self, points, hold=0.35):
        self.move(*points[0])
        self.act("press", (X.ButtonPress, 1))
        time.sleep(hold)
        for point in points[1:]:
            self.move(*point)
        self.act("release", (X.ButtonRelease, 1))

    def property(self, window, name):
        with contextlib.suppress(Xlib.error.XError):
            value = window.get_full_property(self.x.intern_atom(name), X.AnyPropertyType)
            return value.value if value else None

    def active(self):
        """The active window of the program, or `None`. The button is never active."""
        value = self.property(self.root, "_NET_ACTIVE_WINDOW")
        window = self.x.create_resource_object("window", value[0]) if value and value[0] else None
        return window if window and b"Tactile" in (self.property(window, "WM_CLASS") or b"") else None

    def shown(self):
        """The windows of the program that the window manager manages. The button is none of them."""
        windows = [self.x.create_resource_object("window", window) for window in self.property(self.root, "_NET_CLIENT_LIST") or []]
        return [window for window in windows if self.property(window, "WM_CLASS")]

    def focus(self):
        for window in self.shown():
            window.set_input_focus(X.RevertToParent, X.CurrentTime)


class Window(Screen):
    """Simulated input in the window, 60 events per second."""

    KEYS = """Tab shift+Tab Left Right shift+Left shift+Right Home End shift+Home shift+End BackSpace Delete ctrl+a ctrl+c ctrl+x
        ctrl+v ctrl+z ctrl+y ctrl+Left ctrl+Right ctrl+BackSpace alt+v Escape Up Down Page_Down Page_Up space Return F2 m""".split()
    TOKEN_KEYS = ["shift+Left", "Left", "BackSpace", "ctrl+z", "ctrl+y", "ctrl+c", "ctrl+v", "ctrl+x", "Return"]
    PASSWORD_KEYS = ["alt+v", "BackSpace", "ctrl+BackSpace", "shift+Left", "ctrl+a", "ctrl+c", "ctrl+v", "Tab"]
    # Blue, green and red of the button in its states, light and dark.
    COLORS = b"\x30\x3B\xFF", b"\x59\xC7\x34", b"\x3A\x45\xFF", b"\x58\xD1\x30"

    def use(self):
        self.interval = 1 / 60
        process = Process("window", self, [self.options.program, "--geometry", "620x600+10+30"])
        if not self.until(self.active, 30):
            raise Failure("the window does not appear")
        self.processes = self.measured = [process]
        actions = {self.keys: 30, self.tokens: 20, self.password: 15, self.drags: 30, self.throws: 30, self.clicks: 20, self.wheel: 5,
                 self.menus: 5, self.settings: 3, self.pastes: 5, self.saves: 1, self.inspector: 3, self.sizes: 2, self.scales: 0.3}
        end = time.monotonic() + self.options.minutes * 60
        while time.monotonic() < end:
            action = self.chance.choices(list(actions), list(actions.values()))[0]
            self.counts[action.__name__] += 1
            action()
            if not self.active():
                self.focus()
        self.processes = []
        return process.end()

    def point(self):
        return self.chance.randrange(12, 640), self.chance.randrange(36, 620)

    def points_of_button(self):
        """Points of the button, which is red or green."""
        pixels = self.pixels()
        start = len(pixels) - 800 * 640 * 4
        return [(x, y) for y in range(40, 632, 8) for x in range(8, 792, 8)
                if pixels[(place := start + (y * 800 + x) * 4):place + 3] in self.COLORS]

    def focus_password(self):
        self.press("Escape", "Escape", "Page_Up")
        self.move(160, 175)
        self.click(1)

    def keys(self):
        self.press(*self.chance.choices(self.KEYS, k=20))

    def tokens(self):
        self.focus_password()
        self.press(*["Tab"] * 6)
        for _ in range(self.chance.randrange(1, 6)):
            self.press(*f"user{self.chance.randrange(500)}@example.org"[:self.chance.randrange(3, 22)], self.chance.choice(",;"))
        self.press(*self.chance.choices(self.TOKEN_KEYS, k=8))
        if self.chance.random() < 0.2:
            self.press("ctrl+a", "ctrl+a", "Delete")

    def password(self):
        self.focus_password()
        self.press(*self.chance.choices("abcdefgh0189.-!XYZ ", k=self.chance.randrange(1, 24)))
        self.press(*self.chance.choices(self.PASSWORD_KEYS, k=5))

    def drags(self):
        self.drag([self.point() for _ in range(self.chance.randrange(2, 10))], self.chance.choice([0, 0.35]))

    def throws(self):
        if places := self.points_of_button():
            x, y = self.chance.choice(places)
            width, height = self.chance.randrange(-60, 60), self.chance.randrange(-60, 60)
            self.drag([(x + width * step, y + height * step) for step in range(7)], self.chance.choice([0, 0.35, 0.35, 0.35]))

    def clicks(self):
        self.move(*self.point())
        self.click(*self.chance.choices([1, 1, 1, 2], k=self.chance.choice([1, 1, 2, 3])))
        self.press(self.chance.choice(["Escape", "Down", "Return"]))

    def menus(self):
        """Opens and closes a menu, and chooses nothing: that of the button can end the program."""
        self.move(*self.point())
        self.chance.choice([lambda: self.click(3), lambda: self.press("Menu")])()
        self.press("Escape")

    def settings(self):
        """Chooses an item of the menu of the button, but not the last one, which ends the program."""
        if places := self.points_of_button():
            self.move(*self.chance.choice(places))
            self.click(3)
            # In a small window, the menu may open under the pointer, which then is over any item.
            self.press("Home", *["Down"] * self.chance.randrange(6), "Return", "Escape")

    def wheel(self):
        self.move(*self.point())
        self.click(*self.chance.choices([4, 5], k=12))

    def pastes(self):
        """Pastes a list of another program."""
        text = "\n".join(f"name{self.chance.randrange(500)}" for _ in range(self.chance.randrange(1, 60)))
        self.run("xclip", "-selection", self.chance.choice(["clipboard", "primary"]), input=text.encode())
        self.move(*self.point())
        self.click(2)
        self.press("ctrl+v")

    def saves(self):
        """Saves a password, whose hash needs 256 MiB for half a second."""
        saved = self.home / "data/tactile/password.argon2id"
        before = saved.stat().st_mtime if saved.exists() else 0
        self.focus_password()
        for _ in range(2):
            self.press("ctrl+a", "ctrl+BackSpace", *f"Passw0rd!{self.counts['saves']}", "Return")
        if self.until(lambda: saved.exists() and saved.stat().st_mtime > before, 3):
            self.counts["saved passwords"] += 1

    def inspector(self):
        self.press("F12")
        self.drags()
        self.press("shift+F12")

    def sizes(self):
        if window := self.active():
            window.configure(width=self.chance.randrange(480, 760), height=self.chance.randrange(420, 600))

    def scales(self):
        text = f"Xft.dpi:\t{self.chance.choice([96, 120])}\n".encode()
        self.root.change_text_property(Xlib.Xatom.RESOURCE_MANAGER, Xlib.Xatom.STRING, text)


class Agents(Screen):
    """Questions to the agents beside the desktop button, on a display whose monitors and window manager change."""

    def start(self, screen):
        """Starts the button and the programs that ask."""
        (screen.directory / "questions").mkdir()
        commands = {"button": [], "pinentry": [], "ask-password-agent": ["--directory", str(screen.directory / "questions")]}
        return {name: Process(name, screen, [self.options.program, name, *arguments],
                              subprocess.PIPE if name == "pinentry" else None) for name, arguments in commands.items()}

    def use(self):
        programs = self.programs = self.start(self)
        programs["polkit-agent"] = Polkit(self)
        asks = [self.ask_pinentry, self.ask_pinentry, self.ask_systemd, self.ask_askpass, self.ask_polkit]
        if not self.until(self.frame, 30):
            raise Failure("the button does not appear")
        programs["pinentry"].line()
        self.processes = self.measured = list(programs.values())
        for number in range(self.options.questions):
            outcome = self.chance.choices(["answered", "cancelled", "timed out"], [7, 2, 1])[0]
            received, expected = asks[number % len(asks)](number % 100, outcome)
            if received != expected:
                raise Failure(f"question {number} was {outcome}: {received!r} instead of {expected!r}")
            if not self.until(lambda: not self.shown(), 30):
                raise Failure(f"the dialog of question {number} stays open")
            self.counts["questions " + outcome] += 1
            self.chance.choice([self.use_button, self.use_panel, lambda: None])()
        self.processes = []
        failures = [failure for process in programs.values() for failure in process.end()]
        for number in range(self.options.deaths):
            failures += self.let_server_die(number)
        return failures

    def answer(self, text, outcome, end=lambda: None):
        """Answers the dialog. It drops answers in its first half second, so the first one may be lost on a slow machine."""
        if self.chance.random() < 0.1:
            self.chance.choice([self.change_monitors, self.exchange_manager])()
        if outcome == "timed out":
            self.until(self.shown, 5)
            return end()
        for _ in range(5):
            if not self.until(self.active, 2):
                # After an exchange of the window manager, no window has the focus until the user clicks one.
                self.focus()
            if not self.until(self.active, 10):
                print(f"soak.py: no window is active, and openbox has the status {self.manager.poll()}", file=sys.stderr, flush=True)
                self.start_manager()
                continue
            time.sleep(0.65)
            self.press(*(["ctrl+BackSpace", *text, "Return"] if outcome == "answered" else ["Escape"]))
            if self.until(lambda: not self.shown(), 8):
                return
        raise Failure("there is no dialog that accepts an answer")

    def ask_pinentry(self, number, outcome):
        pinentry, text = self.programs["pinentry"], f"pin {number}"
        pinentry.send(f"SETTIMEOUT {2 if outcome == 'timed out' else 60}\nSETDESC Question {number}\nGETPIN\n")
        self.answer(text, outcome)
        lines = [pinentry.line() for _ in range(3)]
        while not lines[-1].startswith(("OK", "ERR")):
            lines.append(pinentry.line())
        expected = {"answered": f"D {text}", "cancelled": "ERR 83886179", "timed out": "ERR 83886142"}[outcome]
        return [line[:len(expected)] for line in lines if line.startswith(("D ", "ERR"))], [expected]

    def ask_systemd(self, number, outcome):
        text = f"answer {number}"
        limit = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000 + 2_000_000 if outcome == "timed out" else 0
        with Question(self.directory / "questions", f"Question {number}", limit) as question:
            self.answer(text, outcome)
            received = None if outcome == "timed out" else question.answer()
        return received, {"answered": "+" + text, "cancelled": "-", "timed out": None}[outcome]

    def ask_askpass(self, number, outcome):
        text, limit = f"secret {number}", ["--timeout", "2"] if outcome == "timed out" else []
        process = Process("askpass", self, [self.options.program, "askpass", *limit, f"Password {number}:"], subprocess.PIPE)
        self.answer(text, outcome)
        output = process.process.communicate(timeout=30)[0].decode()
        return (process.wait(), output), {"answered": (0, text + "\n"), "cancelled": (1, ""), "timed out": (5, "")}[outcome]

    def ask_polkit(self, number, outcome):
        polkit = self.programs["polkit-agent"]
        polkit.send("pkcheck\n")
        # Instead of a timeout, the program that asks is killed.
        self.answer("right", outcome, end=lambda: polkit.send("kill\n"))
        polkit.send("result\n")
        return polkit.line(), {"answered": "0", "cancelled": "3", "timed out": "143"}[outcome]

    def frame(self):
        """The frame of the button, which the window manager does not manage, or `None`."""
        for window in self.root.query_tree().children:
            with contextlib.suppress(Xlib.error.XError):
                pid = self.property(window, "_NET_WM_PID")
                if pid and pid[0] == self.programs["button"].pid and window.get_attributes().map_state == X.IsViewable:
                    frame = window.get_geometry()
                    return frame.x, frame.y, frame.width, frame.height

    def use_button(self):
        if frame := self.frame():
            x, y, width, height = frame
            self.interval = 1 / 60
            places = [(self.chance.randrange(800), self.chance.randrange(640)) for _ in range(6)]
            self.drag([(x + width / 2, y + height / 2), *places])
            self.interval = 0
            self.move(5, 635)
            self.counts["drags of the button"] += 1

    def use_panel(self):
        for _ in range(2):
            self.run(self.options.program, "button", "--panel")
        self.counts["panels"] += 1

    def change_monitors(self):
        left = self.chance.randrange(200, 600)
        for name, width, x in (("one", left, 0), ("two", 800 - left, left)):
            self.run("xrandr", "--delmonitor", name)
            if self.chance.random() < 0.7:
                self.run("xrandr", "--setmonitor", name, f"{width}/{width}x640/640+{x}+0", "none")
        self.counts["changes of monitors"] += 1

    def exchange_manager(self):
        """Exchanges the window manager, or lets it crash."""
        old = self.manager
        if self.chance.random() < 0.5:
            old.kill()
            old.wait()
        self.start_manager()
        old.wait(20)
        self.counts["exchanges of the window manager"] += 1

    def let_server_die(self, number):
        """Kills the server of programs at a random moment after their start. They must end with a message."""
        # Another server would soon have a number that this one has chosen itself, and a program that is late would connect
        # to it. Each run has its own process.
        screen = Screen(self.directory / f"death{number}", self.options, 1000 + os.getpid() % 50000)
        programs = self.start(screen)
        programs["askpass"] = Process("askpass", screen, [self.options.program, "askpass", "Password:"])
        programs["window"] = Process("window", screen, [self.options.program])
        programs["pinentry"].send("GETPIN\n")
        time.sleep(self.chance.uniform(0, 1.5))
        screen.server.kill()
        # Without a display, or its connection was lost.
        failures = [f"{process.name}: status {status} after the death of the server: {process.message()!r}"
                    for process in programs.values() if (status := process.wait()) not in (3, 4) or not process.message()]
        screen.close()
        self.counts["deaths of the server"] += 1
        return failures


class Polkit(Process):
    """The agent of polkit in `Tests/PolkitMachine`. The private memory contains the copy of the program, which is in a file
    system in memory."""

    def __init__(self, screen):
        super().__init__("polkit-agent", screen, [root / "Tests/PolkitMachine/machine.sh", screen.options.program], subprocess.PIPE)
        self.line()
        self.pid = next(pid for pid, _ in screen.clients() if b"polkit-agent" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes())

    def end(self):
        self.send("end\n")
        self.wait()
        return super().end()


def plot(processes, path, title):
    """Draws each quantity over time, a row for each process and a column for each quantity."""
    width, height, gap = 230, 90, 66
    rows = []
    for row, process in enumerate(processes):
        blocks, end = process.blocks(), process.samples[-1][0]
        rows.append(f'<text x="16" y="{58 + row * (height + gap)}" font-weight="bold">{process.name}</text>')
        for column, (name, (unit, _)) in enumerate(QUANTITIES.items(), 1):
            values = [block[column] for block in blocks]
            top = max(max(values), 1) * 1.15
            x, y = 16 + (column - 1) * (width + 14), 66 + row * (height + gap)
            points = " ".join(f"{x + block[0] / end * width:.0f},{y + height - value / top * height:.1f}"
                              for block, value in zip(blocks, values))
            slope, error = process.slope(column)
            rows.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="#F4F4F8"/>'
                        f'<polyline points="{points}" fill="none" stroke="#007AFF" stroke-width="2"/>'
                        f'<text x="{x}" y="{y + height + 16}">{name}, {min(values):,} to {max(values):,} {unit}</text>'
                        f'<text x="{x}" y="{y + height + 30}" fill="#666">{slope:+,.1f} ± {error:,.1f} {unit} per hour</text>')
    size = f"{16 + len(QUANTITIES) * (width + 14)} {44 + len(processes) * (height + gap)}"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-family="sans-serif" font-size="12">\n'
                    f'<rect width="100%" height="100%" fill="white"/><text x="16" y="24">{title}</text>\n' + "\n".join(rows) + "\n</svg>\n")


def soak(name, options):
    """Returns the text of the results, and the failures."""
    with tempfile.TemporaryDirectory() as directory:
        screen = {"window": Window, "agents": Agents}[name](pathlib.Path(directory) / "display", options)
        try:
            failures = screen.use()
        except (Failure, OSError, subprocess.SubprocessError, Xlib.error.XError, Xlib.error.ConnectionClosedError) as error:
            failures = [f"{error!r}; last inputs: {' '.join(screen.last)}"]
            print(f"soak.py: {name}: {failures[0]}", file=sys.stderr, flush=True)
            (options.output / f"soak-{name}.xwd").write_bytes(screen.pixels())
        finally:
            for process in screen.processes:
                process.process.kill()
            screen.close()
    counts = ", ".join(f"{count:,} {action}" for action, count in sorted(screen.counts.items()))
    rows = [f"**{name.capitalize()}:** {counts}; {screen.inputs:,} events of the keyboard and the pointer.", "",
            "| Process | Minutes | " + " | ".join(QUANTITIES) + " |", "|---|---:|" + "---:|" * len(QUANTITIES)]
    processes = [process for process in screen.measured if process.samples]
    for process in processes:
        duration = process.samples[-1][0]
        cells = [process.name, f"{duration / 60:.0f}"]
        for column, (quantity, (unit, limit)) in enumerate(QUANTITIES.items(), 1):
            slope, error = process.slope(column)
            value = f"{process.blocks()[-1][column]:,} {unit}".strip()
            cells.append(f"{value} ({slope:+,.1f} ± {error:,.1f})")
            if limit is not None and slope - error > limit and duration >= JUDGED_SECONDS:
                failures.append(f"{process.name}: {quantity} grows by {slope:.1f} ± {error:.1f} {unit} in an hour")
        rows.append("| " + " | ".join(cells) + " |")
        samples = "".join("\t".join(map(str, sample)) + "\n" for sample in process.samples)
        (root / ".build").mkdir(exist_ok=True)
        (root / f".build/soak-{process.name}.tsv").write_text(samples)
    if processes:
        plot(processes, options.output / f"soak-{name}.svg", f"{name}: {screen.inputs:,} events of the keyboard and the pointer")
    return "\n".join(rows), failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(root / ".build/debug/tactile"))
    parser.add_argument("--only", choices=["window", "agents"])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--deaths", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args()
    if os.geteuid() != 0:
        parser.error("needs the rights of root, since other users cannot read the use of a process that holds a password")
    options.program = str(pathlib.Path(options.program).resolve())
    is_complete = not (options.only or options.output)
    options.output = (options.output or root / "assets").resolve()
    names = [options.only] if options.only else ["window", "agents"]
    with concurrent.futures.ProcessPoolExecutor(len(names)) as pool:
        results = list(pool.map(soak, names, [options] * len(names)))
    text = "\n\n".join(rows for rows, _ in results)
    failures = [failure for _, failures in results for failure in failures]
    print(text)
    for failure in failures:
        print(f"wrong: {failure}")
    if is_complete:
        replace_section("soak", lambda _: text)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
