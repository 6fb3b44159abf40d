import Scene
import ScreenDriver
import Testing

extension `The program`.`is a good citizen` {
  @Suite(.needs(.devices)) struct `with real devices` {
    @Test func `rows 24, 25 and 29: follows a mouse by quarters of a pixel and a notch`() throws {
      let desk = try DeviceDesk()
      let rest = try desk.sitting.restingButton()
      try desk.expectQuarterSteps(of: rest)
      try desk.expectNotches()
      try desk.expectManySteps(of: rest)
    }

    @Test func `rows 26 and 28: throws by one finger, and undoes a drag that is cut short`() throws
    {
      let desk = try DeviceDesk()
      let rest = try desk.sitting.restingButton()
      try desk.expectReturnByEscape(to: rest)
      try desk.expectReturnFromStolenMouse(to: rest)
      let thrown = try desk.expectThrowByFinger(from: rest)
      try desk.expectReturnFromLostTouchscreen(to: thrown)
      try desk.expectReturnFromLostMouse(to: thrown)
    }
  }
}
