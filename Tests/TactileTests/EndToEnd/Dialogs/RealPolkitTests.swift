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
      # The mount of a single file would end when a program outside replaces the file, as useradd does. Temporary files of
      # these programs disappear during the copy.
      cp -a /etc "$d" 2>/dev/null || :
      echo "polkittest:x:61001:61001::$d:/bin/sh" >>"$d/etc/passwd"
      echo "polkittest:x:61001:" >>"$d/etc/group"
      echo "polkittest:$(openssl passwd -6 right):20000:0:99999:7:::" >>"$d/etc/shadow"
      sed -i 's/^\(sudo\|wheel\):[^:]*:[^:]*:/&polkittest,/' "$d/etc/group"
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
      ./tactile polkit-agent --process $$ &
      while ! grep -q 'Registered Authentication Agent' log; do sleep .02; done
      while read -r command; do
        case $command in
        run) pkexec --disable-internal-agent /usr/bin/id -un; echo $? ;;
        start) pkexec --disable-internal-agent /usr/bin/id -un & ;;
        kill) kill $!; wait $!; echo $? ;;
        check) pkcheck --action-id org.freedesktop.policykit.exec --process $$ -u >/dev/null; echo $? ;;
        esac
      done
      """#

    private func start(_ fixture: borrowing DialogFixture) throws -> DialogClient {
      try fixture.start(
        "unshare",
        [
          "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation", "private", "sh",
          "-eu",
          "-c", Self.machine, "sh", Program.path, Self.shell,
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
  }
}
