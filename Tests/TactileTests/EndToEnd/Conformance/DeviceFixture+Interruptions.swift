import Glibc
import Scene
import ScreenDriver
import Testing

// A drag that ends without a release returns the button to its start.
extension DeviceFixture {
  private static let escapeKey: Int32 = 9

  func expectReturnByEscape(to restFrame: PixelRect) throws {
    try dragAcrossByMouse(from: restFrame)
    try tapEscape()
    try devices.mouse.button(isDown: false)
    try session.expectButton(at: restFrame)
  }

  /// Expects a return although another client has grabbed the mouse, so that the program receives
  /// neither its events nor the release of its button.
  func expectReturnAfterMouseGrab(to restFrame: PixelRect) throws {
    try dragAcrossByMouse(from: restFrame)
    let isGrabbed = try session.display.connection.grabDevice(.mouse)
    #expect(isGrabbed)
    try devices.mouse.button(isDown: false)
    try session.display.connection.releaseDevice(.mouse)
    try tapEscape()
    // The server still reports the button as pressed until the next click releases it.
    for isDown in [true, false] { try devices.mouse.button(isDown: isDown) }
    try session.expectButton(at: restFrame)
  }

  func expectReturnAfterMouseRemoval(to restFrame: PixelRect) throws {
    try dragAcrossByMouse(from: restFrame)
    try session.display.connection.switchDevice(.mouse, isOn: false)
    try session.expectButton(at: restFrame)
  }

  private func dragAcrossByMouse(from restFrame: PixelRect) throws {
    try startDragByMouse(of: restFrame)
    try dragAcross(from: restFrame) { try movePointer(to: $0) }
  }

  private func tapEscape() throws {
    for isDown in [true, false] { try devices.keyboard.key(Self.escapeKey, isDown: isDown) }
  }
}

// Touch input.
extension DeviceFixture {
  /// Throws the button to the opposite side with one finger, while another finger moves.
  ///
  /// - Returns: The frame of the button at rest after that.
  func expectThrowByTouch(from restFrame: PixelRect) throws -> PixelRect {
    try touch(.begin, restFrame.center)
    try waitForDragScale(of: restFrame)
    for (phase, x) in [(InputDevice.TouchPhase.begin, 600), (.update, 100), (.end, 100)] {
      try touch(phase, PixelPoint(x: x, y: restFrame.center.y), finger: 2)
    }
    let buttonX = try session.restingButton().x
    #expect(
      abs(buttonX - (restFrame.center.x - restFrame.width * 7 / 10)) <= 1, "another finger has moved it")
    // So far that a busy machine, which changes the velocity, does not change the target.
    let start = ContinuousClock.now
    while start.duration(to: .now) < .milliseconds(320) {
      try touch(.update, restFrame.center.offset(x: Self.fingerOffset(since: start)))
      Deadline(after: .milliseconds(8)).wait()
    }
    let end = restFrame.center.offset(x: Self.fingerOffset(since: start))
    try devices.touchscreen.lift(x: Double(frame.x + end.x), y: Double(frame.y + end.y))
    let thrown = oppositeFrame(of: restFrame)
    try session.expectButton(at: thrown)
    return thrown
  }

  /// Returns the horizontal offset of a finger that moves to the left by 2200 pixels per second.
  private static func fingerOffset(since start: ContinuousClock.Instant) -> Int {
    -Int(2200 * (start.duration(to: .now) / .seconds(1)))
  }

  func expectReturnAfterTouchscreenRemoval(to restFrame: PixelRect) throws {
    try touch(.begin, restFrame.center)
    try waitForDragScale(of: restFrame)
    try dragAcross(from: restFrame) { try touch(.update, $0) }
    try session.display.connection.switchDevice(.touchscreen, isOn: false)
    try session.expectButton(at: restFrame)
  }
}
