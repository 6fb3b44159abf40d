import Glibc
import Scene
import ScreenDriver
import Testing

extension DeviceFixture {
  /// Moves the button by one pixel in four steps, expects a visible change for each, and clicks.
  func expectQuarterSteps(of restFrame: PixelRect) throws {
    try startDragByMouse(of: restFrame)
    let around = restFrame.outset(by: restFrame.width)
    let start = try session.restingButton()
    var screenshots = [try window.screenshot(of: around)]
    for _ in 1...4 {
      try devices.mouse.move(dx: -0.25, dy: 0)
      let last = screenshots.last
      screenshots.append(
        try window.waitFor("a quarter-pixel movement", in: around) { $0 == last ? nil : $0 })
    }
    let end = try session.restingButton()
    #expect(end.x == start.x - 1 && end.y == start.y)
    try devices.mouse.button(isDown: false)
    try session.expectButton(at: restFrame)
    try expectClick(at: restFrame)
  }

  /// Clicks the button twice, and expects that it handles each click once.
  private func expectClick(at restFrame: PixelRect) throws {
    try movePointer(to: restFrame.center)
    for color in [Program.colors.green, Program.colors.red] {
      for isDown in [true, false] { try devices.mouse.button(isDown: isDown) }
      try session.expectButton(at: restFrame, color)
    }
  }

  /// Sends 1000 movements while the program is stopped, which it then shows in a few frames. Then
  /// throws the button while the program is stopped, so that only the server's timestamps determine
  /// the velocity.
  func expectManySteps(of restFrame: PixelRect) throws {
    try startDragByMouse(of: restFrame)
    let start = try session.restingButton()
    let before = try session.traffic()
    try whileStopped {
      for _ in 1...1000 { try devices.mouse.move(dx: -0.3, dy: 0.1) }
    }
    let end = try session.restingButton()
    #expect(abs(start.x - end.x - 300) <= 1 && abs(end.y - start.y - 100) <= 1)
    // The program draws a frame after at most 256 events. Each frame has a few rectangles.
    let copyCount = try session.traffic().since(before).count(of: WireRequest.Core.copyArea)
    #expect((1...40).contains(copyCount), "\(copyCount) rectangles")
    try whileStopped {
      // So far that a busy machine, which changes the velocity, does not change the target.
      for _ in 1...27 {
        Deadline(after: .milliseconds(8)).wait()
        try devices.mouse.move(dx: -16, dy: 0)
      }
      try devices.mouse.button(isDown: false)
    }
    let thrown = oppositeFrame(of: restFrame)
    try session.expectButton(
      at: PixelRect(
        x: thrown.x, y: thrown.y + 100, width: thrown.width, height: thrown.height))
  }

  private func whileStopped(_ body: () throws -> Void) throws {
    session.program.send(SIGSTOP)
    defer { session.program.send(SIGCONT) }
    try body()
  }

  /// Scrolls a window that is lower than its content.
  func expectNotches() throws {
    let original = try window.frame()
    try session.input.type("Passw0rd!")
    try session.expectGreenIcons(5)
    try window.resize(width: 480, height: 420)
    try movePointer(to: PixelPoint(x: 8, y: 8))
    var iconY = try #require(try session.settledScreenshot().icons(Program.colors.green).last).y
    let notch = InputDevice.notch
    func expect(_ steps: Int, of amount: Double, toScroll pixels: Int) throws {
      for _ in 1...steps { try devices.mouse.scroll(dy: amount) }
      iconY -= pixels
      _ = try window.waitFor("the icons moved by \(pixels) pixels") {
        $0.icons(Program.colors.green).last?.y == iconY ? () : nil
      }
    }
    // The first notch after another device has moved the pointer.
    try expect(1, of: notch, toScroll: 56)
    try expect(4, of: notch / 4, toScroll: 56)
    try expect(1, of: -notch / 4, toScroll: -14)
    try movePointer(to: PixelPoint(x: 700, y: 600))
    try devices.mouse.scroll(dy: 300)
    try movePointer(to: PixelPoint(x: 8, y: 8))
    try expect(1, of: -notch, toScroll: -56)
    let lastIcon = try session.settledScreenshot().icons(Program.colors.green).last
    #expect(lastIcon?.y == iconY)
    try window.resize(width: original.width, height: original.height)
  }
}
