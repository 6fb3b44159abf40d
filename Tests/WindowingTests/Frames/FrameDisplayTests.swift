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
  /// The clock of the running window.
  private var clock: FrameClock { window?.frames.clock ?? FrameClock() }
  private weak var window: Windowing.Window?

  /// Returns a step that performs an action once.
  private func does(_ act: @escaping (ScriptedWindow) -> Void) -> Step {
    { client in
      act(client)
      return true
    }
  }

  /// Runs a window with a script, and returns its content.
  @discardableResult private func run(_ steps: (WindowID) -> [Step]) throws -> ScriptedWindow {
    let application = try Application.test(on: connection, scale: 1, usesBus: false)
    let client = ScriptedWindow(wakeSource: try WakeSource(), script: [])
    try application.run(client) { window in
      let id = window.id
      self.window = window
      client.script = [{ [self] _ in manager.hasCounters(on: id) }] + steps(id)
    }
    #expect(client.script.isEmpty, "\(client.script.count) steps did not run")
    return client
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
    try run { _ in
      [
        does { client in client.isMoving = true },
        // The first reply arrives with the next refresh.
        { [self] _ in !clock.isComposited && clock.source == .verticalBlank },
      ]
    }
  }

  @Test func `advertise the sync protocol although another client has replaced the protocols`() throws {
    try run { [self] id in
      XSync(connection.display, False)
      manager.replaceProtocols(of: id)
      return []
    }
    #expect(connection.errorCount == 0)
  }

  @Test func `answer a resize request after painting the new size`() throws {
    try run { [self] id in
      [
        does { [self] _ in
          manager.requestSync(4711, of: id)
          manager.observer.resize(id, width: 500, height: 350)
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
        does { [self] _ in
          manager.requestSync(12, of: id)
          manager.observer.unmap(id)
        },
        { [self] _ in manager.counters(of: id).first == 12 },
      ]
    }
  }

  @Test func `are counted for a compositor and follow its frame reports`() throws {
    try run { [self] id in
      [
        becomesCompositor,
        { [self] client in
          reportsDrawn(client, id) && clock.isComposited && clock.source == .compositor
        },
      ]
    }
  }

  @Test func `continue if the compositor is unresponsive or exits`() throws {
    var frames = 0
    try run { [self] id in
      [
        becomesCompositor,
        { [self] client in
          frames = client.frames
          return reportsDrawn(client, id)
        },
        { client in
          client.color &+= 1
          return client.frames > frames + 2
        },
        does { [self] _ in manager.stopCompositing() },
        { [self] _ in !clock.isComposited && clock.source != .compositor },
      ]
    }
  }

  @Test func `stop under another window and resume when it is removed`() throws {
    var frames = 0
    let client = try run { [self] id in
      var cover = WindowID(None)
      return [
        does { [self] client in
          client.isMoving = true
          cover = manager.cover(id)
        },
        iterations(20),
        does { client in frames = client.frames },
        iterations(20),
        does { [self] client in
          #expect(client.frames == frames)
          client.color = 0xFF_00FF00
          manager.observer.destroy(cover)
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
        does { [self] client in
          client.colorWhenHidden = 0xFF_00FF00
          manager.setState([.netWMStateHidden], of: id)
        },
        // Only the window manager considers it hidden; its pixels still exist.
        { [self] _ in manager.observer.pixel(5, 5, of: id) == 0x00FF00 },
      ]
    }
  }

  @Test func `stop in a minimized window, without further requests`() throws {
    var request: UInt = 0
    let client = try run { [self] id in
      [
        does { [self] client in
          client.isMoving = true
          manager.setState([.netWMStateHidden], of: id)
        },
        { client in client.events.contains("windowHidden") },
        iterations(5),
        does { [self] _ in request = XNextRequest(connection.display) },
        iterations(50),
        does { [self] client in
          #expect(XNextRequest(connection.display) == request)
          client.color = 0xFF_00FF00
          manager.setState([], of: id)
        },
        { [self] _ in manager.observer.pixel(5, 5, of: id) == 0x00FF00 },
      ]
    }
    #expect(client.frames > 0)
  }

  @Test func `stop when the user switches to another desktop`() throws {
    try run { [self] id in
      [
        does { [self] _ in manager.setDesktops(window: 0, current: 1, of: id) },
        { client in client.events.contains("windowHidden") },
        does { [self] client in
          client.color = 0xFF_00FF00
          manager.setDesktops(window: 0, current: 0, of: id)
        },
        { [self] _ in manager.observer.pixel(5, 5, of: id) == 0x00FF00 },
      ]
    }
  }

  @Test func `report their cost`() throws {
    let client = try run { _ in
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
