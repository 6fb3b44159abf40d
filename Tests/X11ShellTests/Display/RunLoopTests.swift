import CX11
import Glibc
import Motion
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

@Suite(.serialized) final class `A window on a display` {
  /// Something that is done, or a look at what came of it, once the window's client has its turn.
  ///
  /// - Returns: Whether it is over.
  typealias Step = (inout ScriptedClient, Onlooker, Window) -> Bool

  let display: VirtualDisplay
  /// Whether the last window heard the pointer by XInput when it ended.
  private(set) var hasXInput = false

  init() throws {
    display = try VirtualDisplay(windowManager: .none)
  }

  /// Runs a window through a script, whose steps are told the onlooker and the window.
  ///
  /// - Parameter prepare: Is told the window's input method first.
  func run(
    launchedBy launch: Launch = .byHand, preparing prepare: (InputMethod) -> Void = { _ in },
    _ steps: [Step]
  ) throws -> (status: Int32, client: ScriptedClient) {
    let onlooker = try Onlooker(at: display.name)
    let wakeSource = try WakeSource()
    var loop = try loop(launchedBy: launch, wokenBy: wakeSource)
    prepare(loop.window.inputMethod)
    let id = loop.window.id
    var client = ScriptedClient(
      wakeSource: wakeSource,
      script: steps.map { step in { client in step(&client, onlooker, id) } })
    let status = try loop.run(&client)
    hasXInput = loop.xinput != nil
    #expect(client.script.isEmpty, "\(client.script.count) steps never had their turn")
    return (status, client)
  }

  /// The loop of a window that is not on the screen yet.
  private func loop(
    launchedBy launch: Launch = .byHand, wokenBy wakeSource: WakeSource
  ) throws -> RunLoop {
    let connection = try Connection(to: display.name)
    let desktop = Desktop(on: connection)
    let window = try X11Window(
      WindowDescription(
        title: "Tactile 密码", instanceName: "tactile", className: "Tactile",
        size: Size(width: 400, height: 300), minimumSize: Size(width: 200, height: 100),
        launch: launch),
      scale: desktop.scale, on: connection)
    return RunLoop(
      window: window, desktop: desktop, signals: try SignalSource(), wakeSource: wakeSource)
  }

  /// The step at which the window has appeared with its picture.
  func appears(_ client: inout ScriptedClient, _ onlooker: Onlooker, _ id: Window) -> Bool {
    onlooker.isViewable(id) && onlooker.pixel(5, 5, of: id) == 0x336699
  }

  @Test func `W1 appears as it was drawn and ends with the client's status`() throws {
    let (status, client) = try run([
      appears,
      { client, _, _ in
        client.exitStatus = 7
        return true
      },
    ])
    #expect(status == 7)
    #expect(client.sizes.first == Size(width: 400, height: 300))
  }

  @Test(arguments: [
    Launch.byHand,
    Launch(
      startupID: StartupID("x_TIME5"),
      session: SessionInvitation(addresses: "local/nowhere:/none", previousID: "10old")),
  ])
  func `row 76: asks for no more atoms than it needs before it is shown`(launch: Launch) throws {
    let manager = try SettingsManager(at: display.name, ["Xft/DPI": .integer(96 * 1024)])
    let wakeSource = try WakeSource()
    var loop = try loop(launchedBy: launch, wokenBy: wakeSource)
    var client = ScriptedClient(wakeSource: wakeSource, script: [])
    loop.open(for: &client)
    let connection = loop.window.connection
    let next = XNextRequest(connection.display)
    #expect(connection.atoms[.netWMIconName] != 0)
    #expect(XNextRequest(connection.display) > next, "the others were asked for before")
    withExtendedLifetime(manager) {}
  }

  @Test func `W1 tells the window manager who it is`() throws {
    _ = try run([
      appears,
      { _, onlooker, id in
        #expect(onlooker.windowClass(of: id) == ["tactile", "Tactile"])
        let title = onlooker.property(.netWMName, of: id)?.map { UInt8($0) }
        #expect(title == Array("Tactile 密码".utf8))
        #expect(onlooker.property(.netWMPID, of: id) == [UInt(getpid())])
        #expect(onlooker.property(.netWMIcon, of: id) == [1, 1, 0xFF00_0001])
        let protocols = [onlooker.atom(.wmDeleteWindow), onlooker.atom(.netWMPing)]
        // Others may follow when more of the display is known.
        #expect(onlooker.property(.wmProtocols, of: id)?.starts(with: protocols) == true)
        return true
      },
    ])
  }

  @Test func `W4 hears the wish to close and leaves the rest to the client`() throws {
    let (status, client) = try run([
      { _, onlooker, id in
        onlooker.send(.wmDeleteWindow, to: id)
        return true
      },
      { client, _, _ in client.closeRequests == 1 },
    ])
    #expect(status == 0)
    #expect(client.closeRequests == 1)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `W4 hears a signal as a wish to close`(signal: Int32) throws {
    let (_, client) = try run([
      { _, _, _ in pthread_kill(pthread_self(), signal) == 0 },
      { client, _, _ in client.closeRequests == 1 },
    ])
    #expect(client.closeRequests == 1)
  }

  @Test func `has no focus before the server gives it, and follows the pointer without a manager`()
    throws
  {
    let (_, client) = try run([
      appears,
      { client, onlooker, id in
        #expect(client.focusChanges == [false])
        onlooker.movePointer(to: 5, 5, of: id)
        return true
      },
      { client, onlooker, id in
        guard client.focusChanges == [false, true] else { return false }
        onlooker.movePointer(to: 500, 400, of: id)
        return true
      },
      { client, _, _ in client.focusChanges.count == 3 },
    ])
    #expect(client.focusChanges == [false, true, false])
  }

  @Test func `has the focus at once where it appears under the pointer`() throws {
    try Onlooker(at: display.name).movePointerOnScreen(to: 50, 50)
    let (_, client) = try run([{ client, _, _ in client.focusChanges == [false, true] }])
    #expect(client.focusChanges == [false, true])
  }

  /// What still moves has frames of its own.
  @Test func `draws a frame for an event that changes something, and for what is over with it`()
    throws
  {
    let wakeSource = try WakeSource()
    var loop = try loop(wokenBy: wakeSource)
    var client = ScriptedClient(wakeSource: wakeSource, script: [])
    let cases = [
      (false, false, false), (false, true, false), (true, false, false), (false, true, true),
    ]
    let needsFrame = cases.map { isChanged, isMoving, isEnding in
      (client.isChangedByEvents, client.isMoving) = (isChanged, isMoving)
      (client.isEnding, loop.needsFrame) = (isEnding, false)
      loop.tell(&client, .pointerLeft, at: MonotonicClock.now)
      return loop.needsFrame
    }
    #expect(needsFrame == [false, false, true, true])
  }

  @Test func `answers that it lives`() throws {
    _ = try run([
      { _, onlooker, id in
        onlooker.send(.netWMPing, to: id)
        return true
      },
      { _, onlooker, id in onlooker.heardPong(of: id) },
    ])
  }

  @Test func `is shown again from its buffer, with nothing drawn anew`() throws {
    _ = try run([
      appears,
      { _, onlooker, id in
        onlooker.scribble(over: id)
        #expect(onlooker.pixel(5, 5, of: id) == 0)
        onlooker.uncover(id)
        return true
      },
      { _, onlooker, id in onlooker.pixel(5, 5, of: id) == 0x336699 },
    ])
  }

  @Test func `B11 is laid out and drawn anew in another size`() throws {
    let (_, client) = try run([
      appears,
      { _, onlooker, id in
        onlooker.resize(id, width: 500, height: 350)
        return true
      },
      { client, _, _ in client.sizes.last == Size(width: 500, height: 350) },
      { _, onlooker, id in onlooker.pixel(499, 349, of: id) == 0x336699 },
    ])
    #expect(client.sizes.count == 2)
  }

  @Test func `takes no key, button or size from another program`() throws {
    let (_, client) = try run([
      appears,
      { _, onlooker, id in
        var key = HandBuilt.of(KeyPress)
        key.xkey.keycode = 38
        onlooker.forge(key, mask: KeyPressMask, to: id)
        onlooker.forge(HandBuilt.button(ButtonPress, 1), mask: ButtonPressMask, to: id)
        var size = HandBuilt.of(ConfigureNotify)
        (size.xconfigure.width, size.xconfigure.height) = (9, 9)
        onlooker.forge(size, mask: StructureNotifyMask, to: id)
        onlooker.send(.wmDeleteWindow, to: id)
        return true
      },
      { client, _, _ in client.closeRequests == 1 },
    ])
    #expect(client.sizes.count == 1)
    #expect(
      !client.events.contains { $0.hasPrefix("keyPressed") || $0.hasPrefix("pointerPressed") })
  }

  @Test func `B11 says when it goes out of sight, and paints nothing there`() throws {
    var frames = 0
    let (_, client) = try run([
      appears,
      { _, onlooker, id in
        onlooker.unmap(id)
        return true
      },
      { client, _, _ in client.events.contains("windowHidden") },
      { client, _, _ in
        frames = client.frames
        client.color = 0xFF_00FF00
        client.isMoving = true
        return true
      },
      { client, onlooker, id in
        #expect(client.frames == frames)
        client.isMoving = false
        onlooker.map(id)
        return true
      },
      { _, onlooker, id in onlooker.isViewable(id) && onlooker.pixel(5, 5, of: id) == 0x00FF00 },
    ])
    #expect(client.frames > frames)
  }

  @Test func `asks the server for nothing that it refuses`() throws {
    let errors = ProtocolErrors.count
    _ = try run([
      appears,
      { _, onlooker, id in
        onlooker.movePointer(to: 5, 5, of: id)
        onlooker.resize(id, width: 500, height: 350)
        onlooker.uncover(id)
        return true
      },
      { _, onlooker, id in
        guard onlooker.pixel(499, 349, of: id) == 0x336699 else { return false }
        onlooker.unmap(id)
        return true
      },
      { client, onlooker, id in
        guard client.events.contains("windowHidden") else { return false }
        onlooker.map(id)
        return true
      },
      appears,
      { client, onlooker, id in
        onlooker.send(.netWMPing, to: id)
        onlooker.send(.wmDeleteWindow, to: id)
        return true
      },
      { client, _, _ in client.closeRequests == 1 },
    ])
    #expect(ProtocolErrors.count == errors)
  }

  @Test func `asks to end when another program destroys it`() throws {
    let (_, client) = try run([
      appears,
      { _, onlooker, id in
        onlooker.destroy(id)
        return true
      },
      { client, _, _ in client.closeRequests == 1 },
    ])
    #expect(client.closeRequests == 1)
  }

  @Test func `tells no instant that lies before another`() throws {
    let (_, client) = try run([
      appears,
      { _, onlooker, id in
        onlooker.resize(id, width: 450, height: 350)
        return true
      },
      { client, _, _ in client.sizes.count == 2 },
    ])
    #expect(zip(client.instants, client.instants.dropFirst()).allSatisfy { $0 <= $1 })
  }
}

@Suite struct `A display that does not answer` {
  @Test func `is named in the error`() {
    #expect(throws: X11Error.cannotConnect(display: ":4711")) {
      _ = try Connection(to: ":4711")
    }
  }
}
