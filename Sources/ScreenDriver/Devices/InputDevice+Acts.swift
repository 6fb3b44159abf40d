extension InputDevice {
  /// What happens to a finger (`XI_TouchBegin` and so on).
  public enum TouchPhase: UInt32, Sendable {
    case begin = 18
    case update = 19
    case end = 20
  }

  /// A whole notch of a wheel on a scrolling axis.
  public static var notch: Double { 120 }

  /// Moves a mouse by so many pixels, whole or not.
  ///
  /// - Throws: `timedOut`.
  public func move(dx: Double, dy: Double) throws(ScreenDriverError) {
    try move([0: dx, 1: dy], isAbsolute: false)
  }

  /// Puts a tablet's pen at a place on the screen, in device pixels, whole or not.
  ///
  /// - Throws: `timedOut`.
  public func move(toX x: Double, y: Double) throws(ScreenDriverError) {
    try move(axes(x, y), isAbsolute: true)
  }

  /// Turns a mouse's wheels, in units of which `notch` make a notch: to the right and down.
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
    try carryOut(packet)
  }

  /// Presses a mouse's button or lets it go, by its number in the X protocol.
  ///
  /// - Throws: `timedOut`.
  public func button(
    _ number: Hand.Button = .primary, isDown: Bool
  ) throws(ScreenDriverError) {
    var packet = DevicePacket(.button)
    packet.append(Int32(0), Int32(number.rawValue), UInt32(isDown ? 1 : 0), UInt32(0))
    packet.append(axes: [:])
    try carryOut(packet)
  }

  /// Presses a keyboard's key or lets it go, by its keycode in the X protocol.
  ///
  /// - Throws: `timedOut`.
  public func key(_ code: Int32, isDown: Bool) throws(ScreenDriverError) {
    var packet = DevicePacket(.key)
    packet.append(code, UInt32(isDown ? 1 : 0))
    try carryOut(packet)
  }

  /// Moves a finger on a touchscreen, at a place on the screen in device pixels, whole or not.
  ///
  /// - Parameter finger: Tells several apart while they touch.
  /// - Throws: `timedOut`.
  public func touch(
    finger: UInt32 = 1, _ phase: TouchPhase, x: Double, y: Double
  ) throws(ScreenDriverError) {
    try carryOut(packet(finger, phase, x, y))
  }

  /// Moves a finger once more and lifts it at the same moment, so that it was not at rest before.
  ///
  /// - Throws: `timedOut`.
  public func lift(finger: UInt32 = 1, x: Double, y: Double) throws(ScreenDriverError) {
    try carryOut(packet(finger, .update, x, y), packet(finger, .end, x, y))
  }

  private func packet(
    _ finger: UInt32, _ phase: TouchPhase, _ x: Double, _ y: Double
  ) -> DevicePacket {
    var packet = DevicePacket(.touch)
    packet.append(finger, phase.rawValue)
    packet.append(axes: axes(x, y))
    return packet
  }

  /// What a device of places reports: 0 to 65535 from one side of the screen to the other.
  private func axes(_ x: Double, _ y: Double) -> [Int: Double] {
    [0: x * 65_535 / Double(screen.width - 1), 1: y * 65_535 / Double(screen.height - 1)]
  }
}
