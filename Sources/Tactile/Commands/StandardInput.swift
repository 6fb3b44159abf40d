import ArgumentParser
import CProcess
import Controls
import Glibc
import PasswordForm
import Secrets

/// The standard input, from which commands read a password.
enum StandardInput {
  /// Reads a password up to the end of the input or, at a terminal, of the line.
  ///
  /// - Throws: The exit status 1, after writing the error to standard error.
  static func password() throws(ExitCode) -> SecureText {
    var password = SecureText()
    switch try read(into: &password) {
    case .inserted: return password
    case .rejected(let rejection):
      StandardError.print(EnglishStrings.shared.text(.rejected(rejection)))
      throw ExitCode(ExitStatus.failure)
    }
  }

  private static func read(
    into password: inout SecureText
  ) throws(ExitCode) -> SecureText.Insertion {
    guard var terminal = NoEchoTerminal(STDIN_FILENO) else {
      return try password.fill { buffer throws(ExitCode) in try readChunk(into: buffer) }
    }
    return try password.fill { buffer throws(ExitCode) in
      guard terminal.waitForInput() else { return 0 }
      let count = try readChunk(into: buffer)
      terminal.updateLineEnd(from: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return count
    }
  }

  /// Reads the available input directly into the given memory, without an intermediate buffer.
  private static func readChunk(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(ExitCode) -> Int {
    while true {
      let count = Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      let code = errno
      if count >= 0 { return count }
      if code == EINTR { continue }
      StandardError.print(
        "cannot read the password from standard input: \(String(cString: strerror(code)))")
      throw ExitCode(ExitStatus.failure)
    }
  }
}

/// A terminal that does not echo the typed line for the lifetime of this value.
///
/// The previous settings are restored before a key or a blockable signal ends or stops the process.
/// While another process group is in the foreground, the settings are not changed.
struct NoEchoTerminal: ~Copyable {
  private let descriptor: Int32
  private let settings: termios
  /// The signals that end or stop a process. They are blocked while the echo is off.
  private let blocked: sigset_t
  private let signals: Int32
  /// Whether the line has ended.
  private var hasLineEnded = false

  /// Waits until this process is in the foreground of the terminal, and turns the echo off.
  ///
  /// - Returns: `nil` if the descriptor is not a terminal, or if this process can never be in the
  ///   foreground of it.
  init?(_ descriptor: Int32) {
    var settings = termios()
    guard isatty(descriptor) == 1, Self.waitForForeground(at: descriptor),
      tcgetattr(descriptor, &settings) == 0
    else { return nil }
    var blocked = sigset_t()
    sigemptyset(&blocked)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU] {
      sigaddset(&blocked, signal)
    }
    (self.descriptor, self.settings, self.blocked) = (descriptor, settings, blocked)
    signals = signalfd(-1, &blocked, Int32(SFD_CLOEXEC))
    Self.disableBacktrace()
    StandardError.put("Password: ")
    disableEcho()
  }

  deinit {
    restore()
    StandardError.put("\n")
    if signals >= 0 { close(signals) }
  }

  /// Restores the default effect of SIGQUIT unless it is ignored. The handler of the Swift runtime would start a
  /// backtracer, which reads from the terminal and prints registers.
  private static func disableBacktrace() {
    var action = sigaction()
    sigaction(SIGQUIT, nil, &action)
    let isIgnored =
      unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
    if !isIgnored { signal(SIGQUIT, SIG_DFL) }
  }

  /// Waits for input.
  ///
  /// - Returns: `false` if the line has ended.
  borrowing func waitForInput() -> Bool {
    while !hasLineEnded {
      var sources = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&sources, nfds_t(sources.count), -1) >= 0 || errno == EINTR else { return true }
      // After SIGSTOP, which cannot be blocked, another process group may be in the foreground. The
      // input then belongs to that group.
      if sources[1].revents != 0 || !Self.isForeground(at: descriptor) {
        // Unblocks the signals, which end the process or stop it until it is continued.
        restore()
        if Self.waitForForeground(at: descriptor) { disableEcho() } else { return true }
      } else if sources[0].revents != 0 {
        return true
      }
    }
    return false
  }

  /// Updates whether the line has ended, from the last input. Empty input ends it.
  mutating func updateLineEnd(from input: UnsafeRawBufferPointer) {
    hasLineEnded = input.last.map { $0 == UInt8(ascii: "\n") } ?? true
  }

  /// Returns whether no other process group is in the foreground of the terminal.
  ///
  /// Only then may this process read from it and set it. A terminal that does not control this
  /// process has no foreground group.
  private static func isForeground(at descriptor: Int32) -> Bool {
    let owner = tcgetpgrp(descriptor)
    return owner < 0 || owner == getpgrp()
  }

  /// Lets the kernel stop the process until it is in the foreground, as a read from the background
  /// does.
  ///
  /// - Returns: Whether the process is in the foreground. `false` if no shell can bring it there.
  private static func waitForForeground(at descriptor: Int32) -> Bool {
    if isForeground(at: descriptor) { return true }
    // If the signal is ignored, the call below does not stop the process.
    signal(SIGTTOU, SIG_DFL)
    // Without pending output, the only effect is the stop (tcdrain(3p)).
    while tcdrain(descriptor) != 0 { if errno != EINTR { return false } }
    return isForeground(at: descriptor)
  }

  private func disableEcho() {
    var (blocked, noEcho) = (blocked, settings)
    pthread_sigmask(SIG_BLOCK, &blocked, nil)
    noEcho.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(descriptor, TCSAFLUSH, &noEcho)
  }

  private func restore() {
    var (blocked, settings) = (blocked, settings)
    if Self.isForeground(at: descriptor) { tcsetattr(descriptor, TCSAFLUSH, &settings) }
    pthread_sigmask(SIG_UNBLOCK, &blocked, nil)
  }
}
