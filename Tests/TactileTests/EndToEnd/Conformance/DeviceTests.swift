import Scene
import ScreenDriver
import TestSupport
import Testing

extension `Tactile program`.`X11 conformance` {
  @Suite(.needs(.devices)) struct `Input devices` {
    @Test func `rows 24, 25 and 29: report mouse steps of quarter pixels and notches`() throws {
      let fixture = try DeviceFixture()
      let restFrame = try fixture.session.restingButton()
      try fixture.expectQuarterSteps(of: restFrame)
      try fixture.expectNotches()
      try fixture.expectManySteps(of: restFrame)
    }

    @Test func `rows 26 and 28: throw the button by touch, and undo an interrupted drag`() throws {
      let fixture = try DeviceFixture()
      let restFrame = try fixture.session.restingButton()
      try fixture.expectReturnByEscape(to: restFrame)
      try fixture.expectReturnAfterMouseGrab(to: restFrame)
      let thrown = try fixture.expectThrowByTouch(from: restFrame)
      try fixture.expectReturnAfterTouchscreenRemoval(to: thrown)
      try fixture.expectReturnAfterMouseRemoval(to: thrown)
    }
  }
}
