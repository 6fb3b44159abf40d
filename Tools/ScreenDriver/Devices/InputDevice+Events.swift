extension InputDevice {
  /// The phase of a touch, with the numbers of the XInput events, such as `XI_TouchBegin`.
  public enum TouchPhase: UInt32, Sendable {
    case begin = 18
    case update = 19
    case end = 20
  }

  /// The distance on a scrolling axis that corresponds to one wheel notch.
  public static var notch: Double { 120 }

  /// Moves a mouse by a number of pixels, which may be fractional.
  ///
  /// - Throws: `timedOut`.
  public func move(dx: Double, dy: Double) throws(ScreenDriverError) {
    try move([0: dx, 1: dy], isAbsolute: false)
  }

  /// Moves a tablet's pen to a position on the screen, in device pixels, which may be fractional.
  ///
  /// - Throws: `timedOut`.
  public func move(toX x: Double, y: Double) throws(ScreenDriverError) {
    try move(axes(x, y), isAbsolute: true)
  }

  /// Turns the wheels of a mouse. Positive distances scroll to the right and down.
  ///
  /// - Parameters:
  ///   - dx: The horizontal distance. One wheel notch is `notch`.
  ///   - dy: The vertical distance, in the same unit.
  ///
  /// - Throws: `timedOut`.
  public func scroll(dx: Double = 0, dy: Double = 0) throws(ScreenDriverError) {
    var axes: [Int: Double] = [:]
    if dx != 0 { axes[2] = dx }
    if dy != 0 { axes[3] = dy }
    try move(axes, isAbsolute: false)
  }

  private func move(_ axes: [Int: Double], isAbsolute: Bool) throws(ScreenDriverError) {
    var packet = DevicePacket(.motion)
    packet.append(UInt32(isAbsolute ? 1 : 0), UInt32(0))
    packet.append(axes: axes)
    try send(packet)
  }

  /// Presses or releases a mouse button, by its number in the X protocol.
  ///
  /// - Throws: `timedOut`.
  public func button(_ number: InputSimulator.Button = .primary, isDown: Bool) throws(ScreenDriverError) {
    var packet = DevicePacket(.button)
    packet.append(Int32(0), Int32(number.rawValue), UInt32(isDown ? 1 : 0), UInt32(0))
    packet.append(axes: [:])
    try send(packet)
  }

  /// Presses or releases a key, by its keycode in the X protocol.
  ///
  /// - Throws: `timedOut`.
  public func key(_ code: Int32, isDown: Bool) throws(ScreenDriverError) {
    var packet = DevicePacket(.key)
    packet.append(code, UInt32(isDown ? 1 : 0))
    try send(packet)
  }

  /// Begins, moves or ends a touch at a position on the screen, in device pixels, which may be
  /// fractional.
  ///
  /// - Parameter finger: The identifier of the touch, to distinguish simultaneous touches.
  /// - Throws: `timedOut`.
  public func touch(finger: UInt32 = 1, _ phase: TouchPhase, x: Double, y: Double) throws(ScreenDriverError) {
    try send(packet(finger, phase, x, y))
  }

  /// Touches a point and moves the finger horizontally in the same message, so that it is never at rest at the start point. The
  /// position is in device pixels.
  ///
  /// - Throws: `timedOut`.
  public func touch(finger: UInt32 = 1, x: Double, y: Double, movingBy distance: Double)
    throws(ScreenDriverError)
  {
    try send(packet(finger, .begin, x, y), packet(finger, .update, x + distance, y))
  }

  /// Moves a finger and lifts it in the same message, so that the finger is never at rest at the end
  /// point. The position is in device pixels.
  ///
  /// - Throws: `timedOut`.
  public func lift(finger: UInt32 = 1, x: Double, y: Double) throws(ScreenDriverError) {
    try send(packet(finger, .update, x, y), packet(finger, .end, x, y))
  }

  private func packet(_ finger: UInt32, _ phase: TouchPhase, _ x: Double, _ y: Double) -> DevicePacket {
    var packet = DevicePacket(.touch)
    packet.append(finger, phase.rawValue)
    packet.append(axes: axes(x, y))
    return packet
  }

  /// Returns the axis values of an absolute device for a position in device pixels. Each axis runs
  /// from 0 to 65535 across the screen.
  private func axes(_ x: Double, _ y: Double) -> [Int: Double] {
    [0: x * 65_535 / Double(screen.width - 1), 1: y * 65_535 / Double(screen.height - 1)]
  }
}
