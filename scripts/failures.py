#!/usr/bin/env python3
"""Lets the calls of C functions fail, one after the other, and judges how the program ends; see Documentation/Trust.md.

usage: scripts/failures.py [--program PATH] [--only SCENARIO] [--functions REGEX] [--first N] [--jobs N] [--continue]
                           [--pictures DIR] [--verbose]

Each pair of a function and the number of one of its calls is a run of its own. The first N calls of a function fail,
and those whose number is a power of two. The results are written to .build/failures.tsv, so that an
interrupted command continues, except for wrong runs. With --continue, the results of other builds count, too. Without
--functions, the rows of Documentation/Trust.md of the scenarios are replaced.
Needs x86-64, cc, Xvfb, openbox, xdotool and dbus-daemon, and for polkit-agent root, polkitd and openssl.
"""
import argparse
import concurrent.futures
import hashlib
import os
import pathlib
import queue
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

root = pathlib.Path(__file__).resolve().parent.parent
ENOENT, EIO, ENOMEM, EINVAL, EMFILE, ENOSPC = 2, 5, 12, 22, 24, 28

# The value and `errno` that a function returns when it fails. A function that the program calls and that is neither here nor in
# CANNOT_FAIL is an error. Functions that the program finds by `dlsym` cannot be intercepted.
FAILURES = [
    (0, ENOMEM, """XOpenDisplay XOpenIM XCreateIC XCreateFontSet XCreateGC XGetAtomNames XGetDefault XInitImage XListProperties
        XRRGetCrtcInfo XRRGetMonitors XRRGetOutputInfo XRRGetScreenResourcesCurrent XIQueryDevice XRenderFindStandardFormat
        XRenderFindVisualFormat XResourceManagerString XVaCreateNestedList XkbAllocKeyboard XrmGetStringDatabase
        XShapeGetRectangles XSyncListSystemCounters XQueryExtension XFixesQueryExtension XPresentQueryExtension
        XRRQueryExtension XRenderQueryExtension XShapeQueryExtension XkbQueryExtension XSyncQueryExtension XSyncInitialize
        XSyncQueryCounter XGetGeometry XGetWindowAttributes XInternAtoms XQueryPointer XQueryTree
        XTranslateCoordinates XSendEvent XMatchVisualInfo XPresentQueryVersion XRenderQueryVersion
        XSupportsLocale XSetLocaleModifiers XkbSelectEventDetails XkbSetDetectableAutoRepeat XcursorLibraryLoadCursor
        XcursorSetTheme XcursorSetDefaultSize XCreateFontCursor XrmGetResource XCreatePixmap
        FcInit FcConfigCreate FcConfigReference FcConfigGetConfigFiles FcConfigGetFontDirs FcConfigGetFonts FcStrListNext
        FcPatternCreate FcPatternAddBool FcPatternAddInteger FcPatternAddString FcFontMatch FcConfigSubstitute
        FcConfigAppFontAddFile hb_blob_create_from_file_or_fail hb_buffer_pre_allocate hb_variation_from_string
        sodium_malloc dlopen dlsym setlocale mallopt xkb_compose_state_new xkb_compose_table_new_from_locale
        xkb_context_new hb_buffer_allocation_successful hb_font_get_h_extents XKeysymToKeycode XLookupKeysym realpath localtime_r"""),
    (1, 0, """XIQueryVersion XISelectEvents XGetICValues XSetICValues XGetIMValues XSetIMValues XGrabKeyboard XGrabPointer
        cairo_surface_write_to_png glob"""),
    (11, 0, "XGetWindowProperty XkbGetNames XkbGetState"),
    (12, ENOMEM, """regcomp regexec pthread_create posix_spawnp posix_spawn_file_actions_init posix_spawn_file_actions_addclosefrom_np
        posix_spawn_file_actions_adddup2 posix_spawn_file_actions_addopen posix_spawnattr_init posix_spawnattr_setflags
        posix_spawnattr_setsigdefault posix_spawnattr_setsigmask getpwuid_r"""),
    (64, 0, "FT_Init_FreeType FT_Outline_Render"),
    (-1, ENOMEM, """sodium_init sodium_base642bin crypto_pwhash crypto_pwhash_str mlock madvise prctl setenv setrlimit connect getsockopt stat fstat fstatat mkdir
        readlink poll ppoll tcgetattr tcsetattr tcgetpgrp gethostname setvbuf access kill execvp waitpid"""),
    (-1, EIO, "read fsync unlinkat flock tcdrain"),
    (-1, ENOSPC, "write sendto renameat inotify_add_watch fputs putc fflush"),
    (-1, EMFILE, "socketpair eventfd inotify_init1 pidfd_open signalfd socket open openat fcntl"),
    (0, EMFILE, "fopen fdopendir"),
    (0, EIO, "readdir"),
]
CANNOT_FAIL = re.compile("|".join([
    # Swift, and functions that the compiler calls. Swift ends a program without memory by design, also for the copies of
    # its strings (`strdup`).
    r"\$[se]\w+|_?swift_\w+|_\w+|mem(cpy|set)|malloc(_usable_size)?|strdup|syscall|pthread_mutex_\w+",
    # They return an inert object without memory, or keep the error for `cairo_status`: `malloc` fails in these libraries.
    r"cairo_\w+|hb_\w+",
    # Requests without a reply: the server may send an error later, as for `XCreatePixmap`.
    r"X(Bell|ChangeProperty|CloseDisplay|ConfigureWindow|ConvertSelection|CopyArea|Create(Colormap|Window)|DefineCursor)",
    r"X(DeleteProperty|DestroyWindow|Fixes(Create|Destroy)Region|Fixes(SelectSelectionInput|SetWindowShapeRegion)|Flush)",
    r"X(GrabKey|GrabServer|LowerWindow|Map(Raised|Window)|Move(Resize)?Window|Present(NotifyMSC|SelectInput)|PutImage)",
    r"X(RRSelectInput|Render(Composite|CreatePicture|CreateSolidFill|FillRectangle)|ReparentWindow|ResizeWindow|SelectInput)",
    r"XSet(ClipRectangles|ICFocus|InputFocus|SelectionOwner|TransientForHint|WMHints|WMNormalHints)|XUnsetICFocus|XSync",
    r"XSync(Create|Destroy|Set)Counter|X(Ungrab|Unmap)\w+",
    # Their only failure is that of the connection.
    "X(EventsQueued|GetInputFocus|GetSelectionOwner|NextEvent)",
    # They read or set values that exist, or convert texts and numbers without memory. `malloc` in libX11 fails when
    # XkbLookupKeySym loads the keys.
    r"X(ConnectionNumber|Default(Depth|RootWindow|Screen|Visual)|Display(Height|Width)|FilterEvent|GetEventData)",
    r"X(LastKnownRequestProcessed|MaxRequestSize|NextRequest|ParseGeometry|PutBackEvent|RRUpdateConfiguration)",
    r"X(RefreshKeyboardMapping|Set(IO)?Error\w*Handler|StringToKeysym|kbLookupKeySym|rmInitialize|utf8LookupString)",
    r"FcPatternGet\w+|Fc(DefaultSubstitute|WeightFromOpenType)|crypto_(pwhash|shorthash)_\w+|crypto_shorthash",
    r"get(env|page\w+|pgrp|p?pid|e?[ug]id)|nl_langinfo|randombytes_uniform|sodium_mem\w+|sodium_stackzero|explicit_bzero",
    r"(exp|log)2?|cos|sin|pow|fma|erff|ceil|floor|r?int|round|sqrt|trunc|str(error|len)|dlerror|stderr|utf8proc_\w+",
    r"xkb_(compose_state_(feed|get|reset)|context_set|keysym_to)\w*|regfree|pthread_self|sig(addset|emptyset|nal|action)",
    # They release something, or fail only because of an argument that the program does not pass. A timeout and a signal are
    # no failures.
    r"X(Free\w*|RRFree\w+|SyncFree\w+|IFree\w+|RenderFreePicture|DestroyIC|rmDestroyDatabase)|XkbFreeKeyboard|free|f?close",
    r"\w+_(unref|destroy|free)|\w+Destroy|\w+Done(_FreeType)?|globfree|closedir|closefrom|posix_spawn\w*_destroy|unsetenv",
    r"_?exit|alarm|shutdown|usleep|clock_gettime|isatty|eventfd_(read|write)|pthread_(detach|sigmask)|sem_\w+|sigismember|strftime|sysconf",
]))
# The libraries in which `malloc` fails. GLib ends a program without memory by design, as Swift does.
LIBRARIES = re.compile(r"lib(cairo|pixman-1|png16|fontconfig|freetype|harfbuzz|expat|X\w*|xcb\w*|xkbcommon|sodium|utf8proc|"
                       r"zxcvbn|dbus-1)\.so")


def compile_library(program, directory):
    """Compiles the library for the functions that the program calls, and returns their names."""
    symbols = subprocess.run(["nm", "-D", "--undefined-only", program], capture_output=True, text=True, check=True).stdout
    called = {line.split()[-1].split("@")[0] for line in symbols.splitlines()} | {"open", "openat", "fcntl"}
    listed = {name for _, _, names in FAILURES for name in names.split()}
    # Otherwise the program contains Swift's libraries and their calls.
    if "swift_allocObject" in called:
        unknown = sorted(name for name in called - listed if not CANNOT_FAIL.fullmatch(name))
        if unknown or listed - called:
            sys.exit(f"failures.py: not in the lists of functions: {unknown}; not called: {sorted(listed - called)}")
    calls = [(name, value, error) for value, error, names in FAILURES for name in names.split() if name in called]
    calls.sort()
    names = [name for name, _, _ in calls]
    lines = [f'{{"{name}", {value}, {error}}},\n' for name, value, error in calls]
    (directory / "calls.h").write_text("".join(lines))
    # inject.c lets these fail by another argument.
    wrapped = {"XCreatePixmap": "PIXMAP", "dlopen": "LIBRARY"}
    macros = [f"-D{wrapped[name]}={i}" for i, name in enumerate(names) if name in wrapped]
    trampolines = [f"call_that_can_fail {name}, {i}\n" for i, name in enumerate(names) if name not in wrapped]
    (directory / "trampolines.h").write_text("".join(trampolines))
    sources = root / "Tests/FailureInjection"
    subprocess.run(["cc", "-O1", "-fno-builtin", "-shared", "-fPIC", "-w", "-I", directory, *macros, "-o",
                    directory / "inject.so", sources / "inject.c", sources / "trampoline.S"], check=True)
    return names


class Record:
    """The file in which the library counts calls, with the layout of `struct record` in inject.c."""

    HEAD = struct.Struct("<IIQ48s64s")
    LIBRARY = struct.Struct("<60sI")

    def __init__(self, path, names):
        self.path, self.names = path, names
        padding = -(self.HEAD.size + 4 * len(names)) % 4
        self.size = (self.HEAD.size + 4 * len(names) + padding + 128 * self.LIBRARY.size + 7) // 8 * 8

    def clear(self):
        self.path.write_bytes(bytes(self.size))
        # The agent of polkit has another user.
        self.path.chmod(0o666)

    def read(self):
        data = self.path.read_bytes()
        self.fired, self.signal, offset, library, function = self.HEAD.unpack_from(data)
        self.crash_library, function = library.rstrip(b"\0").decode(), function.rstrip(b"\0").decode()
        self.crash = f"{function}: signal {self.signal} at {self.crash_library or 'program'}+{offset:#x}" if self.signal else ""
        counts = struct.unpack_from(f"<{len(self.names)}I", data, self.HEAD.size)
        self.counts = {name: count for name, count in zip(self.names, counts) if count}
        start = self.HEAD.size + 4 * len(self.names)
        for index in range(128):
            name, count = self.LIBRARY.unpack_from(data, start + index * self.LIBRARY.size)
            name = name.rstrip(b"\0").decode()
            if LIBRARIES.match(name):
                self.counts["malloc@" + name] = count


class Display:
    """A virtual display with a window manager and a session bus, whose framebuffer is a file."""

    manager_options = []

    def __init__(self, directory, number=None):
        self.directory, self.last_key = directory, 0
        directory.mkdir(exist_ok=True)
        reading, writing = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", *([f":{number}"] if number else []), "-displayfd", str(writing), "-screen", "0", "800x640x24", "-fbdir", directory, "-nolisten", "tcp", "-noreset"],
            pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with open(reading) as number:
            self.name = ":" + number.readline().strip()
        config = directory / "bus.conf"
        config.write_text(f'<busconfig><type>session</type><listen>unix:path={directory}/bus</listen>'
                          '<policy context="default"><allow send_destination="*"/><allow own="*"/></policy></busconfig>')
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.bus = subprocess.Popen(["dbus-daemon", f"--config-file={config}", "--nofork"], **quiet)
        self.home = directory / "home"
        self.environment = {
            "DISPLAY": self.name, "HOME": str(self.home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8",
            "XDG_DATA_HOME": f"{self.home}/data", "XDG_STATE_HOME": f"{self.home}/state",
            "XDG_CONFIG_HOME": f"{self.home}/config", "XDG_CACHE_HOME": f"{self.home}/cache",
            "XDG_RUNTIME_DIR": str(directory), "DBUS_SESSION_BUS_ADDRESS": f"unix:path={directory}/bus",
        }
        self.home.mkdir()
        self.start_manager()
        self.input("mousemove", "5", "630")
        time.sleep(0.3)
        self.empty = self.picture()

    def start_manager(self):
        """Starts openbox, and waits until it manages windows."""
        self.manager = subprocess.Popen(["openbox", *self.manager_options], env=self.environment, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 20
        while b"window id" not in subprocess.run(["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"], env=self.environment,
                                                 capture_output=True).stdout:
            if time.monotonic() > deadline:
                raise TimeoutError("openbox does not start")
            time.sleep(0.05)

    def close(self):
        for process in (self.manager, self.bus, self.server):
            process.terminate()
            process.wait()

    def input(self, *arguments):
        """Sends keys or motions. The server has processed them when the function returns."""
        subprocess.run(["xdotool", *arguments], env=self.environment, timeout=100, stderr=subprocess.DEVNULL)
        self.last_key = time.monotonic()

    def wait_for_idle_keyboard(self):
        """Waits until a new prompt accepts keys: it drops those that follow others within half a second (`KeyBurst`)."""
        time.sleep(max(0, self.last_key + 0.6 - time.monotonic()))

    def pixels(self):
        return (self.directory / "Xvfb_screen0").read_bytes()

    def reds(self):
        """The number of pixels with the red of symbols of errors in the light theme, as blue, green and red."""
        return self.pixels().count(b"\x30\x3B\xFF")

    def picture(self):
        """A hash of the colors, without the header, which names the display, and the unused byte of each pixel."""
        colors = self.pixels()[-800 * 640 * 4:]
        return hashlib.blake2b(b"".join(colors[channel::4] for channel in range(3)), digest_size=8).hexdigest()


class Run:
    """One run of a scenario."""

    def __init__(self, scenario, display, record, target, options):
        self.scenario, self.display, self.options = scenario, display, options
        self.looks, self.pictures, self.verdicts, self.target = [], [], [], target or ""
        shutil.rmtree(display.home, ignore_errors=True)
        shutil.copytree(options.template, display.home, symlinks=True)
        scenario.prepare(display.home)
        record.clear()
        self.environment = display.environment | {
            scenario.preload: str(options.library), "INJECT_RECORD": str(record.path), "INJECT_PROGRAM": options.program,
        } | scenario.environment
        if target:
            self.environment["INJECT_TARGET"] = target
        display.wait_for_idle_keyboard()
        self.begin = time.monotonic()
        self.deadline, self.usage = self.begin + options.timeout, 0
        self.output, self.errors = display.directory / "output", display.directory / "errors"
        with open(self.output, "wb") as output, open(self.errors, "wb") as errors:
            self.process = subprocess.Popen(
                scenario.command(options.program), env=self.environment, stdin=subprocess.PIPE, stdout=output,
                stderr=errors, cwd=display.directory)
        self.is_hung = False
        try:
            scenario.drive(self)
            self.wait_until(lambda: False)
        except TimeoutError:
            self.is_hung, self.stuck = True, self.stack()
            self.process.kill()
            self.process.wait()
        except BrokenPipeError:
            self.process.wait()
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        self.status = self.process.returncode
        self.text, self.message = self.output.read_text(errors="replace"), self.errors.read_text(errors="replace").strip()
        self.files = self.read_files()
        record.read()
        self.record = record

    def read_files(self):
        paths = map(self.display.home.joinpath, self.scenario.files)
        return [path.read_bytes() if path.exists() else None for path in paths]

    @property
    def has_ended(self):
        return self.process.poll() is not None

    def wait_until(self, condition, atMost=None):
        """Waits for a condition or the end of the program. Returns whether the condition holds."""
        end = time.monotonic() + (atMost or float("inf"))
        while not condition():
            if self.has_ended or time.monotonic() > end:
                return False
            self.require_progress()
            time.sleep(0.02)
        return True

    def require_progress(self):
        """Throws `TimeoutError` if the program has had its time, and no thread computes or waits for a processor.

        A busy machine extends the time, up to a limit that ends loops.
        """
        if time.monotonic() < self.deadline:
            return
        try:
            threads = [path.read_text().rsplit(") ")[1].split()
                       for path in pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/stat")]
        except FileNotFoundError:
            return
        usage = sum(int(fields[11]) + int(fields[12]) for fields in threads)
        is_running = any(fields[0] in "RD" for fields in threads) or usage != self.usage
        if not is_running or time.monotonic() > self.begin + 6 * self.options.timeout:
            raise TimeoutError
        self.deadline, self.usage = time.monotonic() + 3, usage

    def stack(self):
        """The innermost functions of the main thread, if gdb is installed."""
        if not shutil.which("gdb"):
            return ""
        output = subprocess.run(["gdb", "-p", str(self.process.pid), "-batch", "-nx", "-ex", "bt 12"], capture_output=True,
                                stdin=subprocess.DEVNULL, text=True, env={"PATH": os.environ["PATH"]}).stdout
        return " < ".join(re.findall(r"^#\d+ .*?(?:in )?([\w$.]+) \(", output, re.MULTILINE)[:9])

    def wait_for_window(self):
        """Waits until the screen shows something that does not change for some frames."""
        last = [self.display.empty, 0]

        def is_steady():
            picture = self.display.picture()
            last[1] = last[1] + 1 if picture == last[0] and picture != self.display.empty else 0
            last[0] = picture
            return last[1] >= 4
        return self.wait_until(is_steady)

    def look(self, name):
        """Compares the screen with the pictures of the runs without a failure, which this method collects at first."""
        if self.has_ended:
            return
        self.looks.append(name)
        known = self.scenario.known.setdefault(name, set())
        if self.options.is_collecting:
            self.scenario.earlier_files.append(self.read_files())
            end, last = time.monotonic() + 1.5, None
            while time.monotonic() < end and not self.has_ended:
                picture = self.display.picture()
                if picture == last:
                    known.add(picture)
                last = picture
                time.sleep(0.03)
            return
        if self.wait_until(lambda: self.display.picture() in known, atMost=1.5) or self.has_ended:
            return
        picture = self.display.picture()
        self.pictures.append(f"{name} {picture}")
        if picture == self.display.empty:
            self.verdicts.append(f"no picture at '{name}'")
        if self.options.pictures:
            (self.options.pictures / f"{self.scenario.name}-{name}-{picture}.xwd").write_bytes(self.display.pixels())

    def keys(self, *keys):
        if not self.has_ended:
            self.display.input("key", "--delay", "8", *keys)

    def type(self, text):
        if not self.has_ended:
            self.display.input("type", "--delay", "8", text)

    def mouse(self, *steps):
        if not self.has_ended:
            self.display.input(*steps)

    def send(self, text):
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()


class Scenario:
    """A use of the program. The files in the home directory are results of it, too."""

    arguments, files, environment, preload = [], [], {}, "LD_PRELOAD"
    # Those of an end with a message. A shell would take the empty output of a dialog with the status 0 for the answer.
    statuses = {1, 3, 4}

    def __init__(self):
        self.known, self.known_files, self.earlier_files = {}, [], []

    def command(self, program):
        return [program, *self.arguments]

    def is_available(self):
        return True

    def prepare(self, home):
        pass

    def is_refused(self, run):
        """Whether there is no result, or only a part of it."""
        return run.text == ""

    def has_message(self, run):
        return run.message


class Askpass(Scenario):
    name, arguments = "askpass", ["askpass", "Password for ada:"]
    inputs, result = [("geheim42", "Return")], "geheim42\n"

    def drive(self, run):
        if not run.wait_for_window():
            return
        for number, (text, key) in enumerate(self.inputs):
            run.type(text)
            run.look(f"typed{number}")
            run.keys(key)

    def is_right(self, run):
        return run.status == 0 and run.text == self.result


class NewPassword(Askpass):
    name, arguments = "new-password", ["new-password"]
    inputs, result = [("Passw0rd!x", "Return")] * 2, "Passw0rd!x\n"


class Tokens(Askpass):
    name, arguments = "tokens", ["tokens", "--kind", "[a-z]+"]
    inputs, result = [("ada,bob,", "ctrl+Return")], "ada\nbob\n"

    def drive(self, run):
        super().drive(run)
        # The dialog refuses a list that it had no memory to compare with the pattern, and says so.
        run.wait_until(lambda: False, atMost=3)
        run.keys("ctrl+Return")


class Pinentry(Scenario):
    name, arguments = "pinentry", ["pinentry"]
    statuses = Scenario.statuses | {0}

    def drive(self, run):
        run.send("SETDESC Unlock the key%0Aof Ada\nSETPROMPT PIN:\nGETPIN\n")
        for _ in range(2):
            shown = run.wait_until(lambda: run.display.picture() != run.display.empty or self.replies(run) >= 4)
            if not shown or self.replies(run) >= 4:
                break
            if not run.wait_for_window():
                return
            run.type("geheim42")
            run.look("typed")
            run.keys("Return")
            break
        run.wait_until(lambda: self.replies(run) >= 4)
        run.send("BYE\n")

    def replies(self, run):
        """The number of replies, of which the greeting is the first."""
        return len(re.findall(r"^(OK|ERR)\b", run.output.read_text(errors="replace"), re.MULTILINE))

    def is_right(self, run):
        return run.status == 0 and re.search(r"^D geheim42$", run.text, re.MULTILINE)

    def is_refused(self, run):
        # A client uses data only after the reply that follows it.
        return not re.search(r"^D .*\nOK$", run.text, re.MULTILINE)

    def has_message(self, run):
        return run.message or re.search(r"^ERR \d+ .", run.text, re.MULTILINE)


class Confirm(Scenario):
    name, arguments = "confirm", ["confirm", "--title", "Question", "Delete all?"]

    def drive(self, run):
        if not run.wait_for_window():
            return
        run.look("shown")
        # The dialog ignores an answer within half a second after its appearance or an ignored one.
        while not run.has_ended:
            run.keys("Return")
            run.wait_until(lambda: False, atMost=0.8)

    def is_right(self, run):
        return run.status == 0


class Message(Confirm):
    name, arguments = "message", ["message", "The backup is complete."]


class AskPasswordAgent(Scenario):
    name, arguments = "ask-password-agent", ["ask-password-agent", "--directory", "home/questions"]
    statuses = Scenario.statuses | {0}

    def prepare(self, home):
        (home / "questions").mkdir()

    def drive(self, run):
        run.answer = None
        with Question(run.display.home / "questions", "The password of the backup") as question:
            if run.wait_for_window():
                run.type("geheim42")
                run.look("typed")
                run.keys("Return")
                if run.wait_until(question.has_answer, atMost=8):
                    run.answer = question.answer()
        if not run.has_ended:
            run.process.send_signal(signal.SIGTERM)

    def is_right(self, run):
        return run.status == 0 and run.answer == "+geheim42"

    def is_refused(self, run):
        # An agent that has answered may still end with a message.
        return run.answer in (None, "-", "+geheim42")


class Question:
    """A question of systemd in a directory, until the end of the context."""

    def __init__(self, directory, text, end=0):
        self.path, self.socket = directory / "ask.question", socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(directory / "socket"))
        new = directory / "new"
        new.write_text(f"[Ask]\nPID={os.getpid()}\nSocket={directory}/socket\nAcceptCached=0\nEcho=0\nNotAfter={end}\n"
                       f"Message={text}\nId=question\n")
        new.rename(self.path)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()
        self.path.unlink()
        (self.path.parent / "socket").unlink()

    def has_answer(self):
        return bool(select.select([self.socket], [], [], 0)[0])

    def answer(self):
        self.socket.settimeout(30)
        return self.socket.recv(4096).decode()


class PolkitAgent(Scenario):
    """The agent with polkit and PAM in `Tests/PolkitMachine`."""
    name, preload, environment = "polkit-agent", "AGENT_PRELOAD", {"INJECT_PROGRAM": "/run/dbus/test/tactile"}
    statuses = Scenario.statuses | {0, 6, 7, 8}

    def is_available(self):
        return os.geteuid() == 0 and os.access("/usr/lib/polkit-1/polkitd", os.X_OK)

    def command(self, program):
        return [root / "Tests/PolkitMachine/machine.sh", program]

    def drive(self, run):
        lines = lambda: len(run.output.read_text().splitlines())
        if not run.wait_until(lambda: lines() == 1):
            return
        run.send("pkcheck\nresult\n")
        run.wait_until(lambda: run.display.picture() != run.display.empty or lines() == 2)
        if lines() == 1 and run.wait_for_window():
            run.type("right")
            run.look("typed")
            run.keys("Return")
        run.wait_until(lambda: lines() == 2)
        run.send("end\n")

    def is_right(self, run):
        return run.status == 0 and run.text == "ready\n0\n"

    def is_refused(self, run):
        return not run.text.endswith("\n0\n")


class Window(Scenario):
    name, arguments = "window", ["--geometry", "560x600+10+10", "--reduce-motion"]
    files, statuses = ["state/tactile/recipients"], Scenario.statuses | {0}

    def __init__(self):
        super().__init__()
        self.reds = 0

    def saved(self, run):
        return run.display.home / "data/tactile/password.argon2id"

    def prepare(self, home):
        (home / "data/tactile/password.argon2id").unlink()

    def drive(self, run):
        if not run.wait_for_window():
            return
        # Before the password: fields with a text have other stops of the focus.
        run.keys(*["Tab"] * 6)
        run.type("ada@example.org,bob@example.org,")
        run.look("tokens")
        run.keys(*["shift+Tab"] * 6)
        run.type("Passw0rd!x")
        run.keys("Return")
        run.type("Passw0rd!x")
        run.look("typed")
        run.keys("Return")
        run.wait_until(self.saved(run).exists, atMost=8)
        run.look("saved")
        # The cross before the reason why the password is not saved.
        run.shows_error = run.display.reds() > self.reds
        if run.options.is_collecting:
            self.reds = max(self.reds, run.display.reds())
        run.keys("ctrl+q")

    def is_right(self, run):
        return run.status == 0 and self.saved(run).exists() and self.is_refused(run)

    def is_refused(self, run):
        """Whether the saved password, if there is one, is the one that was typed."""
        return not self.saved(run).exists() or subprocess.run(
            [run.options.program, "verify"], env=run.display.environment, input=b"Passw0rd!x").returncode == 0

    def has_message(self, run):
        return run.message or run.files[0] and not self.saved(run).exists() and run.shows_error


class Check(Scenario):
    name, arguments = "check", ["check"]
    statuses = Scenario.statuses | {0}

    def drive(self, run):
        run.send("Passw0rd!x\n")
        run.process.stdin.close()

    def is_right(self, run):
        if run.options.is_collecting:
            self.answer = (run.status, run.text)
        return (run.status, run.text) == self.answer

    def is_refused(self, run):
        return run.status != 0 or re.search(r"Cannot estimate the strength: .", run.text)

    def has_message(self, run):
        return run.message or run.status == 0


class Verify(Check):
    name, arguments, statuses = "verify", ["verify"], Scenario.statuses

    def is_right(self, run):
        return run.status == 0 and run.text == ""

    def is_refused(self, run):
        return run.status != 0 and run.text == ""


class Button(Scenario):
    name, arguments = "button", ["button"]

    def drive(self, run):
        if not run.wait_for_window():
            return
        run.look("button")
        run.mouse("mousemove", "770", "320", "click", "1", "mousemove", "5", "630")
        run.look("panel")
        run.mouse("click", "1")
        run.look("closed")
        self.act(run)
        run.process.send_signal(signal.SIGTERM)

    def act(self, run):
        pass

    def is_right(self, run):
        return run.status == 0

    def is_refused(self, run):
        return True


class Icons(Button):
    """A dark panel with icons of a theme, of a PNG and of an SVG file; then the button is dragged to the other edge."""
    name, arguments = "icons", ["button", "--theme", "dark"]
    files, statuses = ["state/tactile/desktop-button"], Scenario.statuses | {0}

    def prepare(self, home):
        icons = root / "assets/icons"
        theme = home / "data/icons/hicolor/48x48/apps"
        theme.mkdir(parents=True)
        shutil.copy(icons / "tactile-48.png", theme / "sample.png")
        configuration = home / "config/tactile/button.toml"
        configuration.parent.mkdir(parents=True, exist_ok=True)
        configuration.write_text("".join(
            f'[[action]]\nname = "{name}"\nicon = "{icon}"\ncommand = ["true"]\n\n' for name, icon in
            [("Theme", "sample"), ("PNG", icons / "tactile-32.png"), ("SVG", root / "assets/tactile.svg")]))

    def act(self, run):
        run.mouse("mousemove", "770", "320", "mousedown", "1", "mousemove", "700", "300", "mousemove", "500", "250",
                  "mousemove", "200", "200")
        # Without a velocity, the button comes to rest at the next edge.
        run.wait_for_window()
        run.mouse("mouseup", "1", "mousemove", "5", "630")
        # The button is dimmed later.
        run.look("dragged")


SCENARIOS = [Check, Verify, Askpass, NewPassword, Tokens, Pinentry, Confirm, Message, AskPasswordAgent, PolkitAgent, Button, Icons,
             Window]


def judge(run):
    """Returns the kind of result and its reason."""
    # The functions of the library that return nothing without memory fail in runs of their own.
    if run.target.startswith("malloc@") and run.record.signal and not re.match("$|libswift", run.record.crash_library):
        return "library", run.record.crash
    if run.record.signal or (run.status < 0 and not run.is_hung):
        return "wrong", run.record.crash or f"signal {-run.status}"
    if run.is_hung:
        return "wrong", f"does not end: {run.stuck}"
    if "X protocol error" in run.message:
        return "wrong", run.message
    if run.verdicts:
        return "wrong", "; ".join(run.verdicts)
    scenario = run.scenario
    if run.options.is_collecting:
        scenario.known_files.append(run.files)
    has_files = run.files in scenario.known_files
    if scenario.is_right(run) and has_files and set(run.looks) == set(scenario.known):
        return ("plainer", "; ".join(run.pictures)) if run.pictures else ("right", run.message)
    # A file that could not be saved again has its earlier content.
    is_refused = scenario.is_refused(run) and (has_files or None in run.files or run.files in scenario.earlier_files)
    if is_refused and scenario.has_message(run) and run.status in scenario.statuses:
        return "message", f"{run.status}: {run.message}"
    files = "" if has_files else f", files {run.files} instead of {scenario.known_files[0]}"
    return "wrong", f"status {run.status}, output {run.text[-80:]!r}, message {run.message!r}{files}"


def numbers(count, first):
    powers = {1 << bit for bit in range(24)}
    return [number for number in range(1, count + 1) if number <= first or number in powers]


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(root / ".build/debug/tactile"))
    parser.add_argument("--only", default="")
    parser.add_argument("--functions", default="")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=25)
    parser.add_argument("--pictures", type=pathlib.Path)
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--continue", action="store_true", dest="continues")
    options = parser.parse_args()
    options.program = str(pathlib.Path(options.program).resolve())
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
    options.results = Results(options)
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        directory.chmod(0o755)
        names = compile_library(options.program, directory)
        options.library = directory / "inject.so"
        displays = queue.Queue()
        has_errors = False
        all_displays = [Display(directory / f"display{index}") for index in range(2 * options.jobs)]
        for display in all_displays:
            displays.put(display)
        try:
            prepare(all_displays[0], options, directory)
            for scenario in [kind() for kind in SCENARIOS if re.fullmatch(options.only or ".*", kind.name)]:
                if not scenario.is_available():
                    print(f"{scenario.name}: skipped, since its requirements are missing", flush=True)
                    continue
                results = test(scenario, displays, all_displays, names, options)
                report(scenario.name, results, options)
                has_errors = has_errors or any(kind == "wrong" for _, _, _, kind, _ in results)
        finally:
            for display in all_displays:
                display.close()
    sys.exit(1 if has_errors else 0)


class Results:
    """The results of all runs, in a file that outlives an interruption."""

    def __init__(self, options):
        self.path, self.known = root / ".build/failures.tsv", {}
        inputs = [pathlib.Path(options.program), pathlib.Path(__file__), root / "Tests/FailureInjection/inject.c"]
        self.build = hashlib.blake2b(b"".join(path.read_bytes() for path in inputs), digest_size=8).hexdigest()
        if self.path.exists():
            for line in self.path.read_text().splitlines():
                build, scenario, function, number, kind, reason = line.split("\t")
                row = (scenario, function, int(number), kind, reason)
                self.known.pop(row[:3], None)
                if kind != "wrong" and (build == self.build or options.continues):
                    self.known[row[:3]] = row

    def add(self, row):
        cells = [self.build, *(str(cell).replace("\n", " ").replace("\t", " ") for cell in row)]
        with open(self.path, "a") as file:
            file.write("\t".join(cells) + "\n")
        return row


def prepare(display, options, directory):
    """Creates the home directory with which each run begins: it has the hash of a password."""
    options.template = directory / "template"
    environment = display.environment
    (display.home / "data/tactile").mkdir(parents=True)
    process = subprocess.Popen([options.program, "new-password", "--store"], env=environment, stderr=subprocess.DEVNULL)
    while process.poll() is None and display.picture() == display.empty:
        time.sleep(0.1)
    for _ in range(2):
        time.sleep(1.5)
        display.input("type", "--delay", "20", "Passw0rd!x")
        display.input("key", "Return")
    try:
        process.wait(30)
    except subprocess.TimeoutExpired:
        process.kill()
    if process.wait() != 0:
        sys.exit("failures.py: cannot store a password")
    shutil.copytree(display.home, options.template, symlinks=True)


def test(scenario, displays, all_displays, names, options):
    options.is_collecting = True
    counts = {}
    for display in all_displays * options.rounds:
        record = Record(display.directory / "record", names)
        run = Run(scenario, display, record, None, options)
        kind, reason = judge(run)
        if kind != "right":
            sys.exit(f"failures.py: without a failure, {scenario.name} is {kind}: {reason}")
        for function, count in record.counts.items():
            counts[function] = max(count, counts.get(function, 0))
    options.is_collecting, known = False, options.results.known
    pairs = [(function, number) for function in sorted(counts) if re.search(options.functions, function)
             for number in numbers(counts[function], options.first)]
    new = sum((scenario.name, *pair) not in known for pair in pairs)
    print(f"{scenario.name}: {len(counts)} functions, {len(pairs)} runs, {new} of them new", flush=True)

    def attempt(pair):
        function, number = pair
        if row := known.get((scenario.name, *pair)):
            return row
        display = displays.get()
        try:
            for _ in range(3):
                run = Run(scenario, display, Record(display.directory / "record", names), f"{function}:{number}", options)
                kind, reason = judge(run)
                if not run.record.fired:
                    return options.results.add((scenario.name, function, number, "not called", ""))
                # Another attempt shows whether the result depends on the speed of the machine.
                if kind != "wrong" or run.record.signal:
                    break
        finally:
            displays.put(display)
        if kind in ("wrong", "library") or options.verbose:
            print(f"{kind}: {scenario.name}, call {number} of {function}: {reason}", flush=True)
        return options.results.add((scenario.name, function, number, kind, reason))

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runs = [pool.submit(attempt, pair) for pair in pairs]
        try:
            return [run.result() for run in runs]
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def report(name, results, options):
    """Prints the row of a scenario, and replaces it in the table of the documentation."""
    rows = [row for row in results if row[3] != "not called"]
    counts = [sum(row[3] == kind for row in rows) for kind in ("right", "plainer", "message", "library", "wrong")]
    crashes = {}
    for row in rows:
        if row[3] == "library":
            crashes.setdefault(row[1].removeprefix("malloc@").split(".so")[0], set()).add(row[4].split(":")[0] or "in a thread of a library")
    cells = [name, len({row[1] for row in rows}), len(rows), *counts,
             "; ".join(f"{library}: {', '.join(sorted(functions))}" for library, functions in sorted(crashes.items())) or "–"]
    line = "| " + " | ".join(str(cell) for cell in cells) + " |"
    print(line, flush=True)
    if not options.functions:
        def replace(table):
            lines = {row.split(" | ")[0].removeprefix("| "): row for row in table.splitlines() if row.startswith("| ")}
            lines[name] = line
            return "\n".join([TABLE_HEAD, *(lines[kind.name] for kind in SCENARIOS if kind.name in lines)])
        replace_section("failures", replace)


def replace_section(name, change):
    """Replaces the text between two comments of Documentation/Trust.md by the result of a function."""
    path, start, end = root / "Documentation/Trust.md", f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    head, rest = path.read_text().split(start)
    text, rest = rest.split(end)
    path.write_text(f"{head}{start}{change(text)}\n{end}{rest}")


TABLE_HEAD = """\
| Scenario | Functions | Failed calls | Right | Plainer picture | Ended with a message | Crash in the library | Wrong | Crashes: library without memory, and the function that the program called |
|---|---:|---:|---:|---:|---:|---:|---:|---|"""


if __name__ == "__main__":
    main()
