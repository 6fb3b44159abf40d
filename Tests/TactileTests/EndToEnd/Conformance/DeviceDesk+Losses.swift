import Glibc
import Scene
import ScreenDriver
import Testing

// A drag that ends otherwise than by letting go takes the button back to where it was.
extension DeviceDesk {
  private static let escapeKey: Int32 = 9

  func expectReturnByEscape(to rest: PixelRect) throws {
    try carryAcrossByMouse(from: rest)
    try tapEscape()
    try devices.mouse.button(isDown: false)
    try sitting.expectButton(at: rest)
  }

  /// Nobody tells of a mouse that another program has grabbed, nor that its button came up.
  func expectReturnFromStolenMouse(to rest: PixelRect) throws {
    try carryAcrossByMouse(from: rest)
    let isGrabbed = try sitting.display.connection.grabDevice(.mouse)
    #expect(isGrabbed)
    try devices.mouse.button(isDown: false)
    try sitting.display.connection.releaseDevice(.mouse)
    try tapEscape()
    // The server still takes the button for pressed; it comes up with the next click.
    for isDown in [true, false] { try devices.mouse.button(isDown: isDown) }
    try sitting.expectButton(at: rest)
  }

  func expectReturnFromLostMouse(to rest: PixelRect) throws {
    try carryAcrossByMouse(from: rest)
    try sitting.display.connection.switchDevice(.mouse, isOn: false)
    try sitting.expectButton(at: rest)
  }

  private func carryAcrossByMouse(from rest: PixelRect) throws {
    try pickUpByMouse(rest)
    try carryAcross(from: rest) { try point(at: $0) }
  }

  private func tapEscape() throws {
    for isDown in [true, false] { try devices.keyboard.key(Self.escapeKey, isDown: isDown) }
  }
}

// A finger.
extension DeviceDesk {
  /// Throws the button to the other side with one finger, while another one does what it likes.
  ///
  /// - Returns: Where it rests then.
  func expectThrowByFinger(from rest: PixelRect) throws -> PixelRect {
    try touch(.begin, rest.center)
    try waitForLift(of: rest)
    for (phase, x) in [(InputDevice.TouchPhase.begin, 600), (.update, 100), (.end, 100)] {
      try touch(phase, PixelPoint(x: x, y: rest.center.y), finger: 2)
    }
    let left = try sitting.restingButton().x
    #expect(abs(left - (rest.center.x - rest.width * 7 / 10)) <= 1, "another finger has moved it")
    let began = ContinuousClock.now
    while began.duration(to: .now) < .milliseconds(150) {
      try touch(.update, rest.center.offset(x: Self.way(since: began)))
      Deadline(after: .milliseconds(8)).wait()
    }
    let end = rest.center.offset(x: Self.way(since: began))
    try devices.touchscreen.lift(x: Double(frame.x + end.x), y: Double(frame.y + end.y))
    let thrown = opposite(rest)
    try sitting.expectButton(at: thrown)
    return thrown
  }

  /// How far a finger comes to the right at 2200 pixels a second to the left.
  private static func way(since start: ContinuousClock.Instant) -> Int {
    -Int(2200 * (start.duration(to: .now) / .seconds(1)))
  }

  func expectReturnFromLostTouchscreen(to rest: PixelRect) throws {
    try touch(.begin, rest.center)
    try waitForLift(of: rest)
    try carryAcross(from: rest) { try touch(.update, $0) }
    try sitting.display.connection.switchDevice(.touchscreen, isOn: false)
    try sitting.expectButton(at: rest)
  }
}
