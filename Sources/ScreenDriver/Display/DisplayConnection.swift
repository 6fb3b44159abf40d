import CX11
import Synchronization

/// A connection to an X server, as a client of its own beside the program that is watched.
///
/// An error that a request provokes is the answer "no"; a server that goes away leaves a connection
/// that answers nothing any more. Neither ends this process, as Xlib would have it.
public final class DisplayConnection {
  /// Xlib's `Display *`.
  let pointer: OpaquePointer

  /// Connects to a display, as in `:3`.
  ///
  /// - Throws: `cannotConnect`.
  public init(to name: String) throws(ScreenDriverError) {
    guard let display = XOpenDisplay(name) else { throw .cannotConnect(display: name) }
    pointer = display
    // Of Xlib's two ways to end the process at a loss, one is the process's and one the display's.
    XSetIOErrorHandler { _ in 0 }
    XSetIOErrorExitHandler(display, { _, _ in }, nil)
  }

  deinit { XCloseDisplay(pointer) }

  /// The window that covers the whole screen.
  var root: CX11.Window { XDefaultRootWindow(pointer) }

  /// The number of a name, made where it is new.
  func atom(_ name: String) -> Atom { XInternAtom(pointer, name, False) }

  /// Carries out requests and waits until the server has answered all of them.
  ///
  /// - Returns: `nil` where the server refused one, as it does when a window is gone.
  ///
  /// - Precondition: `requests` attempts nothing itself.
  func attempt<Result>(_ requests: (OpaquePointer) -> Result) -> Result? {
    var answer: Result?
    turn.withLock { _ in
      XSync(pointer, False)
      asking.store(Int(bitPattern: pointer), ordering: .relaxed)
      refusals.store(0, ordering: .relaxed)
      let previous = XSetErrorHandler { display, _ in
        let isAboutAttempt = Int(bitPattern: display) == asking.load(ordering: .relaxed)
        if isAboutAttempt { refusals.add(1, ordering: .relaxed) }
        return 0
      }
      defer { XSetErrorHandler(previous) }
      let result = requests(pointer)
      XSync(pointer, False)
      if refusals.load(ordering: .relaxed) == 0 { answer = result }
    }
    return answer
  }
}

// Xlib's handler belongs to the process and gets no context, so neither can these.

/// Whose turn it is, of several threads with a connection each.
private let turn = Mutex<Void>(())
/// The connection of the present `attempt`, by its address.
private let asking = Atomic<Int>(0)
/// The errors since it began.
private let refusals = Atomic<Int>(0)
