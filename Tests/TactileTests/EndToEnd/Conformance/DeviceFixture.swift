import Scene
import ScreenDriver
import Testing

/// The program on a display with a simulated mouse, tablet, keyboard and touchscreen.
struct DeviceFixture: ~Copyable {
  let session: AppSession
  let devices: InputDevices
  /// The frame of the window on the screen.
  let frame: PixelRect

  init() throws {
    let session = try Program.start(
      ["--snap", "edges"], on: VirtualDisplay.Options(windowManager: .none, server: .xorg),
      by: .proxy(ProtocolProxy.Options()))
    let displayDevices = session.display.devices
    let (devices, frame) = (try #require(displayDevices), try session.window.frame())
    self.session = session
    self.devices = devices
    self.frame = frame
  }

  var window: ScreenWindow { session.window }

  /// Moves the pointer to a pixel in coordinates of the window, or outside it.
  func movePointer(to point: PixelPoint) throws {
    try devices.tablet.move(toX: Double(frame.x + point.x), y: Double(frame.y + point.y))
  }

  /// Sends a touch at a pixel of the window.
  func touch(
    _ phase: InputDevice.TouchPhase, _ point: PixelPoint, finger: UInt32 = 1
  ) throws {
    try devices.touchscreen.touch(
      finger: finger, phase, x: Double(frame.x + point.x), y: Double(frame.y + point.y))
  }

  /// Presses the resting button with the mouse until it has the scale of a drag.
  func startDragByMouse(of restFrame: PixelRect) throws {
    try movePointer(to: restFrame.center)
    try devices.mouse.button(isDown: true)
    try waitForDragScale(of: restFrame)
  }

  func waitForDragScale(of restFrame: PixelRect) throws {
    let around = restFrame.outset(by: restFrame.width / 2)
    _ = try window.waitFor("the button at its full scale", in: around) { picture in
      picture.floatingButton(Program.colors.red)
        .flatMap { $0.height * 100 > restFrame.height * 138 ? () : nil }
    }
  }

  /// Returns the frame of the button at rest on the opposite side.
  func oppositeFrame(of restFrame: PixelRect) -> PixelRect {
    PixelRect(
      x: frame.width - restFrame.maxX, y: restFrame.y, width: restFrame.width, height: restFrame.height)
  }

  /// Drags the pressed button so near to the opposite side that it would snap to it.
  func dragAcross(from restFrame: PixelRect, _ step: (PixelPoint) throws -> Void) throws {
    let distance = oppositeFrame(of: restFrame).x - restFrame.x
    for index in 1...8 {
      try step(restFrame.center.offset(x: distance * index / 9))
      Deadline(after: .milliseconds(8)).wait()
    }
  }
}
