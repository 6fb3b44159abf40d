import CX11
import Glibc
import Motion
import Scene
import ScreenDriver
import Testing

@testable import Windowing
@testable import X11

extension `Window on a display` {
  /// Simulates user input in the window. Returns `false` if the window does not exist yet.
  func simulate(
    _ action: (InputSimulator) throws -> Void
  ) rethrows -> Bool {
    guard let window = display.connection.window(ofProcess: getpid()),
      let input = try? InputSimulator(in: window)
    else { return false }
    try action(input)
    return true
  }

  @Test func `receives a right click, F12, the Menu key and Shift+F10`() throws {
    let (_, client) = try run([
      appears,
      { [self] _, _, _ in
        (try? simulate { input in
          try input.click(at: PixelPoint(x: 30, y: 40), .secondary)
          try input.tap("F12")
          try input.tap("Menu")
          try input.tap("F10", with: [.shift])
        }) == true
      },
      { client, _, _ in client.events.contains { $0.contains("function(10)") } },
    ])
    func count(_ parts: String...) -> Int {
      client.events.count { event in parts.allSatisfy(event.contains) }
    }
    #expect(count("pointerPressed", "secondary", "x: 30.0, y: 40.0") == 1)
    #expect(count("pointerReleased", "secondary") == 1)
    #expect(count("keyPressed", "function(12)") == 1)
    #expect(count("keyPressed", "Key.menu") == 1)
    #expect(count("keyPressed", "function(10)", "Modifiers(rawValue: 1)") == 1)
  }

  /// A server that draws sends a press late.
  @Test func `receives a press with its duration, although it arrives after a later time was sent`() throws {
    let application = try Application.test(on: Connection(to: display.name))
    let client = ScriptedWindow(wakeSource: try WakeSource(), script: [{ _ in true }])
    let now = MonotonicClock.now
    var instants: [Instant] = []
    try application.run(client, title: "Late press") { window in
      window.deliver(.timePassed, at: now)
      for (type, age) in [(ButtonPress, 200), (ButtonRelease, 50)] as [(Int32, UInt)] {
        var event = XEvent()
        event.xbutton.type = type
        event.xbutton.button = UInt32(Button1)
        event.xbutton.time = UInt(now.nanoseconds / 1_000_000) - age
        window.input.handle(event, receivedAt: now)
        instants += client.instants.suffix(1)
      }
    }
    let kinds = client.events.prefix(2).map { $0.prefix { $0.isLetter } }
    #expect(kinds == ["pointerPressed", "pointerReleased"])
    #expect(instants.first == now && instants.last == now + .milliseconds(150))
  }

  @Test func `receives pointer events once, by XInput after it has appeared`() throws {
    let (_, client) = try run([
      appears,
      { [self] _, _, _ in
        (try? simulate { input in
          try input.click(at: PixelPoint(x: 30, y: 40))
          input.scroll(.wheelDown)
          input.scroll(.wheelLeft)
          try input.click(at: PixelPoint(x: 31, y: 40), .middle)
        }) == true
      },
      { client, _, _ in
        client.events.contains { $0.hasPrefix("pointerReleased") && $0.contains("middle") }
      },
    ])
    #expect(hasXInput)
    let kinds = client.events.map { $0.prefix { $0.isLetter } }.filter {
      !["windowFocusChanged", "keyboardChanged", "pointerMoved"].contains($0)
    }
    #expect(
      kinds == [
        "pointerPressed", "pointerReleased", "scrolled", "scrolled", "pointerPressed",
        "pointerReleased",
      ])
    #expect(client.events.contains { $0.contains("dx: 0.0, dy: 1.0") })
    #expect(client.events.contains { $0.contains("dx: -1.0, dy: 0.0") })
  }
}
