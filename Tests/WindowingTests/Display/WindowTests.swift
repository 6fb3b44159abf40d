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

  init() throws {
    display = try VirtualDisplay(windowManager: .none)
  }

  /// Runs a window through a script. Each step receives the content, the observer and the window. Checks that there
  /// was no X error, and that the instants that the content received do not decrease.
  ///
  /// - Parameters:
  ///   - causesErrors: Whether the steps cause X errors.
  ///   - prepare: Called first, with the window's input method.
  func run(
    startupID: StartupID? = nil, causesErrors: Bool = false,
    preparing prepare: (InputMethod) -> Void = { _ in }, _ steps: [Step]
  ) throws -> (status: Int32, client: ScriptedWindow) {
    let observer = try Observer(at: display.name)
    let application = try application(startupID: startupID)
    var id = WindowID(0)
    let client = ScriptedWindow(
      wakeSource: try WakeSource(),
      script: steps.map { step in { client in step(client, observer, id) } })
    try application.run(client, title: "Tactile 密码") {
      id = $0.id
      prepare($0.input.method)
    }
    hasXInput = application.devices?.xinput != nil
    #expect(causesErrors || application.connection.errorCount == 0)
    #expect(client.script.isEmpty, "\(client.script.count) steps remain after \(client.transcript.suffix(9))")
    #expect(zip(client.instants, client.instants.dropFirst()).allSatisfy { $0 <= $1 })
    return (client.exitStatus ?? 0, client)
  }

  private func application(startupID: StartupID? = nil) throws -> Application {
    try .test(on: Connection(to: display.name), startupID: startupID)
  }

  /// Returns a step that performs an action once.
  func does(_ act: @escaping (ScriptedWindow, Observer, WindowID) -> Void) -> Step {
    { client, observer, id in
      act(client, observer, id)
      return true
    }
  }

  /// A step that waits until the window is visible with its content.
  func appears(_ client: ScriptedWindow, _ observer: Observer, _ id: WindowID) -> Bool {
    observer.isViewable(id) && observer.pixel(5, 5, of: id) == 0x336699
  }

  @Test func `W1 shows the drawn content and exits with the content's status`() throws {
    let (status, client) = try run([
      appears,
      does { client, _, _ in client.exitStatus = 7 },
    ])
    #expect(status == 7)
    #expect(client.sizes.first == Size(width: 400, height: 300))
  }

  @Test(arguments: [nil, "x_TIME5"])
  func `row 76: interns only the required atoms before it is shown`(id: String?) throws {
    let manager = try FakeXSettingsManager(at: display.name, ["Xft/DPI": .integer(96 * 1024)])
    let application = try application(startupID: id.flatMap { StartupID($0) })
    let connection = application.connection
    try application.open(ScriptedWindow(wakeSource: WakeSource(), script: [])).finishIteration(after: [])
    let next = XNextRequest(connection.display)
    #expect(connection.atoms[.netWMIconName] != 0)
    #expect(XNextRequest(connection.display) > next, "the optional atoms were interned before")
    withExtendedLifetime(manager) {}
  }

  @Test func `W4 forwards a close request to the content`() throws {
    let (status, client) = try run([
      does { _, observer, id in observer.send(.wmDeleteWindow, to: id) },
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
      does { client, observer, id in
        #expect(client.focusChanges == [false])
        observer.movePointer(to: 5, 5, of: id)
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
      window.frames.clearChanges()
      window.deliver(.input(input), at: MonotonicClock.now)
      return [window.frames.needsFrame, window.frames.hasPointerChange]
    }
    #expect(needs(.pointerMoved(to: .zero)) == [false, true])
    #expect(needs(.pointerLeft) == [true, false])
    window.input.handle(FakeEvent.button(ButtonPress, 1), receivedAt: MonotonicClock.now)
    #expect(needs(.pointerMoved(to: .zero)) == [true, false])
    withExtendedLifetime(application) {}
  }

  @Test func `restores exposed content from its buffer`() throws {
    _ = try run([
      appears,
      does { _, observer, id in
        observer.paintBlack(over: id)
        #expect(observer.pixel(5, 5, of: id) == 0)
        observer.expose(id)
      },
      { _, observer, id in observer.pixel(5, 5, of: id) == 0x336699 },
    ])
  }

  @Test func `ignores forged keys, buttons and sizes`() throws {
    let (_, client) = try run([
      appears,
      does { _, observer, id in
        var key = FakeEvent.of(KeyPress)
        key.xkey.keycode = 38
        observer.forge(key, mask: KeyPressMask, to: id)
        observer.forge(FakeEvent.button(ButtonPress, 1), mask: ButtonPressMask, to: id)
        var size = FakeEvent.of(ConfigureNotify)
        (size.xconfigure.width, size.xconfigure.height) = (9, 9)
        observer.forge(size, mask: StructureNotifyMask, to: id)
        observer.send(.wmDeleteWindow, to: id)
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
      does { _, observer, id in observer.unmap(id) },
      { client, _, _ in client.events.contains("windowHidden") },
      does { client, _, _ in
        frames = client.frames
        client.color = 0xFF_00FF00
        client.isMoving = true
      },
      does { client, observer, id in
        #expect(client.frames == frames)
        client.isMoving = false
        observer.map(id)
      },
      { _, observer, id in observer.isViewable(id) && observer.pixel(5, 5, of: id) == 0x00FF00 },
    ])
    #expect(client.frames > frames)
  }

  @Test func `requests termination when another client destroys it`() throws {
    let steps: [Step] = [
      appears, does { _, observer, id in observer.destroy(id) },
      { client, _, _ in client.closeRequests == 1 },
    ]
    _ = try run(causesErrors: true, steps)
  }
}

@Suite struct `Unreachable display` {
  @Test func `is named in the error`() {
    #expect(throws: ConnectionError(display: ":4711")) {
      _ = try Connection(to: ":4711")
    }
  }
}
