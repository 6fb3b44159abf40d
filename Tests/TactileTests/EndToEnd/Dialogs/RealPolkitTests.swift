import Glibc
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program` {
  /// The agent with polkit and PAM, in namespaces with a private system bus and an administrator with the password "right".
  @Suite(.needs(.polkit), .serialized) struct `Authentication by polkit` {
    /// Starts polkit, an agent, and a shell of the administrator that reads commands. The programs empty their environment,
    /// so the bus is at the standard address.
    private static let machine = #"""
      mkdir -p /run/dbus /run/polkit
      mount -t tmpfs -o mode=755 none /run/dbus
      d=/run/dbus/test
      mkdir "$d"
      install -m 755 "$1" "$d/tactile"
      printf '%s' "$2" >"$d/shell"
      printf '%s' "$3" >"$d/terminal"
      # The mount of a single file would end when a program outside replaces the file, as useradd does. Temporary files of
      # these programs disappear during the copy.
      cp -a /etc "$d" 2>/dev/null || :
      echo "polkittest:x:61001:61001::$d:/bin/sh" >>"$d/etc/passwd"
      echo "polkittest:x:61001:" >>"$d/etc/group"
      echo "polkittest:$(openssl passwd -6 right):20000:0:99999:7:::" >>"$d/etc/shadow"
      sed -i 's/^\(\(sudo\|wheel\):[^:]*:[^:]*\):.*/\1:polkittest/' "$d/etc/group"
      mount --bind "$d/etc" /etc
      dbus-daemon --system --nofork --nopidfile 2>/dev/null &
      while [ ! -S /run/dbus/system_bus_socket ]; do sleep .02; done
      /usr/lib/polkit-1/polkitd >"$d/log" 2>&1 &
      until busctl --system status org.freedesktop.PolicyKit1 >/dev/null 2>&1; do sleep .02; done
      # Not as the first process, which pkexec takes for the one that adopts others.
      setpriv --reuid polkittest --regid polkittest --init-groups sh "$d/shell" || exit $?
      """#

    private static let shell = #"""
      export HOME=/run/dbus/test LANG=C.UTF-8
      unset DBUS_SESSION_BUS_ADDRESS DBUS_SYSTEM_BUS_ADDRESS XDG_RUNTIME_DIR XDG_CACHE_HOME
      cd "$HOME"
      registered() { grep -c 'Registered Authentication Agent' log; }
      ./tactile polkit-agent --process $$ &
      agent=$!
      until [ "$(registered)" = 1 ]; do sleep .02; done
      while read -r command; do
        case $command in
        terminal*)
          kill $agent
          wait $agent
          python3 terminal $$ ${command#terminal} >/dev/null &
          until [ "$(registered)" = 2 ]; do sleep .02; done ;;
        run) pkexec --disable-internal-agent /usr/bin/id -un; echo $? ;;
        start) pkexec --disable-internal-agent /usr/bin/id -un & ;;
        kill) kill $!; wait $!; echo $? ;;
        check) pkcheck --action-id org.freedesktop.policykit.exec --process $$ -u >/dev/null; echo $? ;;
        esac
      done
      """#

    /// Runs the agent of polkit for a process in a terminal, and gives it an answer whenever it asks, which it does without
    /// echo.
    private static let terminal = #"""
      import os, pty, sys, termios, time
      process, terminal = pty.fork()
      if process == 0:
          os.execvp("pkttyagent", ["pkttyagent", "--process", sys.argv[1]])
      def wait(echo):
          while bool(termios.tcgetattr(terminal)[3] & termios.ECHO) != echo:
              time.sleep(.02)
      for answer in sys.argv[2:]:
          wait(False)
          os.write(terminal, answer.encode() + b"\n")
          wait(True)
      while os.read(terminal, 4096):
          pass
      """#

    private func start(_ fixture: borrowing DialogFixture) throws -> DialogClient {
      try fixture.start(
        "unshare",
        [
          "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation", "private", "sh",
          "-eu",
          "-c", Self.machine, "sh", Program.path, Self.shell, Self.terminal,
        ])
    }

    @Test func `accepts right passwords, refuses wrong ones, and ends with the program that needs it`() throws
    {
      let fixture = try DialogFixture()
      var shell = try start(fixture)
      shell.send("run\n")
      var dialog = try fixture.dialog()
      try dialog.answer("wrong")
      try dialog.waitForErrors()
      dialog.pause()
      try dialog.answer("right")
      #expect(try shell.line() == "root" && shell.line() == "0")

      shell.send("check\n")
      dialog = try fixture.dialog(after: dialog)
      try dialog.answer("right")
      #expect(try shell.line() == "0")

      shell.send("run\n")
      dialog = try fixture.dialog(after: dialog)
      try dialog.input.tap("Escape")
      #expect(try shell.line() == "126")
      shell.send("check\n")
      dialog = try fixture.dialog(after: dialog)
      dialog.window.requestClose()
      #expect(try shell.line() == "3")

      shell.send("start\n")
      dialog = try fixture.dialog(after: dialog)
      try dialog.input.type("unfinished")
      shell.send("kill\n")
      #expect(try shell.line() == "143")
      try dialog.waitForClose()

      shell.send("run\n")
      dialog = try fixture.dialog(after: dialog)
      for attempt in 1...3 {
        try dialog.answer("wrong")
        guard attempt < 3 else { break }
        // PAM delays its answer to a wrong password.
        try dialog.waitForErrors(0)
        try dialog.waitForErrors()
        dialog.pause()
      }
      #expect(try shell.line() == "127")
    }

    @Test(.needs(.program("pkttyagent")))
    func `gives programs the same results as pkttyagent, the agent of polkit`() throws {
      let fixture = try DialogFixture()
      var shell = try start(fixture)
      // pkttyagent accepts one answer to each request.
      let requests = [("check", "wrong", 3), ("run", "wrong", 3), ("check", "right", 1), ("run", "right", 1)]
      var results: [[String]] = []
      var last: OpenDialog?
      for (command, answer, attempts) in requests {
        shell.send("\(command)\n")
        let dialog = try fixture.dialog(after: last)
        for attempt in 1...attempts {
          try dialog.answer(answer)
          guard attempt < attempts else { break }
          try dialog.waitForErrors(0)
          try dialog.waitForErrors()
          dialog.pause()
        }
        results.append(try Self.result(&shell))
        last = dialog
      }
      #expect(results == [["1"], ["127"], ["0"], ["root", "0"]])

      shell.send("terminal \(requests.map(\.1).joined(separator: " "))\n")
      for (index, (command, _, _)) in requests.enumerated() {
        shell.send("\(command)\n")
        #expect(try Self.result(&shell) == results[index])
      }
    }

    /// Returns the output of a command up to its exit status.
    private static func result(_ shell: inout DialogClient) throws -> [String] {
      var lines: [String] = []
      repeat { lines.append(try #require(try shell.line())) } while lines.last.flatMap(Int.init) == nil
      return lines
    }
  }
}
