import CX11
import Glibc

/// A connection to an X server (Xlib's `Display`), closed when its last owner is deallocated.
///
/// One thread owns it. It is a class because windows, buffers and input methods keep it alive.
public final class Connection {
  let display: OpaquePointer
  let screen: Int32
  let root: Window
  let atoms: Atoms
  /// Whether the connection is intact. After the connection is lost, requests do nothing.
  private(set) var isAlive = true
  /// The serial number of the first request that was not flushed.
  var firstUnsent: UInt = 0
  /// The events selected on the root window. A client has one event mask for each window.
  var rootEventMask = NoEventMask

  /// Connects to an X server (`XOpenDisplay`).
  ///
  /// Sets the process's `LC_CTYPE` from the environment because Pango and Xlib's input methods
  /// depend on it.
  ///
  /// - Parameter name: The display name, as in `DISPLAY`. If `nil`, the value of that variable is
  ///   used.
  /// - Throws: `cannotConnect` if no server accepts the connection.
  public init(to name: String? = nil) throws(X11Error) {
    ProtocolErrors.startRecording()
    Self.chooseLocale()
    guard let display = XOpenDisplay(name) else {
      throw .cannotConnect(display: name ?? Self.displayInEnvironment)
    }
    self.display = display
    screen = XDefaultScreen(display)
    root = XDefaultRootWindow(display)
    atoms = Atoms(onScreen: screen) { Self.intern($0, on: display) }
    surviveLoss()
  }

  deinit {
    XCloseDisplay(display)
    ProtocolErrors.forget(display)
  }

  /// The size of the screen, in device pixels.
  var screenSize: PixelSize {
    PixelSize(width: Int(XDisplayWidth(display, screen)), height: Int(XDisplayHeight(display, screen)))
  }

  private static var displayInEnvironment: String? {
    getenv("DISPLAY").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Sets `LC_CTYPE` from the environment, or to `C.UTF-8` if that fails. The input method checks
  /// later whether Xlib supports the locale because Xlib reads files for that.
  private static func chooseLocale() { if setlocale(LC_CTYPE, "") == nil { setlocale(LC_CTYPE, "C.UTF-8") } }

  /// Returns the atoms for the names in the same order; one round trip.
  func intern(_ names: [String]) -> [Atom] { Self.intern(names, on: display) }

  private static func intern(_ names: [String], on display: OpaquePointer) -> [Atom] {
    var atoms = [Atom](repeating: 0, count: names.count)
    var copies: [UnsafeMutablePointer<CChar>?] = names.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    XInternAtoms(display, &copies, Int32(names.count), False, &atoms)
    return atoms
  }

  /// Makes Xlib return from the call in which the connection is lost, instead of ending the
  /// process.
  private func surviveLoss() {
    let me = Unmanaged.passUnretained(self).toOpaque()
    XSetIOErrorExitHandler(
      display,
      { _, me in
        guard let me else { return }
        Unmanaged<Connection>.fromOpaque(me).takeUnretainedValue().isAlive = false
      }, me)
  }
}
