import CX11
import CXTest
public import Scene

/// A person's hand on mouse and keyboard: real input by the XTEST extension, which no program can
/// tell from a device.
///
/// Places are device pixels of one window, wherever that is on the screen at the time.
public struct Hand {
  /// A mouse button by its number in the X protocol.
  public enum Button: UInt32, Sendable {
    case primary = 1
    case middle = 2
    case secondary = 3
    case wheelUp = 4
    case wheelDown = 5
    case wheelLeft = 6
    case wheelRight = 7
  }

  /// A key that changes what another does, by the name of its keysym.
  public enum ModifierKey: String, Sendable {
    case shift = "Shift_L"
    case control = "Control_L"
    case alt = "Alt_L"
    case `super` = "Super_L"
  }

  /// How often a moving mouse reports its place: 125 times a second, as plain ones do.
  static let reportInterval = Duration.milliseconds(8)

  let window: ScreenWindow
  var connection: DisplayConnection { window.connection }

  /// A hand that finds its places in that window.
  ///
  /// - Throws: `cannotConnect` where the display has no XTEST.
  public init(in window: ScreenWindow) throws(ScreenDriverError) {
    self.window = window
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard XTestQueryExtension(window.connection.pointer, &event, &error, &major, &minor) != 0
    else { throw .cannotConnect(display: "a display without XTEST") }
  }

  /// Puts the pointer on a pixel of the window at once.
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

  /// Presses at a place and stays there so long, the button still down.
  ///
  /// - Throws: `noWindow`.
  public func pressAndHold(
    at point: PixelPoint, for duration: Duration
  ) throws(ScreenDriverError) {
    try move(to: point)
    press()
    Deadline(after: duration).wait()
  }

  /// Presses and releases at a place.
  ///
  /// - Parameter duration: Between the two.
  /// - Throws: `noWindow`.
  public func click(
    at point: PixelPoint, _ button: Button = .primary, holding duration: Duration = .zero
  ) throws(ScreenDriverError) {
    try move(to: point)
    // The server measures the time, so that nothing that holds up this process makes it longer.
    fake(button, isDown: true)
    fake(button, isDown: false, after: duration)
    XSync(connection.pointer, False)
  }

  /// Moves the pointer through a few places at an even pace, from the first to the last.
  ///
  /// - Throws: `noWindow`.
  public func move(
    along path: [PixelPoint], lasting duration: Duration
  ) throws(ScreenDriverError) {
    let steps = max(1, Int(duration / Self.reportInterval))
    let start = ContinuousClock.now
    for step in 0...steps {
      let fraction = Double(step) / Double(steps)
      try move(to: path.point(at: fraction))
      // Every step waits for its own time since the start, so that delays do not add up.
      let due = start + duration * fraction
      Deadline(after: ContinuousClock.now.duration(to: due)).wait()
    }
  }

  /// Turns a wheel by so many notches.
  public func scroll(_ direction: Button, notches: Int = 1) {
    for _ in 0..<notches {
      press(direction)
      release(direction)
    }
  }

  /// - Parameter delay: How long the server waits before.
  private func fake(_ button: Button, isDown: Bool, after delay: Duration = .zero) {
    let milliseconds = UInt(delay / .milliseconds(1))
    XTestFakeButtonEvent(connection.pointer, button.rawValue, isDown ? True : False, milliseconds)
  }

  /// - Parameter frame: The window's inside on the screen.
  func fakeMotion(to point: PixelPoint, in frame: PixelRect) {
    XTestFakeMotionEvent(
      connection.pointer, -1, Int32(frame.x + point.x), Int32(frame.y + point.y), 0)
  }
}

extension [PixelPoint] {
  /// The place at a fraction of the way along these, each stretch taking the same time.
  ///
  /// - Precondition: There is at least one place.
  fileprivate func point(at fraction: Double) -> PixelPoint {
    precondition(!isEmpty, "a path needs a place")
    let position = fraction * Double(count - 1)
    let index = Swift.min(Int(position), count - 1)
    let next = Swift.min(index + 1, count - 1)
    return self[index].interpolated(to: self[next], at: position - Double(index))
  }
}
