import Scene
import ScreenDriver
import Testing

/// The program in front of a person with a mouse, a tablet, a keyboard and a touchscreen.
struct DeviceDesk: ~Copyable {
  let sitting: Sitting
  let devices: InputDevices
  /// The window's inside on the screen.
  let frame: PixelRect

  init() throws {
    let sitting = try Program.start(
      ["--snap", "edges"], on: VirtualDisplay.Options(windowManager: .none, server: .xorg),
      by: .proxy(ProtocolProxy.Options()))
    let given = sitting.display.devices
    let (devices, frame) = (try #require(given), try sitting.window.frame())
    self.sitting = sitting
    self.devices = devices
    self.frame = frame
  }

  var window: ScreenWindow { sitting.window }

  /// Puts the pointer on a pixel of the window, or beside it.
  func point(at place: PixelPoint) throws {
    try devices.tablet.move(toX: Double(frame.x + place.x), y: Double(frame.y + place.y))
  }

  /// Moves a finger on a pixel of the window.
  func touch(
    _ phase: InputDevice.TouchPhase, _ place: PixelPoint, finger: UInt32 = 1
  ) throws {
    try devices.touchscreen.touch(
      finger: finger, phase, x: Double(frame.x + place.x), y: Double(frame.y + place.y))
  }

  /// Presses the resting button with the mouse until it is lifted.
  func pickUpByMouse(_ rest: PixelRect) throws {
    try point(at: rest.center)
    try devices.mouse.button(isDown: true)
    try waitForLift(of: rest)
  }

  func waitForLift(of rest: PixelRect) throws {
    let around = rest.outset(by: rest.width / 2)
    _ = try window.see("the button lifted to its full size", in: around) { picture in
      picture.floatingButton(Program.colors.red)
        .flatMap { $0.height * 100 > rest.height * 138 ? () : nil }
    }
  }

  /// Where the button rests at the other side.
  func opposite(_ rest: PixelRect) -> PixelRect {
    PixelRect(
      x: frame.width - rest.maxX, y: rest.y, width: rest.width, height: rest.height)
  }

  /// Carries the button, which is lifted, so near to the other side that it would stay there.
  func carryAcross(from rest: PixelRect, _ step: (PixelPoint) throws -> Void) throws {
    let way = opposite(rest).x - rest.x
    for part in 1...8 {
      try step(rest.center.offset(x: way * part / 9))
      Deadline(after: .milliseconds(8)).wait()
    }
  }
}
