#!/usr/bin/env python3
"""Runs the tests of a built test program, several processes at a time, and reports them by module.

A queue holds units: some tests of one module, which one process runs one after the other. Units are as long as
measured durations allow, and the longest start first. Each run updates the file of durations. Most tests on displays
wait, so there are more processes than processors.
"""

import argparse
import collections
import hashlib
import itertools
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
import traceback

# The durations in seconds of a test that no run has measured: with and without other programs. Only the first have
# `ScreenDriver`.
UNKNOWN_DURATION_WITH_PROGRAMS = 1.0
UNKNOWN_DURATION = 0.1
# The wanted duration of a unit in seconds. A process needs about 0.3 s of processor time before its first test.
UNIT_DURATION = 20.0
PROCESSES_PER_PROCESSOR = 4
# The seconds without an event after which a process counts as hanging. Only a fault delays one that long.
HANG_TIMEOUT = 600
# The seconds to read the pipes of a process after its end.
READING_TIMEOUT = 10
# `TestScope.swift` begins the reason of a skipped test with these words if only complete runs contain it. Its state is
# then "left" instead of "skipped".
ONLY_IN_ALL = "only in './run.sh test --all'"

# Files that tests read, in addition to those of their targets.
READ_BY_ANY_TEST = {"Package.swift", "run.sh", "scripts", "assets", "Benchmarks", "Documentation/man"}
# The tests of these modules read the whole checkout.
ALWAYS_RUN = {"ProjectTests"}
# Their output describes the compiler, the user and the installed packages.
MACHINE_COMMANDS = [["swift", "--version"], ["id", "-u"], ["dpkg-query", "-W"]]


class Unit:
    """Tests of one module that one process runs."""

    def __init__(self, tests, duration, has_programs):
        self.tests, self.duration, self.has_programs = tests, duration, has_programs


class Results:
    """The results of all tests, and the report about them. Several threads add results."""

    def __init__(self, tests, log):
        self.lock = threading.Lock()
        self.log = log
        self.durations = {}
        self.failures = collections.OrderedDict()
        self.states = {}
        self.remaining = collections.Counter(module_of(test) for test in tests)
        self.started = time.monotonic()
        self.busy = collections.Counter()
        self.shows_progress = sys.stdout.isatty()
        self.total = len(tests)
        self.unchanged = set()

    def write_log(self, text):
        with self.lock:
            self.log.write(text)

    def finish(self, test, state, duration=None):
        """Records the state of a test. Prints the line of its module if it is the last one."""
        with self.lock:
            if test in self.states:
                return
            self.states[test] = state
            # A result of an earlier run has no duration.
            if duration is not None:
                self.durations[test] = duration
            module = module_of(test)
            self.busy[module] += duration or 0
            self.remaining[module] -= 1
            if self.remaining[module] == 0:
                self.print_line(self.module_line(module))
            self.print_progress()

    def fail(self, test, location, text):
        with self.lock:
            self.failures.setdefault(test, []).append((location, text))

    def count_late_failures(self):
        """Counts issues after the end of a test, and outside of tests, as failures."""
        self.states.update({test: "failed" for test in self.failures})

    def counts(self, module=None):
        states = (state for test, state in self.states.items() if module in (None, module_of(test)))
        return collections.Counter(states)

    def module_line(self, module):
        counts = self.counts(module)
        details = [f"{counts['passed']:4} passed"]
        details += [f"{counts[name]} {name}" for name in ("failed", "skipped") if counts[name]]
        duration = "unchanged" if module in self.unchanged else f"{self.busy[module]:.0f} s"
        return f"{module:22}{', '.join(details):30}{duration:>10}"

    def print_line(self, line):
        print(("\r\033[K" if self.shows_progress else "") + line, flush=True)

    def print_progress(self):
        if not self.shows_progress:
            return
        counts = self.counts()
        seconds = time.monotonic() - self.started
        print(
            f"\r\033[K{len(self.states)} of {self.total} tests, {counts['failed']} failed, {seconds:.0f} s",
            end="",
            flush=True,
        )


def module_of(test):
    return test.split(".", 1)[0]


def list_tests(program):
    """Returns the identifiers of all tests, such as "MotionTests.Spring/`settles`()"."""
    command = [program, "--testing-library", "swift-testing", "--list-tests"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return [line for line in lines if re.match(r"\w+\.", line)]


def make_units(tests, durations, targets):
    """Returns units of about equal durations, the longest first. Those with other programs, which mostly wait, start
    before those without, so that both use the processors."""
    units = []
    for module, group in itertools.groupby(tests, module_of):
        has_programs = "ScreenDriver" in targets[module]["target_dependencies"]
        unknown = UNKNOWN_DURATION_WITH_PROGRAMS if has_programs else UNKNOWN_DURATION
        pending, duration = [], 0.0
        for test in group:
            expected = durations.get(test, unknown)
            if pending and duration + expected > UNIT_DURATION:
                units.append(Unit(pending, duration, has_programs))
                pending, duration = [], 0.0
            pending.append(test)
            duration += expected
        units.append(Unit(pending, duration, has_programs))
    return sorted(units, key=lambda unit: (not unit.has_programs, -unit.duration))


class Process:
    """A process of the test program that runs one unit, and reports its events."""

    running = set()
    running_lock = threading.Lock()

    def __init__(self, program, tests, results):
        self.results = results
        self.tests = tests
        self.current = {}
        self.ended = set()
        self.is_hanging = False
        self.has_failed = False
        self.output = []
        self.last_event = time.monotonic()
        reading, writing = os.pipe()
        command = [program, "--testing-library", "swift-testing", "--no-parallel"]
        command += ["--event-stream-output-path", f"/dev/fd/{writing}", "--event-stream-version", "6.3"]
        for test in tests:
            command += ["--filter", "^" + re.escape(test).replace("\\ ", " ") + "/"]
        # A session of its own, so that the programs and servers that it starts end with it.
        self.process = subprocess.Popen(
            command,
            pass_fds=[writing],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env={**os.environ, "NO_COLOR": "1"},
        )
        os.close(writing)
        self.events = os.fdopen(reading, encoding="utf-8", errors="replace")
        with Process.running_lock:
            Process.running.add(self)

    def run(self):
        """Waits until the process exits. Returns the tests that it did not reach because it crashed."""
        # A program that outlives the process may hold the pipes, so their end is not awaited for longer than it takes to
        # read what is in them.
        readers = [threading.Thread(target=read, daemon=True) for read in (self.read_events, self.read_output)]
        for reader in readers:
            reader.start()
        status = self.wait()
        kill_group(self.process)
        for reader in readers:
            reader.join(READING_TIMEOUT)
        with Process.running_lock:
            Process.running.discard(self)
        self.results.write_log("".join(self.output))
        return self.unreached(status)

    def wait(self):
        while True:
            try:
                return self.process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                if time.monotonic() - self.last_event > HANG_TIMEOUT:
                    self.is_hanging = True
                    kill_group(self.process)

    def read_events(self):
        for line in self.events:
            self.last_event = time.monotonic()
            try:
                event = json.loads(line)
            except ValueError:
                # The process was killed while it wrote the line.
                return
            self.handle(event)

    def read_output(self):
        for line in self.process.stdout:
            self.output.append(line.decode("utf-8", "replace"))

    def handle(self, event):
        if event["kind"] != "event":
            return
        payload = event["payload"]
        # The identifier ends with the location: "Module.Suite/name()/File.swift:7:4".
        test = payload.get("testID", "").rsplit("/", 1)[0]
        kind, instant = payload["kind"], payload["instant"]["absolute"]
        text = "\n".join(message["text"] for message in payload.get("messages", []))
        if kind == "issueRecorded":
            issue = payload["issue"]
            if not issue.get("isKnown") and issue.get("isFailure", True):
                self.fail(test if test in self.tests else self.outside, issue.get("sourceLocation"), text)
        if test not in self.tests:
            return
        if kind == "testStarted":
            self.current[test] = instant
        elif kind == "testSkipped":
            self.ended.add(test)
            self.results.finish(test, "left" if ONLY_IN_ALL in text else "skipped")
        elif kind == "testEnded":
            self.ended.add(test)
            state = "failed" if test in self.results.failures else "passed"
            self.results.finish(test, state, instant - self.current.pop(test, instant))

    @property
    def outside(self):
        """The name of what failed outside of a test."""
        return f"{module_of(self.tests[0])}.Outside of tests"

    def fail(self, test, location, text):
        self.has_failed = True
        self.results.fail(test, location, text)

    def unreached(self, status):
        for test in self.current:
            reason = f"had no event for {HANG_TIMEOUT} s" if self.is_hanging else f"ended the process: {describe(status)}"
            self.fail(test, None, f"{reason}\n" + "".join(self.output[-12:]))
            self.results.finish(test, "failed")
            self.ended.add(test)
        unreached = [test for test in self.tests if test not in self.ended]
        if unreached and not self.current:
            # Nothing has started, so another process would end in the same way.
            for test in unreached:
                self.fail(test, None, f"did not start: {describe(status)}\n" + "".join(self.output[-12:]))
                self.results.finish(test, "failed")
            return []
        if status != 0 and not self.has_failed:
            self.fail(self.outside, None, f"after its tests, {describe(status)}\n" + "".join(self.output[-12:]))
        return unreached


def describe(status):
    return f"signal {-status} ({signal.Signals(-status).name})" if status < 0 else f"exit status {status}"


def kill_group(process):
    """Kills a process and what it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def describe_targets():
    """Returns the targets of this package by their names."""
    command = ["swift", "package", "describe", "--type", "json"]
    described = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return {target["name"]: target for target in described["targets"]}


def keys_of(modules, targets, built):
    """Returns the keys of the modules whose files are older than the build, which began at a time.

    A key is the hash of all that the tests of a module depend on: the files of its targets, and what any test reads.
    """
    machine = [output_of(command) for command in MACHINE_COMMANDS]
    machine += [f"{name}={value}".encode() for name, value in sorted(os.environ.items()) if "TACTILE" in name]
    hashes = {}
    keys = {}
    for module in modules - ALWAYS_RUN:
        paths = {targets[name]["path"] for name in closure(module, targets)} | READ_BY_ANY_TEST
        parts = [hash_of(path, hashes) for path in sorted(paths)]
        if max(modified for _, modified in parts) < built:
            keys[module] = hashlib.sha256(b"\0".join(machine + [part for part, _ in parts])).hexdigest()
    return keys


def passed_before(tests, keys, passed):
    """Returns the states of the tests of modules whose key is the same as when they passed."""
    states = {}
    for module, group in itertools.groupby(tests, module_of):
        earlier, names = passed.get(module, {}), list(group)
        if earlier and earlier["key"] == keys.get(module) and earlier["states"].keys() == set(names):
            states.update(earlier["states"])
    return states


def output_of(command):
    try:
        return subprocess.run(command, capture_output=True).stdout
    except FileNotFoundError:
        return b""


def closure(target, targets):
    """Returns a target and all targets of this package that it depends on."""
    found, pending = set(), [target]
    while pending:
        name = pending.pop()
        if name in targets and name not in found:
            found.add(name)
            pending += targets[name].get("target_dependencies", [])
    return found


def hash_of(path, hashes):
    """Returns the hash of a file, or of all files in a directory with their names, and the time of the last change."""
    if path not in hashes:
        digest, modified = hashlib.sha256(), 0.0
        names = [path] if os.path.isfile(path) else []
        names += [os.path.join(top, name) for top, _, files in os.walk(path) for name in files]
        for name in sorted(names):
            modified = max(modified, os.stat(name).st_mtime)
            with open(name, "rb") as file:
                digest.update(name.encode() + b"\0" + hashlib.sha256(file.read()).digest())
        hashes[path] = (digest.digest(), modified)
    return hashes[path]


def run_units(program, units, results, process_count):
    queue, lock = collections.deque(units), threading.Lock()

    def work():
        while True:
            with lock:
                if not queue:
                    return
                unit = queue.popleft()
            tests = unit.tests
            while tests:
                tests = Process(program, tests, results).run()

    def work_or_exit():
        try:
            work()
        except BaseException:
            traceback.print_exc()
            kill_all()
            os._exit(2)

    threads = [threading.Thread(target=work_or_exit) for _ in range(process_count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def print_failures(results, report):
    """Prints each failed test with its locations, its messages, and the command that repeats it."""
    for test, issues in results.failures.items():
        module, name = test.split(".", 1)
        lines = [f"✘ {module} › {name.replace('`', '').replace('/', ' › ')}"]
        for location, text in issues[:3]:
            if location:
                lines.append(f"  {relative(location)}:{location['line']}")
            lines += [f"    {line}" for line in text.splitlines()[:12]]
        if len(issues) > 3:
            lines.append(f"    and {len(issues) - 3} more issues; see the log")
        last = re.search(r"`([^`]*)`\([^/]*$", test)
        pattern = re.sub(r"([\\()\[\]{}*+?^$|.])", r"\\\1", last[1] if last else name)
        program = os.environ.get("TACTILE_BINARY")
        prefix = f"TACTILE_BINARY={shlex.quote(program)} " if program else ""
        lines.append(f"  repeat: {prefix}./run.sh test {module.removesuffix('Tests')} {shlex.quote(pattern)}")
        print("\n".join(lines) + "\n", file=report)


def relative(location):
    path = location.get("filePath") or location.get("_filePath", "")
    return os.path.relpath(path, os.getcwd()) if path else location.get("fileID", "")


def load(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return {}


def save(path, value):
    with open(f"{path}.new", "w", encoding="utf-8") as file:
        json.dump(value, file, indent=0, sort_keys=True)
    os.replace(f"{path}.new", path)


def kill_all():
    with Process.running_lock:
        for process in Process.running:
            kill_group(process.process)


def end_all(number, _):
    kill_all()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def regular_expression(text):
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"'{text}' is not a regular expression: {error}") from error


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the path of the test program")
    parser.add_argument("--state", required=True, help="the directory for the durations")
    parser.add_argument("--log", required=True, help="the file to which the whole output is appended")
    parser.add_argument("--report", required=True, help="the file for the failures and the total")
    parser.add_argument(
        "--match",
        type=regular_expression,
        default="",
        help="run only tests whose identifier without backquotes matches",
    )
    parser.add_argument(
        "--skip-unchanged", action="store_true", help="count the modules that have not changed since they passed"
    )
    arguments = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, end_all)

    durations_path = f"{arguments.state}/test-durations.json"
    durations = load(durations_path)
    tests = [test for test in list_tests(arguments.program) if arguments.match.search(test.replace("`", ""))]
    if not tests:
        sys.exit(3)
    targets = describe_targets()
    modules = {module_of(test) for test in tests}
    passed_path = f"{arguments.state}/passed-modules.json"
    passed, built = load(passed_path), os.stat(f"{arguments.state}/test-start").st_mtime
    keys = keys_of(modules, targets, built) if arguments.skip_unchanged else {}
    earlier = passed_before(tests, keys, passed)
    with open(arguments.log, "a", encoding="utf-8", buffering=1) as log:
        results = Results(tests, log)
        results.unchanged = {module_of(test) for test in earlier}
        for test, state in earlier.items():
            results.finish(test, state)
        process_count = PROCESSES_PER_PROCESSOR * len(os.sched_getaffinity(0))
        units = make_units([test for test in tests if test not in earlier], durations, targets)
        run_units(arguments.program, units, results, process_count)
    results.count_late_failures()
    durations.update(results.durations)
    save(durations_path, durations)
    # Files may have changed during the run.
    later = keys_of(modules, targets, built) if keys else {}
    for module in modules:
        states = {test: state for test, state in results.states.items() if module_of(test) == module}
        if "failed" in states.values():
            passed.pop(module, None)
        elif module in keys and later.get(module) == keys[module]:
            passed[module] = {"key": keys[module], "states": states}
    save(passed_path, passed)

    counts = results.counts()
    if results.shows_progress:
        print("\r\033[K", end="", flush=True)
    with open(arguments.report, "w", encoding="utf-8") as report:
        print_failures(results, report)
        if counts["left"]:
            print(f"{counts['left']} more tests run only with './run.sh test --all'", file=report)
        print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped", file=report)
    sys.exit(1 if counts["failed"] else 0)


main()
