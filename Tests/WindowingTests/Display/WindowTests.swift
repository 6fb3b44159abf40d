import CX11
import Glibc
import Motion
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import Windowing
@testable import X11

@Suite(.serialized) final class `Window on a display` {
  /// An action or a check, which is called repeatedly when the loop wakes the content.
  ///
  /// - Returns: Whether the step is complete.
  typealias Step = (ScriptedWindow, Observer, WindowID) -> Bool

  let display: VirtualDisplay
  /// Whether the previous window used XInput for pointer events when it ended.
  private(set) var hasXInput = false
  /// The number of X errors of the previous window.
  private(set) var errorCount = 0

  init() throws {
    display = try VirtualDisplay(windowManager: .none)
  }

  /// Runs a window through a script. Each step receives the content, the observer and the window.
  ///
  /// - Parameter prepare: Called first, with the window's input method.
  func run(
    startupID: StartupID? = nil, preparing prepare: (InputMethod) -> Void = { _ in },
    _ steps: [Step]
  ) throws -> (status: Int32, client: ScriptedWindow) {
    let observer = try Observer(at: display.name)
    let application = try application(startupID: startupID)
    var id = WindowID(0)
    let client = ScriptedWindow(
      wakeSource: try WakeSource(),
      script: steps.map { step in { client in step(client, observer, id) } })
    try application.run(client, title: "Tactile 密码") {
      id = $0.id
      prepare($0.inputMethod)
    }
    hasXInput = application.xinput != nil
    errorCount = application.connection.errorCount
    #expect(client.script.isEmpty, "\(client.script.count) steps were not executed")
    return (client.exitStatus ?? 0, client)
  }

  private func application(startupID: StartupID? = nil) throws -> Application {
    try .test(on: Connection(to: display.name), startupID: startupID)
  }

  /// A step that waits until the window is visible with its content.
  func appears(_ client: ScriptedWindow, _ observer: Observer, _ id: WindowID) -> Bool {
    observer.isViewable(id) && observer.pixel(5, 5, of: id) == 0x336699
  }

  @Test func `W1 shows the drawn content and exits with the content's status`() throws {
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

  @Test(arguments: [nil, "x_TIME5"])
  func `row 76: interns only the required atoms before it is shown`(id: String?) throws {
    let manager = try FakeXSettingsManager(at: display.name, ["Xft/DPI": .integer(96 * 1024)])
    let application = try application(startupID: id.flatMap { StartupID($0) })
    let connection = application.connection
    try application.open(ScriptedWindow(wakeSource: WakeSource(), script: [])).finishIteration()
    let next = XNextRequest(connection.display)
    #expect(connection.atoms[.netWMIconName] != 0)
    #expect(XNextRequest(connection.display) > next, "the optional atoms were interned before")
    withExtendedLifetime(manager) {}
  }

  @Test func `W1 sets its identifying properties for the window manager`() throws {
    _ = try run([
      appears,
      { _, observer, id in
        #expect(observer.windowClass(of: id) == ["tactile", "Tactile"])
        let title = observer.property(.netWMName, of: id)?.map { UInt8($0) }
        #expect(title == Array("Tactile 密码".utf8))
        #expect(observer.property(.netWMPID, of: id) == [UInt(getpid())])
        #expect(observer.property(.netWMIcon, of: id) == [1, 1, 0xFF00_0001])
        let protocols = [observer.atom(.wmDeleteWindow), observer.atom(.netWMPing)]
        // Further protocols may follow when more of the display is known.
        #expect(observer.property(.wmProtocols, of: id)?.starts(with: protocols) == true)
        return true
      },
    ])
  }

  @Test func `W4 forwards a close request to the content`() throws {
    let (status, client) = try run([
      { _, observer, id in
        observer.send(.wmDeleteWindow, to: id)
        return true
      },
      { client, _, _ in client.closeRequests == 1 },
    ])
    #expect(status == 0)
    #expect(client.closeRequests == 1)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `W4 handles a signal as a close request`(signal: Int32) throws {
    let (_, client) = try run([
      { _, _, _ in pthread_kill(pthread_self(), signal) == 0 },
      { client, _, _ in client.closeRequests == 1 },
    ])
    #expect(client.closeRequests == 1)
  }

  @Test func `gets the focus from the server, and by the pointer without a window manager`()
    throws
  {
    let (_, client) = try run([
      appears,
      { client, observer, id in
        #expect(client.focusChanges == [false])
        observer.movePointer(to: 5, 5, of: id)
        return true
      },
      { client, observer, id in
        guard client.focusChanges == [false, true] else { return false }
        observer.movePointer(to: 500, 400, of: id)
        return true
      },
      { client, _, _ in client.focusChanges.count == 3 },
    ])
    #expect(client.focusChanges == [false, true, false])
  }

  @Test func `gets the focus immediately when it appears under the pointer`() throws {
    try Observer(at: display.name).movePointerOnScreen(to: 50, 50)
    let (_, client) = try run([{ client, _, _ in client.focusChanges == [false, true] }])
    #expect(client.focusChanges == [false, true])
  }

  @Test func `shows a pointer movement with the next refresh, and other input immediately`() throws {
    let application = try application()
    let window = try application.open(ScriptedWindow(wakeSource: WakeSource(), script: []))
    func needs(_ input: InputEvent) -> [Bool] {
      (window.needsFrame, window.hasHoverChange) = (false, false)
      window.send(input, at: MonotonicClock.now)
      return [window.needsFrame, window.hasHoverChange]
    }
    #expect(needs(.pointerMoved(to: .zero)) == [false, true])
    #expect(needs(.pointerLeft) == [true, false])
    window.translation.heldButtons = 1
    #expect(needs(.pointerMoved(to: .zero)) == [true, false])
    withExtendedLifetime(application) {}
  }

  @Test func `replies to a ping`() throws {
    _ = try run([
      { _, observer, id in
        observer.send(.netWMPing, to: id)
        return true
      },
      { _, observer, id in observer.receivedPong(of: id) },
    ])
  }

  @Test func `restores exposed content from its buffer`() throws {
    _ = try run([
      appears,
      { _, observer, id in
        observer.paintBlack(over: id)
        #expect(observer.pixel(5, 5, of: id) == 0)
        observer.expose(id)
        return true
      },
      { _, observer, id in observer.pixel(5, 5, of: id) == 0x336699 },
    ])
  }

  @Test func `B11 lays out and draws its content again after a resize`() throws {
    let (_, client) = try run([
      appears,
      { _, observer, id in
        observer.resize(id, width: 500, height: 350)
        return true
      },
      { client, _, _ in client.sizes.last == Size(width: 500, height: 350) },
      { _, observer, id in observer.pixel(499, 349, of: id) == 0x336699 },
    ])
    #expect(client.sizes.count == 2)
  }

  @Test func `ignores forged keys, buttons and sizes`() throws {
    let (_, client) = try run([
      appears,
      { _, observer, id in
        var key = FakeEvent.of(KeyPress)
        key.xkey.keycode = 38
        observer.forge(key, mask: KeyPressMask, to: id)
        observer.forge(FakeEvent.button(ButtonPress, 1), mask: ButtonPressMask, to: id)
        var size = FakeEvent.of(ConfigureNotify)
        (size.xconfigure.width, size.xconfigure.height) = (9, 9)
        observer.forge(size, mask: StructureNotifyMask, to: id)
        observer.send(.wmDeleteWindow, to: id)
        return true
      },
      { client, _, _ in client.closeRequests == 1 },
    ])
    #expect(client.sizes.count == 1)
    #expect(
      !client.events.contains { $0.hasPrefix("keyPressed") || $0.hasPrefix("pointerPressed") })
  }

  @Test func `B11 reports that it is hidden, and paints nothing while hidden`() throws {
    var frames = 0
    let (_, client) = try run([
      appears,
      { _, observer, id in
        observer.unmap(id)
        return true
      },
      { client, _, _ in client.events.contains("windowHidden") },
      { client, _, _ in
        frames = client.frames
        client.color = 0xFF_00FF00
        client.isMoving = true
        return true
      },
      { client, observer, id in
        #expect(client.frames == frames)
        client.isMoving = false
        observer.map(id)
        return true
      },
      { _, observer, id in observer.isViewable(id) && observer.pixel(5, 5, of: id) == 0x00FF00 },
    ])
    #expect(client.frames > frames)
  }

  @Test func `causes no protocol error`() throws {
    _ = try run([
      appears,
      { _, observer, id in
        observer.movePointer(to: 5, 5, of: id)
        observer.resize(id, width: 500, height: 350)
        observer.expose(id)
        return true
      },
      { _, observer, id in
        guard observer.pixel(499, 349, of: id) == 0x336699 else { return false }
        observer.unmap(id)
        return true
      },
      { client, observer, id in
        guard client.events.contains("windowHidden") else { return false }
        observer.map(id)
        return true
      },
      appears,
      { client, observer, id in
        observer.send(.netWMPing, to: id)
        observer.send(.wmDeleteWindow, to: id)
        return true
      },
      { client, _, _ in client.closeRequests == 1 },
    ])
    #expect(errorCount == 0)
  }

  @Test func `requests termination when another client destroys it`() throws {
    let (_, client) = try run([
      appears,
      { _, observer, id in
        observer.destroy(id)
        return true
      },
      { client, _, _ in client.closeRequests == 1 },
    ])
    #expect(client.closeRequests == 1)
  }

  @Test func `passes nondecreasing instants to the content`() throws {
    let (_, client) = try run([
      appears,
      { _, observer, id in
        observer.resize(id, width: 450, height: 350)
        return true
      },
      { client, _, _ in client.sizes.count == 2 },
    ])
    #expect(zip(client.instants, client.instants.dropFirst()).allSatisfy { $0 <= $1 })
  }
}

@Suite struct `Unreachable display` {
  @Test func `is named in the error`() {
    #expect(throws: ConnectionError(display: ":4711")) {
      _ = try Connection(to: ":4711")
    }
  }
}
