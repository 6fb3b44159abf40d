import CX11
import Glibc
import Motion
import Scene
import ScreenDriver
import Testing

@testable import Windowing
@testable import X11

/// Tests the event loop's frames on a real display. The observer acts as window manager and
/// compositor.
@Suite(.serialized) final class `Frames on a display` {
  private let display: VirtualDisplay
  private let connection: Connection
  private let manager: FakeWindowManager

  init() throws {
    display = try VirtualDisplay(windowManager: .none)
    connection = try Connection(to: display.name)
    manager = try FakeWindowManager(at: display.name)
  }

  private typealias Step = (ScriptedWindow) -> Bool

  /// Runs a window with a script.
  ///
  /// - Returns: The content and the clock in their final states.
  @discardableResult
  private func run(
    _ steps: (WindowID) -> [Step]
  ) throws -> (client: ScriptedWindow, clock: FrameClock) {
    let application = try Application.test(on: connection, scale: 1, usesBus: false)
    let client = ScriptedWindow(wakeSource: try WakeSource(), script: [])
    let window = try application.run(client) { window in
      let id = window.id
      client.script = [{ [self] _ in manager.hasCounters(on: id) }] + steps(id)
    }
    #expect(client.script.isEmpty, "\(client.script.count) steps did not run")
    return (client, window.frameClock)
  }

  /// A step that starts the compositor.
  private func becomesCompositor(_ client: ScriptedWindow) -> Bool {
    manager.becomeCompositor()
    return true
  }

  /// A step in which the compositor reports each frame as drawn. It ends when the counter exceeds
  /// 20.
  private func reportsDrawn(_ client: ScriptedWindow, _ id: WindowID) -> Bool {
    client.isMoving = true
    client.color &+= 1
    let value = manager.counters(of: id).last ?? 0
    #expect(value.isMultiple(of: 2))
    manager.sendFrameDrawn(value, to: id)
    return value > 20
  }

  /// Returns a step that ends after the given number of loop iterations.
  private func iterations(_ count: Int) -> Step {
    var remaining = count
    return { _ in
      remaining -= 1
      return remaining == 0
    }
  }

  @Test func `use Present without a compositor, queried after the first frame`() throws {
    var began = Instant.distantFuture
    let (_, clock) = try run { _ in
      [
        { client in
          (client.isMoving, began) = (true, MonotonicClock.now)
          return true
        },
        // The first reply arrives with the next refresh.
        { _ in began.duration(to: MonotonicClock.now) > .milliseconds(100) },
      ]
    }
    #expect(!clock.isComposited)
    #expect(clock.source == .verticalBlank)
  }

  @Test func `advertise the sync protocol although another client has replaced the protocols`() throws {
    try run { [self] id in
      XSync(connection.display, False)
      manager.replaceProtocols(of: id)
      return []
    }
    #expect(connection.errorCount == 0)
  }

  @Test func `answer user input without waiting for the display`() throws {
    var delays: [Duration] = []
    var moved = Instant.zero
    try run { [self] id in
      (0..<30).flatMap { index -> [Step] in
        [
          { [self] client in
            client.isMoving = true
            (moved, client.color) = (MonotonicClock.now, 0xFF00_0000 + UInt32(index))
            manager.observer.movePointer(to: Int32(index), 5, of: id)
            return true
          },
          { [self] _ in
            guard manager.observer.pixel(5, 5, of: id) == UInt(index) else { return false }
            delays.append(moved.duration(to: MonotonicClock.now))
            return true
          },
        ]
      }
    }
    // Waiting for refreshes would take half a refresh in the median, 8 ms.
    #expect(delays.sorted()[15] < .milliseconds(6))
  }

  @Test func `answer a resize request after painting the new size`() throws {
    try run { [self] id in
      [
        { [self] _ in
          manager.requestSync(4711, of: id)
          manager.observer.resize(id, width: 500, height: 350)
          return true
        },
        { [self] _ in
          guard manager.counters(of: id).first == 4711 else { return false }
          #expect(manager.observer.pixel(499, 349, of: id) == 0x336699)
          return true
        },
      ]
    }
  }

  @Test func `answer a resize request even if the size never changes`() throws {
    try run { [self] id in
      [
        { [self] _ in
          manager.requestSync(12, of: id)
          manager.observer.unmap(id)
          return true
        },
        { [self] _ in manager.counters(of: id).first == 12 },
      ]
    }
  }

  @Test func `are counted for a compositor and follow its frame reports`()
    throws
  {
    let (_, clock) = try run { [self] id in
      [
        becomesCompositor,
        { [self] client in reportsDrawn(client, id) },
      ]
    }
    #expect(clock.isComposited)
    #expect(clock.source == .compositor)
  }

  @Test func `continue within 100 ms if the compositor is unresponsive or exits`() throws {
    var failureTime = Instant.zero
    var frames = 0
    let (_, clock) = try run { [self] id in
      [
        becomesCompositor,
        { [self] client in
          (failureTime, frames) = (MonotonicClock.now, client.frames)
          return reportsDrawn(client, id)
        },
        { client in
          client.color &+= 1
          return client.frames > frames + 2
        },
        { [self] _ in
          #expect(failureTime.duration(to: MonotonicClock.now) < .milliseconds(400))
          manager.stopCompositing()
          return true
        },
        iterations(20),
      ]
    }
    #expect(!clock.isComposited)
    #expect(clock.source != .compositor)
  }

  @Test func `stop under another window and resume when it is removed`() throws {
    var frames = 0
    let (client, _) = try run { [self] id in
      var cover = WindowID(None)
      return [
        { [self] client in
          client.isMoving = true
          cover = manager.cover(id)
          return true
        },
        iterations(20),
        { client in
          frames = client.frames
          return true
        },
        iterations(20),
        { [self] client in
          #expect(client.frames == frames)
          client.color = 0xFF_00FF00
          manager.observer.destroy(cover)
          return true
        },
        { [self] _ in manager.observer.pixel(5, 5, of: id) == 0x00FF00 },
      ]
    }
    #expect(client.frames > frames)
    #expect(!client.events.contains("windowHidden"))
    #expect(client.events.count { $0 == "windowObscured" } == 1)
  }

  @Test func `show the content's last content when the window is hidden`() throws {
    try run { [self] id in
      [
        { [self] client in
          client.colorWhenHidden = 0xFF_00FF00
          manager.setState([.netWMStateHidden], of: id)
          return true
        },
        // Only the window manager considers it hidden; its pixels still exist.
        { [self] _ in manager.observer.pixel(5, 5, of: id) == 0x00FF00 },
      ]
    }
  }

  @Test func `stop in a minimized window, without further requests`() throws {
    var request: UInt = 0
    let (client, _) = try run { [self] id in
      [
        { [self] client in
          client.isMoving = true
          manager.setState([.netWMStateHidden], of: id)
          return true
        },
        { client in client.events.contains("windowHidden") },
        iterations(5),
        { [self] _ in
          request = XNextRequest(connection.display)
          return true
        },
        iterations(50),
        { [self] client in
          #expect(XNextRequest(connection.display) == request)
          client.color = 0xFF_00FF00
          manager.setState([], of: id)
          return true
        },
        { [self] _ in manager.observer.pixel(5, 5, of: id) == 0x00FF00 },
      ]
    }
    #expect(client.frames > 0)
  }

  @Test func `stop when the user switches to another desktop`() throws {
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
        { [self] _ in manager.observer.pixel(5, 5, of: id) == 0x00FF00 },
      ]
    }
  }

  @Test func `report their cost`() throws {
    let (client, _) = try run { _ in
      [
        { client in
          client.color = 0xFF_00FF00
          return true
        }, iterations(3),
      ]
    }
    #expect(client.statistics.frames > 3)
    #expect(client.statistics.duration > .zero)
    #expect(client.maximumRequests > 0)
  }
}
