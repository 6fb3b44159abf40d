import CProcess
import Glibc

/// A terminal that shows nothing of the line that is typed, as long as this value lives, and is as it
/// was whenever a key or a signal that can be held back ends or stops the process. While another process
/// group has it, it is left alone.
struct HidingTerminal: ~Copyable {
  private let descriptor: Int32
  private let settings: termios
  /// What ends or stops a process from outside, held back while the terminal shows nothing.
  private let held: sigset_t
  private let signals: Int32
  /// Whether the line has ended.
  private var isDone = false

  /// Waits until the terminal is this process's.
  ///
  /// - Returns: `nil` for what is no terminal, or can never be this process's.
  init?(_ descriptor: Int32) {
    var settings = termios()
    guard isatty(descriptor) == 1, Self.waitForTurn(at: descriptor),
      tcgetattr(descriptor, &settings) == 0
    else { return nil }
    var held = sigset_t()
    sigemptyset(&held)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU] {
      sigaddset(&held, signal)
    }
    (self.descriptor, self.settings, self.held) = (descriptor, settings, held)
    signals = signalfd(-1, &held, Int32(SFD_CLOEXEC))
    StandardError.put("Password: ")
    hide()
  }

  deinit {
    show()
    StandardError.put("\n")
    if signals >= 0 { close(signals) }
  }

  /// Waits for something to read.
  ///
  /// - Returns: `false` where the line has ended.
  borrowing func waitForInput() -> Bool {
    while !isDone {
      var sources = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&sources, nfds_t(sources.count), -1) >= 0 || errno == EINTR else { return true }
      // What is typed belongs to whoever has the terminal by now (after SIGSTOP, which nobody holds back).
      if sources[1].revents != 0 || !Self.isForeground(at: descriptor) {
        // Ends the process, or stops it until it is called back.
        show()
        if Self.waitForTurn(at: descriptor) { hide() } else { return true }
      } else if sources[0].revents != 0 {
        return true
      }
    }
    return false
  }

  /// Looks whether the line ends with what was read.
  mutating func noteEnd(of input: UnsafeRawBufferPointer) {
    isDone = input.last.map { $0 == UInt8(ascii: "\n") } ?? true
  }

  /// Whether no other process group has the terminal: one may read in it and set it only then. A
  /// terminal that is not the process's controlling one is nobody's.
  private static func isForeground(at descriptor: Int32) -> Bool {
    let owner = tcgetpgrp(descriptor)
    return owner < 0 || owner == getpgrp()
  }

  /// Has the kernel stop the process until it is called to the foreground, as it does with one that
  /// reads there.
  ///
  /// - Returns: Whether it is there; it never will be where no shell could call it.
  private static func waitForTurn(at descriptor: Int32) -> Bool {
    if isForeground(at: descriptor) { return true }
    // Where that is ignored, the call below would be let pass.
    signal(SIGTTOU, SIG_DFL)
    // Does nothing but stop, where nothing is to be written (tcdrain(3p)).
    while tcdrain(descriptor) != 0 { if errno != EINTR { return false } }
    return isForeground(at: descriptor)
  }

  private func hide() {
    var (held, silent) = (held, settings)
    pthread_sigmask(SIG_BLOCK, &held, nil)
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(descriptor, TCSAFLUSH, &silent)
  }

  private func show() {
    var (held, settings) = (held, settings)
    if Self.isForeground(at: descriptor) { tcsetattr(descriptor, TCSAFLUSH, &settings) }
    pthread_sigmask(SIG_UNBLOCK, &held, nil)
  }
}
