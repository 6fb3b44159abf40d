import CX11
import Glibc
import Scene
import ScreenDriver
import TestSupport
import Testing

extension `Screen driver` {
  @Suite struct `Display options` {
    @Test func `disables the extensions named in the arguments`() throws {
      let display = try VirtualDisplay(
        VirtualDisplay.Options(
          width: 64, height: 48, windowManager: .none,
          arguments: ["-extension", "MIT-SHM", "-extension", "RANDR"]))
      #expect(!display.connection.extensions.contains("MIT-SHM"))
      #expect(!display.connection.extensions.contains("RANDR"))
      #expect(display.connection.extensions.contains("XTEST"))
    }

    @Test func `listens on TCP when requested`() throws {
      let display = try VirtualDisplay(
        VirtualDisplay.Options(
          width: 64, height: 48, windowManager: .none, listensOnTCP: true))
      #expect(try DisplayConnection(to: display.nameOverTCP).extensions.count > 10)
    }

    @Test(.needs(.untrustedCookie))
    func `row 72: shows an untrusted client two extensions`() throws {
      let display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
      setenv("XAUTHORITY", try display.makeUntrustedCookie(), 1)
      defer { unsetenv("XAUTHORITY") }
      let extensions = try DisplayConnection(to: display.name).extensions
      #expect(extensions.sorted() == ["BIG-REQUESTS", "XC-MISC"])
    }

    @Test(.needs(.outputs))
    func `applies a monitor layout`() throws {
      let display = try VirtualDisplay(width: 640, height: 480, windowManager: .none)
      try display.xrandr("--setmonitor", "LEFT", "320/85x480/127+0+0", "screen")
      #expect(try display.xrandr("--listmonitors").contains("LEFT 320/85x480/127+0+0"))
      #expect(throws: ScreenDriverError.self) { try display.xrandr("--nonsense") }
    }

    @Test(.needs(.keyring)) func `starts an unlocked keyring`() throws {
      let bus = try IsolatedSessionBus()
      let keyring = try KeyringProcess(on: bus)
      #expect(try !keyring.contents().isEmpty)
      try keyring.lock()
    }

    @Test(.needs(.windowManager(.xfwm4))) func `runs xfwm4`() throws { try expectColor(.xfwm4) }

    @Test(.needs(.windowManager(.metacity))) func `runs metacity`() throws {
      try expectColor(.metacity)
    }

    @Test(.needs(.windowManager(.mutter))) func `runs mutter`() throws { try expectColor(.mutter) }

    @Test(.needs(.windowManager(.i3))) func `runs i3`() throws { try expectColor(.i3) }

    private func expectColor(_ manager: WindowManager) throws {
      let watched = try ClientWindowFixture(manager)
      #expect(watched.window.title == "Client")
      watched.client.fill(PixelRect(x: 1, y: 1, width: 5, height: 5), 0xFF3B30)
      let red = ColorMatch(AccentColors.light.red, tolerance: 0)
      _ = try watched.window.waitFor("a red square") { $0.bounds(of: red) }
    }
  }

  @Suite(.needs(.devices))
  struct `Simulated devices` {
    @Test func `type, point, scroll and touch`() throws {
      let watched = try ClientWindowFixture(on: VirtualDisplay.Options(windowManager: .none, server: .xorg))
      let center = try watched.window.frame().center
      let given = watched.display.devices
      let devices = try #require(given)
      try watched.point(devices, to: center)
      try watched.type(devices)
      try watched.scroll(devices)
      try watched.touch(devices, at: center)
    }
  }
}

extension ClientWindowFixture {
  /// Types the letter A, by its keycode on a PC keyboard.
  fileprivate func type(_ devices: InputDevices) throws {
    for isDown in [true, false] { try devices.keyboard.key(38, isDown: isDown) }
    #expect(try client.events(KeyPress, count: 1).map(\.character) == ["a"])
  }

  /// Moves to the middle of the window, then by quarters of a pixel.
  fileprivate func point(_ devices: InputDevices, to center: PixelPoint) throws {
    try devices.tablet.move(toX: Double(center.x), y: Double(center.y))
    #expect(display.connection.pointerPosition == center)
    for _ in 1...8 { try devices.mouse.move(dx: 0.25, dy: -0.25) }
    #expect(display.connection.pointerPosition == center.offset(x: 2, y: -2))
  }

  /// Scrolls one notch in four parts, which core protocol clients receive as one wheel button.
  fileprivate func scroll(_ devices: InputDevices) throws {
    _ = client.events()
    for _ in 1...4 { try devices.mouse.scroll(dy: InputDevice.notch / 4) }
    #expect(try client.events(ButtonPress, count: 1).map(\.xbutton.button) == [5])
  }

  /// Touches and moves. Core protocol clients receive the first touch as a pointer with a pressed
  /// button.
  fileprivate func touch(_ devices: InputDevices, at point: PixelPoint) throws {
    let (x, y) = (Double(point.x), Double(point.y))
    try devices.touchscreen.touch(.begin, x: x, y: y)
    try devices.touchscreen.touch(.update, x: x + 10, y: y)
    try devices.touchscreen.touch(.end, x: x + 10, y: y)
    #expect(try client.events(ButtonRelease, count: 1).map(\.xbutton.button) == [1])
    #expect(display.connection.pointerPosition == point.offset(x: 10))
  }
}
