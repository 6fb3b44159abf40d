import CX11
import Glibc

/// A connection to an X server: Xlib's `Display`, closed when the last that needs it is gone.
///
/// One thread owns it. Windows, buffers and input methods keep it alive, hence a class.
public final class Connection {
  let display: OpaquePointer
  let screen: Int32
  let root: Window
  let atoms: Atoms
  /// Whether the server is still there; requests after it left do nothing.
  private(set) var isAlive = true
  /// The serial number of the first request that was not flushed.
  var firstUnsent: UInt = 0
  /// What is heard of the root window; one client has one mask for it.
  var rootEventMask = NoEventMask

  /// Connects to an X server (`XOpenDisplay`).
  ///
  /// Sets the process's `LC_CTYPE` from the environment, since Pango and Xlib's input methods go by
  /// it.
  ///
  /// - Parameter name: As in `DISPLAY`; `nil` takes that variable's value.
  /// - Throws: `cannotConnect` where no server answers.
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

  /// The screen's size, in device pixels.
  var screenSize: PixelSize {
    PixelSize(
      width: Int(XDisplayWidth(display, screen)), height: Int(XDisplayHeight(display, screen)))
  }

  private static var displayInEnvironment: String? {
    getenv("DISPLAY").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether Xlib knows the locale is asked when an input method needs it: Xlib reads files then.
  private static func chooseLocale() {
    if setlocale(LC_CTYPE, "") == nil { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  /// The server's numbers for names, in the same order; one round trip.
  func intern(_ names: [String]) -> [Atom] { Self.intern(names, on: display) }

  private static func intern(_ names: [String], on display: OpaquePointer) -> [Atom] {
    var atoms = [Atom](repeating: 0, count: names.count)
    var copies: [UnsafeMutablePointer<CChar>?] = names.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    XInternAtoms(display, &copies, Int32(names.count), False, &atoms)
    return atoms
  }

  /// Has Xlib return from the call in which the server is lost, instead of ending the process.
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
