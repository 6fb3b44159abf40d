import CX11
import CX11Testing
public import Scene

/// Simulated mouse and keyboard input by the XTEST extension. Programs cannot distinguish it from
/// input of a device.
///
/// Positions are in device pixels of one window, independent of the window's position on the
/// screen.
public struct InputSimulator {
  /// A mouse button, by its number in the X protocol.
  public enum Button: UInt32, Sendable {
    case primary = 1
    case middle = 2
    case secondary = 3
    case wheelUp = 4
    case wheelDown = 5
    case wheelLeft = 6
    case wheelRight = 7
  }

  /// A modifier key, by the name of its keysym.
  public enum ModifierKey: String, Sendable {
    case shift = "Shift_L"
    case control = "Control_L"
    case alt = "Alt_L"
    case `super` = "Super_L"
  }

  /// The report interval of a moving mouse: 125 reports per second, as with ordinary mice.
  static let reportInterval = Duration.milliseconds(8)

  let window: ScreenWindow
  var connection: DisplayConnection { window.connection }

  /// Creates an input simulator whose positions are relative to a window.
  ///
  /// - Throws: `missingExtension` if the display has no XTEST extension.
  public init(in window: ScreenWindow) throws(ScreenDriverError) {
    self.window = window
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    let display = window.connection.pointer
    guard XTestQueryExtension(display, &event, &error, &major, &minor) != 0 else {
      throw .missingExtension("XTEST", display: String(cString: XDisplayString(display)))
    }
  }

  /// Moves the pointer to a pixel of the window in one step.
  ///
  /// - Throws: `noWindow`.
  public func move(to point: PixelPoint) throws(ScreenDriverError) {
    fakeMotion(to: point, in: try window.frame())
    XSync(connection.pointer, False)
  }

  public func press(_ button: Button = .primary) {
    fake(button, isDown: true)
    XSync(connection.pointer, False)
  }

  public func release(_ button: Button = .primary) {
    fake(button, isDown: false)
    XSync(connection.pointer, False)
  }

  /// Presses the button at a position and keeps it pressed for a duration, without releasing it.
  ///
  /// - Throws: `noWindow`.
  public func pressAndHold(at point: PixelPoint, for duration: Duration) throws(ScreenDriverError) {
    try move(to: point)
    press()
    Deadline(after: duration).wait()
  }

  /// Presses and releases a button at a position.
  ///
  /// - Parameters:
  ///   - duration: The time between press and release.
  ///   - count: The number of clicks.
  /// - Throws: `noWindow`.
  public func click(
    at point: PixelPoint, _ button: Button = .primary, holding duration: Duration = .zero,
    times count: Int = 1
  ) throws(ScreenDriverError) {
    try move(to: point)
    // The server measures the time, so that delays of this process do not make it longer.
    for _ in 0..<count {
      fake(button, isDown: true)
      fake(button, isDown: false, after: duration)
    }
    XSync(connection.pointer, False)
  }

  /// Moves the pointer along a path, from the first point to the last, with equal time for each
  /// section.
  ///
  /// - Throws: `noWindow`.
  public func move(along path: [PixelPoint], lasting duration: Duration) throws(ScreenDriverError) {
    fakeMotions(along: path, lasting: duration, in: try window.frame())
    XSync(connection.pointer, False)
  }

  /// Presses the primary button at the start of a path, moves along the path, and releases the button at its end.
  ///
  /// - Parameters:
  ///   - duration: The time between the press and the last point.
  ///   - pause: The time between the last point and the release.
  /// - Throws: `noWindow`.
  public func drag(along path: [PixelPoint], lasting duration: Duration, pausing pause: Duration = .zero)
    throws(ScreenDriverError)
  {
    let frame = try window.frame()
    fakeMotion(to: path[0], in: frame)
    fake(.primary, isDown: true)
    fakeMotions(along: path, lasting: duration, in: frame)
    fake(.primary, isDown: false, after: pause)
    XSync(connection.pointer, False)
  }

  /// Sends all motions of a path together. The server waits before each of them, so that delays of this process do not
  /// change their times.
  private func fakeMotions(along path: [PixelPoint], lasting duration: Duration, in frame: PixelRect) {
    let count = max(1, Int(duration / Self.reportInterval))
    fakeMotion(to: path.point(at: 0), in: frame)
    for step in 1...count {
      fakeMotion(
        to: path.point(at: Double(step) / Double(count)), in: frame, after: min(duration, Self.reportInterval)
      )
    }
  }

  /// Turns a wheel by a number of notches.
  public func scroll(_ direction: Button, notches: Int = 1) {
    for _ in 0..<notches {
      press(direction)
      release(direction)
    }
  }

  /// - Parameter delay: The time that the server waits before the event.
  func fake(_ button: Button, isDown: Bool, after delay: Duration = .zero) {
    let milliseconds = UInt(delay / .milliseconds(1))
    XTestFakeButtonEvent(connection.pointer, button.rawValue, isDown ? True : False, milliseconds)
  }

  /// - Parameters:
  ///   - frame: The window's client area on the screen.
  ///   - delay: The time that the server waits before the event.
  func fakeMotion(to point: PixelPoint, in frame: PixelRect, after delay: Duration = .zero) {
    XTestFakeMotionEvent(
      connection.pointer, -1, Int32(frame.x + point.x), Int32(frame.y + point.y),
      UInt(delay / .milliseconds(1)))
  }
}

extension [PixelPoint] {
  /// Returns the point at a fraction of the path. Each section takes the same share.
  ///
  /// - Precondition: The path is not empty.
  fileprivate func point(at fraction: Double) -> PixelPoint {
    precondition(!isEmpty, "a path must not be empty")
    let position = fraction * Double(count - 1)
    let index = Swift.min(Int(position), count - 1)
    let next = Swift.min(index + 1, count - 1)
    return self[index].interpolated(to: self[next], at: position - Double(index))
  }
}
