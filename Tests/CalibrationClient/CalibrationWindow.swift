import CX11
import Glibc

/// The window of the calibration client: a red square on light gray.
final class CalibrationWindow {
  /// An input event that causes drawing.
  enum Input: Equatable {
    case exposed
    case key
    /// A motion of the pointer, with its new position in device pixels.
    case motion(x: Int32, y: Int32)
  }

  private static let (background, red, blue): (UInt, UInt, UInt) = (0xF2F2F2, 0xE53935, 0x0000FF)
  private let display: OpaquePointer
  private let id: CX11.Window
  private let context: GC
  /// The center of the square.
  private var (x, y): (Int32, Int32) = (600, 480)
  private var isMarked = false

  /// Opens the window. Returns `nil` if there is no display.
  init?() {
    guard let display = XOpenDisplay(nil) else { return nil }
    self.display = display
    id = XCreateSimpleWindow(
      display, XDefaultRootWindow(display), 0, 0, 720, 560, 0, 0, Self.background)
    XSelectInput(display, id, ExposureMask | ButtonPressMask | Button1MotionMask | KeyPressMask)
    context = XCreateGC(display, id, 0, nil)
    XMapWindow(display, id)
    XFlush(display)
  }

  /// Returns the input since the last call.
  func inputs() -> [Input] {
    var inputs: [Input] = []
    var event = XEvent()
    while XPending(display) > 0 {
      XNextEvent(display, &event)
      switch event.type {
      case Expose: inputs.append(.exposed)
      case KeyPress: inputs.append(.key)
      case MotionNotify: inputs.append(.motion(x: event.xmotion.x, y: event.xmotion.y))
      default: break
      }
    }
    return inputs
  }

  func draw(_ input: Input) {
    if case .motion(let x, let y) = input {
      XClearArea(display, id, self.x - 28, self.y - 28, 57, 57, False)
      (self.x, self.y) = (x, y)
    }
    XSetForeground(display, context, Self.red)
    XFillRectangle(display, id, context, x - 28, y - 28, 57, 57)
    XFlush(display)
  }

  /// Draws or clears the mark.
  func drawMark() {
    isMarked.toggle()
    XSetForeground(display, context, isMarked ? Self.blue : Self.background)
    XFillRectangle(display, id, context, 20, 20, 2, 20)
    XFlush(display)
  }

  /// Sleeps until the server sends data, or until `end` if it is not `nil`.
  func sleep(until end: ContinuousClock.Instant?) {
    var descriptor = pollfd(fd: XConnectionNumber(display), events: Int16(POLLIN), revents: 0)
    guard let end else {
      _ = CX11Poll(&descriptor, 1, nil, nil)
      return
    }
    let (seconds, attoseconds) = max(.zero, ContinuousClock.now.duration(to: end)).components
    var timeout = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    _ = CX11Poll(&descriptor, 1, &timeout, nil)
  }
}
