import CX11
import Motion
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import Windowing
@testable import X11

extension `Window on a display` {
  private static var provider: DataProvider { DataProvider(text: "dragged 密") }

  /// Returns a step that presses the button in the window and begins a drag.
  private func drags(_ provider: DataProvider = provider, preview: DragPreview? = nil) -> Step {
    { [self] client, _, _ in
      guard client.events.contains(where: { $0.hasPrefix("pointerPressed") }) else {
        _ = try? simulate { input in
          try input.move(to: PixelPoint(x: 10, y: 10))
          input.press()
        }
        return false
      }
      client.dropType = { _ in .text }
      client.effects = [.beginDrag(provider, preview: preview)]
      return true
    }
  }

  private func moves(to position: PixelPoint) -> Step {
    { [self] _, _, _ in (try? simulate { input in try input.move(to: position) }) == true }
  }

  private func releases(_ client: ScriptedWindow, _ observer: Observer, _ id: WindowID) -> Bool {
    simulate { $0.release() }
  }

  private func receives(
    _ messages: [FakeDropTarget.Message], _ target: FakeDropTarget
  ) -> Step {
    { _, _, _ in
      target.serve()
      return messages.allSatisfy(target.messages.contains)
    }
  }

  private func ends(_ target: FakeDropTarget? = nil) -> Step {
    { client, _, _ in
      target?.serve()
      return client.outcomes.count == 1
    }
  }

  private static let point = PixelPoint(x: 650, y: 120)
  private static let targetFrame = PixelRect(x: 600, y: 100, width: 100, height: 100)

  @Test(arguments: [(3, false), (4, true), (5, false), (5, true)] as [(UInt, Bool)])
  func `row 38: drags text into another window`(version: UInt, hasProxy: Bool) throws {
    let target = try FakeDropTarget(
      on: display.name, at: Self.targetFrame, version: version, hasProxy: hasProxy,
      isFramed: version != 4)
    let (_, client) = try run([
      appears, drags(), moves(to: Self.point), receives([.position(Self.point)], target), releases,
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
    // The drag consumed the pointer events.
    let press = try #require(client.events.firstIndex { $0.hasPrefix("pointerPressed") })
    #expect(
      client.events[press...].dropFirst().allSatisfy {
        !$0.hasPrefix("pointer") || $0 == "pointerLeft"
      })
  }

  @Test(.onlyInAll("waits for a timeout of 2 s"))
  func `row 38: ends a drag over an unresponsive window 2 s after the button release`() throws {
    let target = try FakeDropTarget(on: display.name, at: Self.targetFrame, behavior: .unresponsive)
    let began = ContinuousClock.now
    let (_, client) = try run([
      appears, drags(), moves(to: Self.point), receives([.position(Self.point)], target), releases,
      ends(target), receives([.leave], target),
    ])
    #expect(client.outcomes == [.cancelled] && began.duration(to: .now) >= .seconds(2))
  }

  @Test func `row 38: cancels the drag if the target refuses the data`() throws {
    let target = try FakeDropTarget(on: display.name, at: Self.targetFrame, behavior: .refuses)
    let (_, client) = try run([
      appears, drags(), moves(to: Self.point), receives([.position(Self.point)], target), releases,
      ends(target),
    ])
    #expect(client.outcomes == [.cancelled] && target.text == nil)
    #expect(!target.messages.contains(.drop))
  }

  @Test(arguments: [false, true])
  func `row 38: cancels the drag on Escape or another button and releases the pointer`(
    byKey: Bool
  ) throws {
    let target = try FakeDropTarget(on: display.name, at: Self.targetFrame)
    let (_, client) = try run([
      appears,
      does { _, observer, id in observer.focus = id },
      drags(), moves(to: Self.point), receives([.position(Self.point)], target),
      { [self] _, _, _ in
        (try? simulate { input in
          if byKey {
            try input.tap("Escape")
          } else {
            input.press(.secondary)
            input.release(.secondary)
          }
        }) == true
      },
      ends(target), receives([.leave], target), releases,
      { [self] client, _, _ in
        if !client.events.contains(where: { $0.hasPrefix("pointerReleased") }) {
          _ = try? simulate { try $0.click(at: PixelPoint(x: 12, y: 10)) }
          return false
        }
        return true
      },
    ])
    #expect(client.outcomes == [.cancelled])
    #expect(!client.keys.contains(.escape))
    // The content did not receive the release of the drag's press.
    let buttons = client.events.filter {
      $0.hasPrefix("pointerPressed") || $0.hasPrefix("pointerReleased")
    }
    #expect(buttons.dropFirst().first?.hasPrefix("pointerPressed") == true)
  }

  @Test func `row 38: drops data on its own window and marks it as its own`() throws {
    let (_, client) = try run([
      appears, drags(), moves(to: PixelPoint(x: 100, y: 50)),
      { client, _, _ in client.hovers.last?.position == Point(x: 100, y: 50) },
      releases, ends(),
    ])
    #expect(client.hovers.allSatisfy { $0.isLocal && $0.types == [.text] })
    #expect(client.received.count == 1)
    #expect(client.received.first?.source == .drop(at: Point(x: 100, y: 50)))
    #expect(
      try client.received.first?.result.get().bytes.array == Array("dragged 密".utf8))
    #expect(client.outcomes == [.dropped])
    let data = client.events.filter { $0.hasPrefix("data") }
    #expect(data.suffix(2).first?.contains("received") == true)
    #expect(data.last?.contains("dragEnded") == true)
  }

  @Test func `row 38: shows the drag image at the pointer and finds the window below it`() throws {
    var preview = DragPreview(size: Size(width: 20, height: 20), hotSpot: Point(x: 10, y: 10))
    let area = Rect(origin: .zero, size: preview.size)
    preview.drawing.fill(.rect(area), Color(red: 0, green: 1, blue: 0).opacity(0.5))
    let target = try FakeDropTarget(on: display.name, at: Self.targetFrame)
    let (_, client) = try run([
      appears, drags(preview: preview), moves(to: Self.point),
      receives([.position(Self.point)], target),
      // Half-transparent green on white, because no compositor is running.
      { _, observer, _ in
        observer.pixelOnScreen(645, 115) == 0x7FFF7F && observer.pixelOnScreen(659, 129) == 0x7FFF7F
      },
      releases, ends(target),
      { _, observer, _ in observer.pixelOnScreen(645, 115) != 0x7FFF7F },
    ])
    #expect(client.outcomes == [.dropped] && target.text != nil)
  }

  @Test func `row 38: cancels a drag that begins without a pressed button`() throws {
    let (_, client) = try run([
      appears,
      does { client, _, _ in client.effects = [.beginDrag(Self.provider, preview: nil)] },
      ends(),
    ])
    #expect(client.outcomes == [.cancelled])
  }
}
