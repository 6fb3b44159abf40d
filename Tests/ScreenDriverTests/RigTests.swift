import CX11
import Glibc
import Scene
import ScreenDriver
import Testing

extension `The screen driver` {
  @Suite struct `A display set up otherwise` {
    @Test func `lacks the extensions that it was told to lack`() throws {
      let display = try VirtualDisplay(
        VirtualDisplay.Options(
          width: 64, height: 48, windowManager: .none,
          arguments: ["-extension", "MIT-SHM", "-extension", "RANDR"]))
      #expect(!display.connection.extensions.contains("MIT-SHM"))
      #expect(!display.connection.extensions.contains("RANDR"))
      #expect(display.connection.extensions.contains("XTEST"))
    }

    @Test func `listens on TCP where it was told to`() throws {
      let display = try VirtualDisplay(
        VirtualDisplay.Options(
          width: 64, height: 48, windowManager: .none, listensOnTCP: true))
      #expect(try DisplayConnection(to: display.nameOverTCP).extensions.count > 10)
    }

    @Test(.needs(.untrustedCookie))
    func `row 72: shows an untrusted program two extensions`() throws {
      let display = try VirtualDisplay(width: 64, height: 48, windowManager: .none)
      setenv("XAUTHORITY", try display.makeUntrustedCookie(), 1)
      defer { unsetenv("XAUTHORITY") }
      let extensions = try DisplayConnection(to: display.name).extensions
      #expect(extensions.sorted() == ["BIG-REQUESTS", "XC-MISC"])
    }

    @Test(.needs(.outputs))
    func `has the monitors that it was given`() throws {
      let display = try VirtualDisplay(width: 640, height: 480, windowManager: .none)
      try display.arrange("--setmonitor", "LEFT", "320/85x480/127+0+0", "screen")
      #expect(try display.arrange("--listmonitors").contains("LEFT 320/85x480/127+0+0"))
      #expect(throws: ScreenDriverError.self) { try display.arrange("--nonsense") }
    }

    @Test(.needs(.keyring)) func `has a keyring that is unlocked`() throws {
      let bus = try SessionBusProcess()
      let keyring = try KeyringProcess(on: bus)
      #expect(try !keyring.contents().isEmpty)
      try keyring.lock()
    }

    @Test(.needs(.windowManager(.xfwm4))) func `has xfwm4`() throws { try expectWatch(.xfwm4) }

    @Test(.needs(.windowManager(.metacity))) func `has metacity`() throws {
      try expectWatch(.metacity)
    }

    @Test(.needs(.windowManager(.mutter))) func `has mutter`() throws { try expectWatch(.mutter) }

    @Test(.needs(.windowManager(.i3))) func `has i3`() throws { try expectWatch(.i3) }

    private func expectWatch(_ manager: WindowManager) throws {
      let watched = try Watched(manager)
      #expect(watched.window.title == "Client")
      watched.client.fill(PixelRect(x: 1, y: 1, width: 5, height: 5), 0xFF3B30)
      let red = ColorMatch(AccentColors.light.red, tolerance: 0)
      _ = try watched.window.see("a red square") { $0.bounds(of: red) }
    }
  }

  @Suite(.needs(.devices))
  struct `Devices that are played` {
    @Test func `type, point, scroll and touch`() throws {
      let watched = try Watched(on: VirtualDisplay.Options(windowManager: .none, server: .xorg))
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

extension Watched {
  /// The letter A, by its keycode on a PC's keyboard.
  fileprivate func type(_ devices: InputDevices) throws {
    for isDown in [true, false] { try devices.keyboard.key(38, isDown: isDown) }
    #expect(try client.events(KeyPress, count: 1).map(\.character) == ["a"])
  }

  /// To the middle of the window, then by quarters of a pixel.
  fileprivate func point(_ devices: InputDevices, to center: PixelPoint) throws {
    try devices.tablet.move(toX: Double(center.x), y: Double(center.y))
    #expect(display.connection.pointerPlace == center)
    for _ in 1...8 { try devices.mouse.move(dx: 0.25, dy: -0.25) }
    #expect(display.connection.pointerPlace == center.offset(x: 2, y: -2))
  }

  /// A notch in four parts, which programs of the old kind see as the wheel's button.
  fileprivate func scroll(_ devices: InputDevices) throws {
    _ = client.events()
    for _ in 1...4 { try devices.mouse.scroll(dy: InputDevice.notch / 4) }
    #expect(try client.events(ButtonPress, count: 1).map(\.xbutton.button) == [5])
  }

  /// Programs of the old kind see the first finger as a pointer with its button down.
  fileprivate func touch(_ devices: InputDevices, at place: PixelPoint) throws {
    let (x, y) = (Double(place.x), Double(place.y))
    try devices.touchscreen.touch(.begin, x: x, y: y)
    try devices.touchscreen.touch(.update, x: x + 10, y: y)
    try devices.touchscreen.touch(.end, x: x + 10, y: y)
    #expect(try client.events(ButtonRelease, count: 1).map(\.xbutton.button) == [1])
    #expect(display.connection.pointerPlace == place.offset(x: 10))
  }
}
