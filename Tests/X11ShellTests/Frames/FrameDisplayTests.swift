import CX11
import Glibc
import Motion
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

/// The run loop's frames on a real display; the onlooker plays window manager and compositor.
@Suite(.serialized) final class `Frames on a display` {
  private let display: VirtualDisplay
  private let connection: Connection
  private let manager: FrameManager

  init() throws {
    display = try VirtualDisplay(windowManager: .none)
    connection = try Connection(to: display.name)
    manager = try FrameManager(at: display.name)
  }

  private typealias Step = (inout ScriptedClient) -> Bool

  /// Runs a window through a script.
  ///
  /// - Returns: The client and the clock, as they were at the end.
  @discardableResult
  private func run(
    _ steps: (Window) -> [Step]
  ) throws -> (client: ScriptedClient, clock: FrameClock) {
    let window = try X11Window(
      WindowDescription(
        title: "", instanceName: "tactile", className: "Tactile",
        size: Size(width: 400, height: 300), minimumSize: Size(width: 200, height: 100)),
      scale: 1, on: connection)
    let id = window.id
    let wakeSource = try WakeSource()
    var client = ScriptedClient(
      wakeSource: wakeSource, script: [{ [self] _ in manager.isFollowed(by: id) }] + steps(id))
    var loop = RunLoop(
      window: window, desktop: Desktop(on: connection, scale: 1, bus: nil),
      signals: try SignalSource(), wakeSource: wakeSource)
    _ = try loop.run(&client)
    #expect(client.script.isEmpty, "\(client.script.count) steps never had their turn")
    return (client, loop.frameClock)
  }

  /// The step at which a compositor comes.
  private func becomesCompositor(_ client: inout ScriptedClient) -> Bool {
    manager.becomeCompositor()
    return true
  }

  /// The step in which a compositor tells of each frame that it is drawn; over after some of them.
  private func tellsDrawn(_ client: inout ScriptedClient, _ id: Window) -> Bool {
    client.isMoving = true
    client.color &+= 1
    let value = manager.counters(of: id).last ?? 0
    #expect(value.isMultiple(of: 2))
    manager.tellDrawn(value, to: id)
    return value > 20
  }

  /// The step that is over after so many turns of the loop.
  private func turns(_ count: Int) -> Step {
    var left = count
    return { _ in
      left -= 1
      return left == 0
    }
  }

  @Test func `are asked about when the first is shown, and find Present but no compositor`() throws
  {
    var began = Instant.distantFuture
    let (_, clock) = try run { _ in
      [
        { client in
          (client.isMoving, began) = (true, MonotonicClock.now)
          return true
        },
        // Its first answer comes with the next refresh.
        { _ in began.duration(to: MonotonicClock.now) > .milliseconds(100) },
      ]
    }
    #expect(!clock.isComposited)
    #expect(clock.source == .verticalBlank)
  }

  @Test func `of a person's doing come without waiting for the display`() throws {
    var delays: [Duration] = []
    var moved = Instant.zero
    try run { [self] id in
      (0..<30).flatMap { turn -> [Step] in
        [
          { [self] client in
            client.isMoving = true
            (moved, client.color) = (MonotonicClock.now, 0xFF00_0000 + UInt32(turn))
            manager.onlooker.movePointer(to: Int32(turn), 5, of: id)
            return true
          },
          { [self] _ in
            guard manager.onlooker.pixel(5, 5, of: id) == UInt(turn) else { return false }
            delays.append(moved.duration(to: MonotonicClock.now))
            return true
          },
        ]
      }
    }
    // Waiting for refreshes would take half of one in the middle, 8 ms.
    #expect(delays.sorted()[15] < .milliseconds(6))
  }

  @Test func `answer for a size when it is painted`() throws {
    try run { [self] id in
      [
        { [self] _ in
          manager.askForSync(4711, of: id)
          manager.onlooker.resize(id, width: 500, height: 350)
          return true
        },
        { [self] _ in
          guard manager.counters(of: id).first == 4711 else { return false }
          #expect(manager.onlooker.pixel(499, 349, of: id) == 0x336699)
          return true
        },
      ]
    }
  }

  @Test func `answer for a size that never comes`() throws {
    try run { [self] id in
      [
        { [self] _ in
          manager.askForSync(12, of: id)
          manager.onlooker.unmap(id)
          return true
        },
        { [self] _ in manager.counters(of: id).first == 12 },
      ]
    }
  }

  @Test func `are counted for a compositor, and follow it once it tells when they are drawn`()
    throws
  {
    let (_, clock) = try run { [self] id in
      [
        becomesCompositor,
        { [self] client in tellsDrawn(&client, id) },
      ]
    }
    #expect(clock.isComposited)
    #expect(clock.source == .compositor)
  }

  @Test func `go on within 100 ms when a compositor falls silent or leaves`() throws {
    var silent = Instant.zero
    var frames = 0
    let (_, clock) = try run { [self] id in
      [
        becomesCompositor,
        { [self] client in
          (silent, frames) = (MonotonicClock.now, client.frames)
          return tellsDrawn(&client, id)
        },
        { client in
          client.color &+= 1
          return client.frames > frames + 2
        },
        { [self] _ in
          #expect(silent.duration(to: MonotonicClock.now) < .milliseconds(400))
          manager.leave()
          return true
        },
        turns(20),
      ]
    }
    #expect(!clock.isComposited)
    #expect(clock.source != .compositor)
  }

  @Test func `end under another window and go on at once beside it`() throws {
    var frames = 0
    let (client, _) = try run { [self] id in
      var cover = Window(None)
      return [
        { [self] client in
          client.isMoving = true
          cover = manager.cover(id)
          return true
        },
        turns(20),
        { client in
          frames = client.frames
          return true
        },
        turns(20),
        { [self] client in
          #expect(client.frames == frames)
          client.color = 0xFF_00FF00
          manager.onlooker.destroy(cover)
          return true
        },
        { [self] _ in manager.onlooker.pixel(5, 5, of: id) == 0x00FF00 },
      ]
    }
    #expect(client.frames > frames)
    #expect(!client.events.contains("windowHidden"))
    #expect(client.events.count { $0 == "windowCovered" } == 1)
  }

  @Test func `leave nothing in a window put away of what it was to show no longer`() throws {
    try run { [self] id in
      [
        { [self] client in
          client.colorWhenHidden = 0xFF_00FF00
          manager.setState([.netWMStateHidden], of: id)
          return true
        },
        // It is out of sight for whoever goes by the window manager; its pixels are there.
        { [self] _ in manager.onlooker.pixel(5, 5, of: id) == 0x00FF00 },
      ]
    }
  }

  @Test func `end where the window is minimized, with no request any more`() throws {
    var request: UInt = 0
    let (client, _) = try run { [self] id in
      [
        { [self] client in
          client.isMoving = true
          manager.setState([.netWMStateHidden], of: id)
          return true
        },
        { client in client.events.contains("windowHidden") },
        turns(5),
        { [self] _ in
          request = XNextRequest(connection.display)
          return true
        },
        turns(50),
        { [self] client in
          #expect(XNextRequest(connection.display) == request)
          client.color = 0xFF_00FF00
          manager.setState([], of: id)
          return true
        },
        { [self] _ in manager.onlooker.pixel(5, 5, of: id) == 0x00FF00 },
      ]
    }
    #expect(client.frames > 0)
  }

  @Test func `end where the person goes to another desktop`() throws {
    try run { [self] id in
      [
        { [self] _ in
          manager.setDesktops(window: 0, current: 1, of: id)
          return true
        },
        { client in client.events.contains("windowHidden") },
        { [self] client in
          client.color = 0xFF_00FF00
          manager.setDesktops(window: 0, current: 0, of: id)
          return true
        },
        { [self] _ in manager.onlooker.pixel(5, 5, of: id) == 0x00FF00 },
      ]
    }
  }

  @Test func `tell what they took`() throws {
    let (client, _) = try run { _ in
      [
        { client in
          client.color = 0xFF_00FF00
          return true
        }, turns(3),
      ]
    }
    #expect(client.statistics.frames > 3)
    #expect(client.statistics.duration > .zero)
    #expect(client.mostRequests > 0)
  }
}
