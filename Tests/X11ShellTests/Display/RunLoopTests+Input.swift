import CX11
import Glibc
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

extension `A window on a display` {
  /// Has a person do something in the window, once that is there.
  func person(
    does action: (Hand) throws -> Void
  ) rethrows -> Bool {
    guard let window = display.connection.window(ofProcess: getpid()),
      let hand = try? Hand(in: window)
    else { return false }
    try action(hand)
    return true
  }

  @Test func `hears a right click, F12, the Menu key and Shift+F10`() throws {
    let (_, client) = try run([
      appears,
      { [self] _, _, _ in
        (try? person { hand in
          try hand.click(at: PixelPoint(x: 30, y: 40), .secondary)
          try hand.tap("F12")
          try hand.tap("Menu")
          try hand.tap("F10", with: [.shift])
        }) == true
      },
      { client, _, _ in client.events.contains { $0.contains("function(10)") } },
    ])
    func count(_ words: String...) -> Int {
      client.events.count { event in words.allSatisfy(event.contains) }
    }
    #expect(count("pointerPressed", "secondary", "x: 30.0, y: 40.0") == 1)
    #expect(count("pointerReleased", "secondary") == 1)
    #expect(count("keyPressed", "function(12)") == 1)
    #expect(count("keyPressed", "Key.menu") == 1)
    #expect(count("keyPressed", "function(10)", "Modifiers(rawValue: 1)") == 1)
  }

  @Test func `hears the pointer once, by XInput as soon as it has appeared`() throws {
    let (_, client) = try run([
      appears,
      { [self] _, _, _ in
        (try? person { hand in
          try hand.click(at: PixelPoint(x: 30, y: 40))
          hand.scroll(.wheelDown)
          hand.scroll(.wheelLeft)
          try hand.click(at: PixelPoint(x: 31, y: 40), .middle)
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
