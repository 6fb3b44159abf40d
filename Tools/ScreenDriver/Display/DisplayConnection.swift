import CX11
import Synchronization

/// A connection to an X server, as a separate client in addition to the observed program.
///
/// If a request causes an X error, `attempt(_:)` returns `nil`. After the server has exited, all
/// requests fail. Neither case ends this process, as Xlib does by default.
public final class DisplayConnection {
  /// Xlib's `Display *`.
  let pointer: OpaquePointer

  /// Connects to a display, for example `:3`.
  ///
  /// - Throws: `cannotConnect`.
  public init(to name: String) throws(ScreenDriverError) {
    guard let display = XOpenDisplay(name) else { throw .cannotConnect(display: name) }
    pointer = display
    // Xlib ends the process by two handlers after a connection loss: one per process, one per
    // display.
    XSetIOErrorHandler { _ in 0 }
    XSetIOErrorExitHandler(display, { _, _ in }, nil)
  }

  deinit { XCloseDisplay(pointer) }

  /// The root window, which covers the whole screen.
  var root: CX11.Window { XDefaultRootWindow(pointer) }

  /// Returns the atom of a name, which is created if it does not exist.
  func atom(_ name: String) -> Atom { XInternAtom(pointer, name, False) }

  /// Sends requests and waits until the server has processed all of them.
  ///
  /// - Returns: The result of `requests`. `nil` if the server reported an error, for example
  ///   because a window does not exist.
  ///
  /// - Precondition: `requests` does not call `attempt`.
  func attempt<Result>(_ requests: (OpaquePointer) -> Result) -> Result? {
    var value: Result?
    attemptLock.withLock { _ in
      XSync(pointer, False)
      attemptDisplay.store(Int(bitPattern: pointer), ordering: .relaxed)
      errorCount.store(0, ordering: .relaxed)
      let previous = XSetErrorHandler { display, _ in
        let isFromAttempt = Int(bitPattern: display) == attemptDisplay.load(ordering: .relaxed)
        if isFromAttempt { errorCount.add(1, ordering: .relaxed) }
        return 0
      }
      defer { XSetErrorHandler(previous) }
      let result = requests(pointer)
      XSync(pointer, False)
      if errorCount.load(ordering: .relaxed) == 0 { value = result }
    }
    return value
  }
}

// Xlib's error handler is global and has no context parameter, so this state must be global.

/// Serializes the attempts of several threads, each with its own connection.
private let attemptLock = Mutex<Void>(())
/// The connection of the current attempt, by its address.
private let attemptDisplay = Atomic<Int>(0)
/// The number of errors since the attempt began.
private let errorCount = Atomic<Int>(0)
