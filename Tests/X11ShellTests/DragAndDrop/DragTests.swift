import CX11
import Motion
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

extension `A window on a display` {
  private static var offer: DataOffer { DataOffer(text: "dragged 密") }

  /// The step at which a person has pressed in the window and a drag has begun from it.
  private func picksUp(_ offer: DataOffer = offer, picture: DragPicture? = nil) -> Step {
    { [self] client, _, _ in
      guard client.events.contains(where: { $0.hasPrefix("pointerPressed") }) else {
        _ = try? person { hand in
          try hand.move(to: PixelPoint(x: 10, y: 10))
          hand.press()
        }
        return false
      }
      client.takes = { _ in .text }
      client.effects = [.beginDrag(offer, picture: picture)]
      return true
    }
  }

  private func moves(to place: PixelPoint) -> Step {
    { [self] _, _, _ in (try? person { hand in try hand.move(to: place) }) == true }
  }

  private func letsGo(_ client: inout ScriptedClient, _ onlooker: Onlooker, _ id: Window) -> Bool {
    person { $0.release() }
  }

  private func hears(
    _ messages: [DropTargetStandIn.Message], _ target: DropTargetStandIn
  ) -> Step {
    { _, _, _ in
      target.serve()
      return messages.allSatisfy(target.messages.contains)
    }
  }

  private func ends(_ target: DropTargetStandIn? = nil) -> Step {
    { client, _, _ in
      target?.serve()
      return client.outcomes.count == 1
    }
  }

  private static let place = PixelPoint(x: 650, y: 120)
  private static let frame = PixelRect(x: 600, y: 100, width: 100, height: 100)

  @Test(arguments: [(3, false), (4, true), (5, false), (5, true)] as [(UInt, Bool)])
  func `row 38: has text dragged into another window`(version: UInt, hasProxy: Bool) throws {
    let target = try DropTargetStandIn(
      on: display.name, at: Self.frame, version: version, hasProxy: hasProxy,
      isFramed: version != 4)
    let (_, client) = try run([
      appears, picksUp(), moves(to: Self.place), hears([.position(Self.place)], target), letsGo,
      ends(target),
    ])
    #expect(target.text == "dragged 密")
    #expect(
      target.messages.first
        == .enter(
          version: Int(version),
          types: ["UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING"]))
    #expect(target.messages.last == .drop)
    #expect(client.outcomes == [.dropped])
    // The pointer's events were the drag's.
    let press = try #require(client.events.firstIndex { $0.hasPrefix("pointerPressed") })
    #expect(
      client.events[press...].dropFirst().allSatisfy {
        !$0.hasPrefix("pointer") || $0 == "pointerLeft"
      })
  }

  @Test(arguments: [DropTargetStandIn.Conduct.silent, .neverFinishes])
  func `row 38: gives up a window that never answers 2 s after the button came up`(
    conduct: DropTargetStandIn.Conduct
  ) throws {
    let target = try DropTargetStandIn(on: display.name, at: Self.frame, conduct: conduct)
    let began = ContinuousClock.now
    let (_, client) = try run([
      appears, picksUp(), moves(to: Self.place), hears([.position(Self.place)], target), letsGo,
      ends(target), hears([conduct == .silent ? .leave : .drop], target),
    ])
    #expect(client.outcomes == [conduct == .silent ? .cancelled : .dropped])
    // Real time, since the law is about it.
    #expect((.seconds(2)..<Duration.seconds(6)).contains(began.duration(to: .now)))
  }

  @Test func `row 38: is over where nothing takes it`() throws {
    let target = try DropTargetStandIn(on: display.name, at: Self.frame, conduct: .refuses)
    let (_, client) = try run([
      appears, picksUp(), moves(to: Self.place), hears([.position(Self.place)], target), letsGo,
      ends(target),
    ])
    #expect(client.outcomes == [.cancelled] && target.text == nil)
    #expect(!target.messages.contains(.drop))
  }

  @Test(arguments: [false, true])
  func `row 38: is given up by Escape or another button, and then lets go of the pointer`(
    byKey: Bool
  ) throws {
    let target = try DropTargetStandIn(on: display.name, at: Self.frame)
    let (_, client) = try run([
      appears,
      { _, onlooker, id in
        onlooker.focus = id
        return true
      },
      picksUp(), moves(to: Self.place), hears([.position(Self.place)], target),
      { [self] _, _, _ in
        (try? person { hand in
          if byKey {
            try hand.tap("Escape")
          } else {
            hand.press(.secondary)
            hand.release(.secondary)
          }
        }) == true
      },
      ends(target), hears([.leave], target), letsGo,
      { [self] client, _, _ in
        if !client.events.contains(where: { $0.hasPrefix("pointerReleased") }) {
          _ = try? person { try $0.click(at: PixelPoint(x: 12, y: 10)) }
          return false
        }
        return true
      },
    ])
    #expect(client.outcomes == [.cancelled])
    #expect(!client.keys.contains(.escape))
    // Nobody was told how the drag's press ended.
    let buttons = client.events.filter {
      $0.hasPrefix("pointerPressed") || $0.hasPrefix("pointerReleased")
    }
    #expect(buttons.dropFirst().first?.hasPrefix("pointerPressed") == true)
  }

  @Test func `row 38: drops on itself as on any window, and says that it is its own`() throws {
    let (_, client) = try run([
      appears, picksUp(), moves(to: PixelPoint(x: 100, y: 50)),
      { client, _, _ in client.hovers.last?.position == Point(x: 100, y: 50) },
      letsGo, ends(),
    ])
    #expect(client.hovers.allSatisfy { $0.isOwn && $0.types == [.text] })
    #expect(client.received.count == 1)
    #expect(client.received.first?.source == .drop(at: Point(x: 100, y: 50)))
    #expect(
      try client.received.first?.result.get().bytes.array == Array("dragged 密".utf8))
    #expect(client.outcomes == [.dropped])
    let data = client.events.filter { $0.hasPrefix("data") }
    #expect(data.suffix(2).first?.contains("received") == true)
    #expect(data.last?.contains("dragEnded") == true)
  }

  @Test func `row 38: shows its picture at the pointer, and finds the window below it`() throws {
    let picture = DragPicture(
      width: 20, height: 20, pixels: [UInt32](repeating: 0x8000_8000, count: 400),
      hotSpot: (10, 10))
    let target = try DropTargetStandIn(on: display.name, at: Self.frame)
    let (_, client) = try run([
      appears, picksUp(picture: picture), moves(to: Self.place),
      hears([.position(Self.place)], target),
      // Half a green on white, since nobody composes the screen.
      { _, onlooker, _ in
        onlooker.pixelOnScreen(645, 115) == 0x7FFF7F && onlooker.pixelOnScreen(659, 129) == 0x7FFF7F
      },
      letsGo, ends(target),
      { _, onlooker, _ in onlooker.pixelOnScreen(645, 115) != 0x7FFF7F },
    ])
    #expect(client.outcomes == [.dropped] && target.text != nil)
  }

  @Test func `row 38: is over before it begins where no button is down`() throws {
    let (_, client) = try run([
      appears,
      { client, _, _ in
        client.effects = [.beginDrag(Self.offer, picture: nil)]
        return true
      },
      ends(),
    ])
    #expect(client.outcomes == [.cancelled])
  }
}
