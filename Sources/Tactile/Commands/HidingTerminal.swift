import CProcess
import Glibc

/// A terminal that shows nothing of the line that is typed, as long as this value lives, and is as it
/// was whenever the process ends or stops by a key.
struct HidingTerminal: ~Copyable {
  private let descriptor: Int32
  private let settings: termios
  /// What ends or stops a process from outside, held back while the terminal shows nothing.
  private let held: sigset_t
  private let signals: Int32
  /// Whether the line has ended.
  private var isDone = false

  /// - Returns: `nil` for what is no terminal.
  init?(_ descriptor: Int32) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    var held = sigset_t()
    sigemptyset(&held)
    // Of a process in the background, the terminal is set too.
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGTTOU] {
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

  /// Waits for something to read; tells whether there may be some.
  borrowing func readsOn() -> Bool {
    while !isDone {
      var sources = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&sources, nfds_t(sources.count), -1) >= 0 || errno == EINTR else { return true }
      if sources[1].revents != 0 {
        // Ends the process, or stops it until it is called back.
        show()
        hide()
      } else if sources[0].revents != 0 {
        return true
      }
    }
    return false
  }

  /// Takes note of what was read.
  mutating func note(_ room: UnsafeMutableRawBufferPointer, _ count: Int) {
    isDone = count == 0 || room[count - 1] == UInt8(ascii: "\n")
  }

  private func hide() {
    var (held, silent) = (held, settings)
    pthread_sigmask(SIG_BLOCK, &held, nil)
    silent.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(descriptor, TCSAFLUSH, &silent)
  }

  private func show() {
    var (held, settings) = (held, settings)
    tcsetattr(descriptor, TCSAFLUSH, &settings)
    pthread_sigmask(SIG_UNBLOCK, &held, nil)
  }
}
