#!/usr/bin/env python3
"""Uses the program for a long time, and fails if its memory, descriptors, threads or X resources grow; see
Documentation/Trust.md.

usage: scripts/soak.py [--program PATH] [--only window|agents] [--minutes N] [--questions N] [--deaths N] [--seed N]
                       [--output DIR]

Without arguments, the window is used for 60 minutes, 1,000 questions are asked, and 200 X servers die. The output is
soak-window.svg and soak-agents.svg (default: assets).
"""
import argparse
import ctypes
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from failures import Display, root

# The growth that no longer is noise: of anonymous memory in KiB, and of numbers.
QUANTITIES = {"memory, KiB": 2048, "descriptors": 2, "threads": 2, "X resources": 20}


class ServerResources:
    """The resources of all clients of a display, counted by the X-Resource extension."""

    class Client(ctypes.Structure):
        _fields_ = [("base", ctypes.c_ulong), ("mask", ctypes.c_ulong)]

    class Kind(ctypes.Structure):
        _fields_ = [("type", ctypes.c_ulong), ("count", ctypes.c_uint)]

    def __init__(self, name):
        self.x11, self.xres = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXRes.so.1")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(name.encode()))

    def count(self, window):
        """The resources of the client that has created the window, and of the other windows of the program."""
        clients, number = ctypes.POINTER(self.Client)(), ctypes.c_int()
        self.xres.XResQueryClients(self.display, ctypes.byref(number), ctypes.byref(clients))
        total = 0
        for client in clients[:number.value]:
            if window & ~client.mask == client.base:
                kinds, count = ctypes.POINTER(self.Kind)(), ctypes.c_int()
                self.xres.XResQueryClientResources(
                    self.display, ctypes.c_ulong(client.base), ctypes.byref(count), ctypes.byref(kinds))
                total = sum(kind.count for kind in kinds[:count.value])
                self.x11.XFree(kinds)
        self.x11.XFree(clients)
        return total


class Process:
    """A process of the program, with what it used at each time."""

    def __init__(self, name, display, arguments, options, **pipes):
        self.name, self.display = name, display
        self.errors = open(display.directory / f"{name}.errors", "w+")
        self.process = subprocess.Popen(
            [options.program, *arguments], env=display.environment, stderr=self.errors, cwd=display.directory, **pipes)
        self.start, self.next, self.samples, self.window = time.monotonic(), 0, [], None

    def sample(self, resources, interval=3):
        now = time.monotonic()
        if now < self.next:
            return
        self.next = now + interval
        if self.process.poll() is not None:
            sys.exit(f"soak.py: {self.name} has ended with status {self.process.returncode}: {self.message()}")
        directory = pathlib.Path(f"/proc/{self.process.pid}")
        memory = next(int(line.split()[1]) for line in (directory / "smaps_rollup").read_text().splitlines()
                      if line.startswith("Anonymous:"))
        self.window = self.window or self.find_window()
        count = resources.count(self.window) if self.window else 0
        self.samples.append((now - self.start, memory, len(os.listdir(directory / "fd")), len(os.listdir(directory / "task")),
                             count))

    def find_window(self):
        """A window of this process: its identifier names the client of the server."""
        found = subprocess.run(["xdotool", "search", "--pid", str(self.process.pid)], env=self.display.environment,
                               capture_output=True, text=True).stdout.split()
        return int(found[0]) if found else None

    def message(self):
        self.errors.seek(0)
        return self.errors.read().strip()

    def end(self):
        """Ends the process as the desktop does. Returns what was wrong."""
        self.process.terminate()
        try:
            status = self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return [f"{self.name} does not end"]
        message = self.message()
        return [f"{self.name}: status {status}: {message}"] if status or "X protocol error" in message else []

    def slopes(self):
        """Returns for each quantity the growth of its fitted line after the first third, the noise, and whether it grows.

        The line fits the smallest of several successive values: a password that is being hashed needs 256 MiB for a moment.
        """
        size = max(1, min(8, len(self.samples) // 16))
        blocks = [self.samples[start:start + size] for start in range(0, len(self.samples), size)]
        samples = [tuple(map(min, zip(*block))) for block in blocks][len(blocks) // 3:]
        results = {}
        for index, (name, threshold) in enumerate(QUANTITIES.items(), 1):
            times, values = [sample[0] for sample in samples], [sample[index] for sample in samples]
            mean_time, mean = sum(times) / len(times), sum(values) / len(values)
            spread = sum((time - mean_time) ** 2 for time in times) or 1
            slope = sum((time - mean_time) * (value - mean) for time, value in zip(times, values)) / spread
            rest = [value - mean - slope * (time - mean_time) for time, value in zip(times, values)]
            noise = (sum(value ** 2 for value in rest) / len(rest)) ** 0.5
            growth = slope * (times[-1] - times[0])
            results[name] = (growth, noise, growth > max(threshold, 2 * noise))
        return results


def plot(processes, path, title):
    """Draws each quantity over time, a row for each process and a column for each quantity."""
    width, height, gap = 230, 90, 46
    rows = []
    for row, process in enumerate(processes):
        size = max(1, len(process.samples) // 110)
        blocks = [process.samples[start:start + size] for start in range(0, len(process.samples), size)]
        samples = [tuple(map(min, zip(*block))) for block in blocks]
        end = process.samples[-1][0]
        for column, (name, (growth, _, _)) in enumerate(process.slopes().items()):
            values = [sample[column + 1] for sample in samples]
            top = max(max(values), 1) * 1.15
            x, y = 16 + column * (width + 14), 44 + row * (height + gap)
            points = " ".join(f"{x + sample[0] / end * width:.0f},{y + height - value / top * height:.1f}"
                              for sample, value in zip(samples, values))
            rows.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="#f4f4f8"/>'
                        f'<polyline points="{points}" fill="none" stroke="#0a6fd8" stroke-width="1.5"/>'
                        f'<text x="{x}" y="{y + height + 16}">{process.name}: {name}, {min(values)} to {max(values)}</text>'
                        f'<text x="{x}" y="{y + height + 30}" fill="#666">growth of the fit {growth:+.1f} in {end / 60:.0f} min'
                        '</text>')
    size = f"{16 + 4 * (width + 14)} {44 + len(processes) * (height + gap)}"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-family="sans-serif" font-size="11">'
                    f'<rect width="100%" height="100%" fill="#fff"/><text x="16" y="24" font-size="14">{title}</text>\n'
                    + "\n".join(rows) + "\n</svg>\n")


class Window:
    """A hand in the window that is ten times as fast as a person."""

    KEYS = ["Tab", "shift+Tab", "Left", "Right", "shift+Left", "Home", "End", "BackSpace", "Delete", "ctrl+a", "ctrl+c", "ctrl+x",
            "ctrl+v", "ctrl+z", "ctrl+y", "alt+v", "Escape", "F12", "shift+F12", "Menu", "Up", "Down", "Page_Down", "Page_Up",
            "space", "F2", "ctrl+BackSpace"]

    def __init__(self, display, options):
        self.display, self.options = display, options
        self.actions = dict.fromkeys(["keys", "tokens", "drags", "saves", "sizes", "scales"], 0)

    def run(self, chance):
        process = Process("window", self.display, ["--geometry", "560x560+10+10"], self.options)
        self.display.until(lambda: process.find_window(), 30)
        resources = ServerResources(self.display.name)
        end = time.monotonic() + self.options.minutes * 60
        kinds = [self.keys, self.tokens, self.drag, self.save, self.resize, self.rescale]
        while time.monotonic() < end:
            chance.choices(kinds, [12, 8, 8, 2, 2, 1])[0](chance, process)
            process.sample(resources)
        return [process], process.end()

    def keys(self, chance, process):
        self.actions["keys"] += 1
        self.display.input("key", "--delay", "3", *chance.choices(self.KEYS, k=25))

    def tokens(self, chance, process):
        self.actions["tokens"] += 1
        self.display.input("mousemove", str(chance.randrange(60, 420)), "585", "click", "1")
        self.display.input("type", "--delay", "3", "".join(chance.choice("abcdefgh,;@. ") for _ in range(30)))

    def drag(self, chance, process):
        self.actions["drags"] += 1
        points = [(str(chance.randrange(20, 560)), str(chance.randrange(60, 590))) for _ in range(4)]
        moves = [word for point in points[1:] for word in ("mousemove", *point, "sleep", "0.03")]
        self.display.input("mousemove", *points[0], "mousedown", "1", "sleep", chance.choice(["0", "0.35"]), *moves, "mouseup", "1")

    def save(self, chance, process):
        self.actions["saves"] += 1
        self.display.input("key", "Escape", "Escape", "Page_Up")
        self.display.input("mousemove", "150", "175", "click", "1", "key", "ctrl+a")
        for _ in range(2):
            self.display.input("type", "--delay", "3", "Passw0rd!x")
            self.display.input("key", "Return")

    def resize(self, chance, process):
        self.actions["sizes"] += 1
        if process.window:
            self.display.input("windowsize", str(process.window), str(chance.randrange(480, 760)), str(chance.randrange(420, 600)),
                               "windowmove", str(process.window), "10", "10")

    def rescale(self, chance, process):
        self.actions["scales"] += 1
        subprocess.run(["xrdb", "-merge"], input=f"Xft.dpi: {chance.choice([96, 120])}\n", text=True, env=self.display.environment)


class Agents:
    """Questions to pinentry and the agent of systemd beside the desktop button, on a display whose monitors and window
    manager change."""

    def __init__(self, display, options):
        self.display, self.options = display, options
        self.actions = dict.fromkeys(["questions", "monitors", "managers", "deaths"], 0)

    def run(self, chance):
        questions = self.display.directory / "questions"
        questions.mkdir()
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        button = Process("button", self.display, ["button"], self.options)
        pinentry = Process("pinentry", self.display, ["pinentry"], self.options, **pipes)
        agent = Process("ask-password-agent", self.display, ["ask-password-agent", "--directory", str(questions)], self.options)
        self.processes = [button, pinentry, agent]
        self.resources = ServerResources(self.display.name)
        self.display.until(lambda: button.find_window(), 30)
        failures = []
        pinentry.process.stdout.readline()
        for number in range(self.options.questions):
            answer = f"answer{number}"
            if number % 3:
                received = self.ask_pinentry(pinentry.process, number, answer)
            else:
                received = self.ask_agent(questions, number, answer)
            self.actions["questions"] += 1
            # The dialog of pinentry stays open for a moment, because the answer may be refused.
            self.display.until(lambda: self.display.dialogs() == 0, 30)
            if received != answer:
                failures.append(f"question {number} was answered by {received!r}")
            if number % 20 == 7:
                self.change_monitors(chance)
            if number % 50 == 33:
                self.display.restart_manager()
                self.actions["managers"] += 1
            if number % 5 == 2:
                self.display.input("mousemove", "770", "320", "click", "1", "key", "Escape")
        for process in self.processes:
            failures += process.end()
        for _ in range(self.options.deaths):
            failures += self.let_server_die(chance)
        return self.processes, failures

    def type(self, answer):
        """Types the answer when the dialog has the keyboard. A dialog that appears replaces the picture without one."""
        self.display.input("type", "--delay", "3", answer)
        self.display.input("key", "Return")

    def wait_for_dialog(self):
        self.display.until(lambda: self.display.dialogs() > 0, 30)
        time.sleep(0.2)
        for process in self.processes:
            process.sample(self.resources)

    def ask_pinentry(self, process, number, answer):
        process.stdin.write(f"SETDESC Question {number}\nSETPROMPT PIN:\nGETPIN\n".encode())
        process.stdin.flush()
        for _ in range(2):
            process.stdout.readline()
        self.wait_for_dialog()
        self.type(answer)
        result = None
        while True:
            line = process.stdout.readline().decode().strip()
            if line.startswith("D "):
                result = line[2:]
            elif not line or line.startswith(("OK", "ERR")):
                return result

    def ask_agent(self, questions, number, answer):
        path = str(questions / f"socket{number}")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
            receiver.settimeout(30)
            receiver.bind(path)
            new = questions / f"new{number}"
            new.write_text(f"[Ask]\nPID={os.getpid()}\nSocket={path}\nAcceptCached=0\nEcho=0\nNotAfter=0\n"
                           f"Message=Question {number}\nId=soak:{number}\n")
            new.rename(questions / f"ask.{number}")
            self.wait_for_dialog()
            self.type(answer)
            received = receiver.recv(4096).decode()
            (questions / f"ask.{number}").unlink()
        os.unlink(path)
        return received[1:] if received.startswith("+") else received

    def change_monitors(self, chance):
        self.actions["monitors"] += 1
        left = chance.randrange(200, 600)
        for name, width, x in (("one", left, 0), ("two", 800 - left, left)):
            subprocess.run(["xrandr", "--delmonitor", name], env=self.display.environment, stderr=subprocess.DEVNULL)
            if chance.random() < 0.7:
                subprocess.run(["xrandr", "--setmonitor", name, f"{width}/{width}x640/640+{x}+0", "none"],
                               env=self.display.environment, stderr=subprocess.DEVNULL)

    def let_server_die(self, chance):
        """Starts the button, and kills its server at a random moment."""
        self.actions["deaths"] += 1
        display = Display(self.display.directory / f"death{self.actions['deaths']}")
        button = Process("button", display, ["button"], self.options)
        time.sleep(chance.uniform(0, 2))
        display.server.send_signal(signal.SIGKILL)
        try:
            status = button.process.wait(30)
        except subprocess.TimeoutExpired:
            button.process.kill()
            status = None
        message = button.message()
        display.close()
        # Without a display (3), or its connection was lost (4).
        return [] if status in (3, 4) and message else [f"after the death of the server, status {status}: {message!r}"]


class SoakDisplay(Display):
    def until(self, condition, seconds):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError
            time.sleep(0.03)

    def dialogs(self):
        """The number of windows that the window manager has. The button is none of them."""
        output = subprocess.run(["xprop", "-root", "_NET_CLIENT_LIST"], env=self.environment, capture_output=True, text=True).stdout
        return output.count("0x")

    def restart_manager(self):
        self.manager.kill()
        self.manager.wait()
        self.start_manager()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(root / ".build/debug/tactile"))
    parser.add_argument("--only", choices=["window", "agents"])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--deaths", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=pathlib.Path, default=root / "assets")
    options = parser.parse_args()
    options.program = str(pathlib.Path(options.program).resolve())
    options.output = options.output.resolve()
    failures = []
    for name, kind in (("window", Window), ("agents", Agents)):
        if options.only not in (None, name):
            continue
        with tempfile.TemporaryDirectory() as directory:
            display = SoakDisplay(pathlib.Path(directory) / "display")
            try:
                soak = kind(display, options)
                processes, wrong = soak.run(random.Random(options.seed))
            except TimeoutError:
                messages = [path.read_text() for path in display.directory.glob("*.errors")]
                sys.exit(f"soak.py: {name}: the program does not react: {messages}")
            finally:
                display.close()
        failures += wrong
        actions = ", ".join(f"{count} {action}" for action, count in soak.actions.items())
        print(f"{name}: {actions}")
        plot(processes, options.output / f"soak-{name}.svg", f"{name}: {actions}")
        for process in processes:
            for quantity, (growth, noise, grows) in process.slopes().items():
                print(f"  {process.name}, {quantity}: growth {growth:+.1f}, noise {noise:.1f}{', GROWS' if grows else ''}")
                if grows:
                    failures.append(f"{process.name}: {quantity} grows by {growth:.1f}")
    for failure in failures:
        print(f"wrong: {failure}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
