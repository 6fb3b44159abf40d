import Glibc
import Scene
import ScreenDriver
import Testing

extension DeviceDesk {
  /// Moves the button by a pixel in four steps, each of which is to be seen, and clicks once.
  func expectQuarterSteps(of rest: PixelRect) throws {
    try pickUpByMouse(rest)
    let around = rest.outset(by: rest.width)
    let start = try sitting.restingButton()
    var pictures = [try window.screenshot(of: around)]
    for _ in 1...4 {
      try devices.mouse.move(dx: -0.25, dy: 0)
      let last = pictures.last
      pictures.append(
        try window.see("a quarter of a pixel", in: around) { $0 == last ? nil : $0 })
    }
    let end = try sitting.restingButton()
    #expect(end.x == start.x - 1 && end.y == start.y)
    try devices.mouse.button(isDown: false)
    try sitting.expectButton(at: rest)
    try expectClick(at: rest)
  }

  /// Clicks on the button twice, and expects that it was told of each click once.
  private func expectClick(at rest: PixelRect) throws {
    try point(at: rest.center)
    for color in [Program.colors.green, Program.colors.red] {
      for isDown in [true, false] { try devices.mouse.button(isDown: isDown) }
      try sitting.expectButton(at: rest, color)
    }
  }

  /// Makes 1000 steps while the program does nothing, which it then shows in a few frames; and then
  /// throws the button in the same way, so that it learns of the velocity by the server's timestamps
  /// alone.
  func expectManySteps(of rest: PixelRect) throws {
    try pickUpByMouse(rest)
    let start = try sitting.restingButton()
    let before = try sitting.traffic()
    try whileStopped {
      for _ in 1...1000 { try devices.mouse.move(dx: -0.3, dy: 0.1) }
    }
    let end = try sitting.restingButton()
    #expect(abs(start.x - end.x - 300) <= 1 && abs(end.y - start.y - 100) <= 1)
    // A frame after each 256 events at the latest, of a few rectangles each.
    let copies = try sitting.traffic().since(before).count(of: WireRequest.Core.copyArea)
    #expect((1...40).contains(copies), "\(copies) rectangles")
    try whileStopped {
      for _ in 1...15 {
        Deadline(after: .milliseconds(8)).wait()
        try devices.mouse.move(dx: -16, dy: 0)
      }
      try devices.mouse.button(isDown: false)
    }
    // Where it was let go the bottom is nearer.
    let thrown = opposite(rest)
    try sitting.expectButton(
      at: PixelRect(
        x: thrown.x, y: thrown.y + 100, width: thrown.width, height: thrown.height))
  }

  private func whileStopped(_ body: () throws -> Void) throws {
    sitting.program.send(SIGSTOP)
    defer { sitting.program.send(SIGCONT) }
    try body()
  }

  /// Scrolls a window that is too low for its content.
  func expectNotches() throws {
    let whole = try window.frame()
    try sitting.hand.type("Passw0rd!")
    try sitting.expectGreenMarks(5)
    try window.resize(width: 480, height: 420)
    try point(at: PixelPoint(x: 8, y: 8))
    var place = try #require(try sitting.settledPicture().marks(Program.colors.green).last).y
    let notch = InputDevice.notch
    func expect(_ steps: Int, of units: Double, toScroll pixels: Int) throws {
      for _ in 1...steps { try devices.mouse.scroll(dy: units) }
      place -= pixels
      _ = try window.see("the marks \(pixels) pixels further") {
        $0.marks(Program.colors.green).last?.y == place ? () : nil
      }
    }
    // The first one after another device has moved the pointer.
    try expect(1, of: notch, toScroll: 56)
    try expect(4, of: notch / 4, toScroll: 56)
    try expect(1, of: -notch / 4, toScroll: -14)
    try point(at: PixelPoint(x: 700, y: 600))
    try devices.mouse.scroll(dy: 300)
    try point(at: PixelPoint(x: 8, y: 8))
    try expect(1, of: -notch, toScroll: -56)
    let rest = try sitting.settledPicture().marks(Program.colors.green).last
    #expect(rest?.y == place)
    try window.resize(width: whole.width, height: whole.height)
  }
}
