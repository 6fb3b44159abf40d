import CX11
public import CairoRendering
import Glibc
import X11

/// An event that wakes the event loop from any thread (`eventfd`).
public final class WakeSource: Sendable {
  let descriptor: Int32

  /// Creates the event.
  ///
  /// - Throws: `noDescriptor` if the kernel cannot create the descriptor.
  public init() throws(WindowingError) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard descriptor >= 0 else { throw .noDescriptor(call: "eventfd", errno: errno) }
  }

  deinit { close(descriptor) }

  /// Makes the event loop call the body passed to `Application.watch` soon. Calls before that are
  /// combined into one.
  public func wake() { eventfd_write(descriptor, 1) }

  /// Clears the event.
  func clear() {
    var count: UInt64 = 0
    eventfd_read(descriptor, &count)
  }
}

/// A descriptor that receives SIGTERM, SIGINT and SIGHUP (`signalfd`). It also blocks SIGPIPE.
///
/// SIGPIPE ends a process that writes to a closed connection of the X server or of a message bus:
/// libxcb and libICE write to it as to a file. They treat the failed write as the end of the
/// connection, which is sufficient.
///
/// Create it before any thread starts: the signals are blocked in this thread and in those it
/// starts, until the process ends.
struct SignalSource: ~Copyable {
  let descriptor: Int32

  /// Blocks the signals and creates the descriptor.
  ///
  /// - Throws: `noDescriptor` if the kernel cannot create the descriptor.
  init() throws(WindowingError) {
    var signals = Self.block([SIGTERM, SIGINT, SIGHUP])
    Self.blockBrokenPipe()
    descriptor = signalfd(-1, &signals, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
    guard descriptor >= 0 else { throw .noDescriptor(call: "signalfd", errno: errno) }
  }

  deinit { close(descriptor) }

  /// Blocks SIGPIPE in this thread and in those it starts, until the process ends.
  static func blockBrokenPipe() { _ = block([SIGPIPE]) }

  private static func block(_ numbers: [Int32]) -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    return signals
  }

  /// Removes all received signals. Their numbers make no difference.
  func clear() {
    var signal = signalfd_siginfo()
    while read(descriptor, &signal, MemoryLayout<signalfd_siginfo>.size) > 0 {}
  }
}

/// An error of an application or a window.
public enum WindowingError: Error, Equatable {
  /// No X server accepted a connection to the display. The name is `nil` if `DISPLAY` is not set
  /// either.
  case cannotConnect(display: String?)
  /// The screen has no TrueColor visual with 24 bits.
  case noSuitableVisual
  /// The kernel could not create a file descriptor in the given system call; with its `errno`.
  case noDescriptor(call: String, errno: Int32)
  /// The renderer could not be created, for example because there are no fonts.
  case rendering(RenderingError)
}

extension WindowingError: CustomStringConvertible {
  /// A message for the user.
  public var description: String {
    switch self {
    case .cannotConnect(nil):
      "DISPLAY is not set; start the program in a graphical session or with xvfb-run"
    case .cannotConnect(let display?):
      "cannot connect to X display '\(display)'; check DISPLAY and XAUTHORITY, or use xvfb-run"
    case .noSuitableVisual:
      "the X display has no TrueColor visual of 24 bits; use a display with 24-bit color"
    case .noDescriptor(let call, let errno):
      "cannot open a file descriptor (\(call)): \(String(cString: strerror(errno)))"
    case .rendering(.noFonts): "no font found; install a font package, for example fonts-inter"
    case .rendering(let error): "cannot draw the window: \(error)"
    }
  }
}
