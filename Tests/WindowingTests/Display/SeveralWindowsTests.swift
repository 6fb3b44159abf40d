import CX11
import CairoRendering
import Glibc
import Motion
import Scene
import ScreenDriver
import System
import TestSupport
import Testing

@testable import Windowing
@testable import X11

/// Three windows side by side on one connection.
@Suite(.serialized) final class `Several windows on a display` {
  private let display: VirtualDisplay
  private let observer: Observer
  private let application: Application
  private let contents: [ScriptedWindow]
  private let windows: [Windowing.Window]
  /// The windows that have called `onClose`, in order.
  private var closed: [Int] = []

  init() throws {
    display = try VirtualDisplay(windowManager: .none)
    observer = try Observer(at: display.name)
    let application = try Application.test(on: Connection(to: display.name))
    contents = try (0..<3).map { index in
      let content = ScriptedWindow(wakeSource: try WakeSource(), script: [])
      content.color = Self.colors[index]
      return content
    }
    windows = try contents.enumerated().map { index, content in
      var configuration = WindowConfiguration(
        title: "\(index)", size: Size(width: 200, height: 150), minimumSize: Size(width: 50, height: 50))
      configuration.geometry = WindowGeometry("+\(20 + 220 * index)+20")
      return try application.open(configuration, showing: content)
    }
    self.application = application
  }

  private static let colors: [UInt32] = [0xFF_336699, 0xFF_996633, 0xFF_339966]

  private func run(_ steps: [Application.Step]) throws {
    for (index, window) in windows.enumerated() {
      window.onClose = { [unowned self] in closed.append(index) }
    }
    try application.run(steps)
  }

  private func isVisible(_ index: Int) -> Bool {
    let id = windows[index].id
    return observer.isViewable(id) && observer.pixel(5, 5, of: id) == UInt(contents[index].color & 0xFFFFFF)
  }

  private var areVisible: Application.Step { { [unowned self] in (0..<3).allSatisfy(isVisible) } }

  private func simulate(_ action: (InputSimulator) throws -> Void) throws {
    let connection = try DisplayConnection(to: display.name)
    try action(InputSimulator(in: #require(connection.window(ofProcess: getpid()))))
  }

  private func movesPointer(into index: Int) -> [Application.Step] {
    [
      once { [unowned self] in observer.movePointer(to: 50, 50, of: windows[index].id) },
      { [unowned self] in contents[index].focusChanges.last == true },
    ]
  }

  private func types(_ key: String) -> Application.Step {
    once { [unowned self] in try simulate { try $0.tap(key) } }
  }

  @Test(.onlyInAll("waits for timeouts of seconds"))
  func `are mapped once more after a window manager has lost the request, unless it knows them`() throws {
    let manager = try Connection(to: display.name)
    XSelectInput(manager.display, manager.root, SubstructureRedirectMask)
    // It shows the second one, which exists, as an icon.
    XSync(application.connection.display, False)
    let state = manager.atoms[.wmState]
    manager.write(.words([UInt(IconicState), 0], type: state), to: .wmState, of: windows[1].id)
    XSync(manager.display, False)
    // Counts instead of a sequence: windows whose times differ by less than an iteration are in no order.
    var requests = [0, 0, 0]
    // A third request would come within this time. A fourth one might be late on a busy machine.
    var end = Deadline(after: .defaultTimeout)
    try run([
      {
        var event = XEvent()
        while XCheckTypedEvent(manager.display, MapRequest, &event) != 0 {
          requests[try #require(self.windows.firstIndex { $0.id == event.xmaprequest.window })] += 1
        }
        if requests[0] < 2 || requests[2] < 2 { end = Deadline(after: .seconds(3)) }
        return end.hasPassed
      }
    ])
    #expect(requests == [2, 1, 2])
  }

  @Test func `gives each the input and the focus of its own`() throws {
    var steps = [areVisible]
    for (index, key) in ["a", "b", "c"].enumerated() {
      steps += movesPointer(into: index) + [types(key), { [unowned self] in contents[index].text == key }]
    }
    try run(steps)
    #expect(contents.map(\.text) == ["a", "b", "c"])
    for content in contents { #expect(content.focusChanges.filter(\.self).count == 1) }
    #expect(contents.map { $0.focusChanges.last } == [false, false, true])
    for content in contents {
      #expect(content.events.contains { $0.hasPrefix("pointerMoved") })
    }
    #expect(application.connection.errorCount == 0)
  }

  /// Opens a menu of the first window and waits until it is visible.
  private func opensMenu(_ open: @escaping (Windowing.Window) -> Void) throws -> [Application.Step] {
    let menuContent = ScriptedWindow(wakeSource: try WakeSource(), script: [])
    var menu: Windowing.Window?
    return movesPointer(into: 0) + [
      once { [unowned self] in
        var configuration = WindowConfiguration(
          title: "menu", size: Size(width: 60, height: 60), minimumSize: Size(width: 10, height: 10))
        configuration.kind = .menu(of: windows[0], at: Rect(x: 10, y: 10, width: 50, height: 20))
        menu = try application.open(configuration, showing: menuContent)
      },
      { [unowned self] in menu.map { observer.isViewable($0.id) } == true && menuContent.frames > 0 },
      once { open(try #require(menu)) },
    ]
  }

  private func pressesButton() -> Application.Step {
    once { [unowned self] in
      try simulate { $0.press() }
      try simulate { $0.release() }
    }
  }

  /// Without a window manager, the focus follows the pointer, as `PointerRoot` or on the root window.
  @Test(arguments: [false, true])
  func `keeps a menu open while the pointer is in it, until a press in another window`(isFocusOnRoot: Bool)
    throws
  {
    if isFocusOnRoot { observer.focus = observer.connection.root }
    try run(
      [areVisible]
        + opensMenu { [unowned self] menu in
          observer.movePointer(to: 20, 20, of: menu.id)
        } + [
          { [unowned self] in contents[0].focusChanges.last == false },
          once { [unowned self] in
            #expect(application.windows.count == 4)
            observer.movePointer(to: 50, 50, of: windows[1].id)
          },
          pressesButton(),
          { [unowned self] in application.windows.count == 3 },
          { [unowned self] in contents[1].transcript.contains("press") },
        ])
  }

  @Test func `closes a menu on a press in another client's window that covers it`() throws {
    let other = try FakeWindowManager(at: display.name)
    try run(
      [areVisible]
        + opensMenu { [unowned self] menu in
          observer.movePointer(to: 20, 20, of: menu.id)
          _ = other.cover(windows[1].id)
        } + [pressesButton(), { [unowned self] in application.windows.count == 3 }])
    #expect(!contents.contains { $0.transcript.contains("press") })
  }

  @Test func `draws frames of the changed one only`() throws {
    var frames: [Int] = []
    try run([
      areVisible,
      // The monitors and the compositor are queried after the first frames.
      { [unowned self] in contents.allSatisfy { $0.appearances == 1 } },
      once { [unowned self] in
        frames = contents.map(\.frames)
        contents[1].color = 0xFF_FF0000
        windows[1].update { _ in [] }
      },
      { [unowned self] in isVisible(1) },
    ])
    #expect(contents[1].frames > frames[1])
    #expect([contents[0].frames, contents[2].frames] == [frames[0], frames[2]])
  }

  @Test func `transfers the clipboard from one to another`() throws {
    try run(
      [areVisible] + movesPointer(into: 0) + [
        types("a"), { [unowned self] in contents[0].text == "a" },
        once { [unowned self] in
          windows[0].update { _ in [.offer(DataProvider(text: "copied"), in: .clipboard)] }
        },
      ] + movesPointer(into: 2) + [
        types("b"), { [unowned self] in contents[2].text == "b" },
        once { [unowned self] in windows[2].update { _ in [.request(.clipboard, types: [.text])] } },
        { [unowned self] in !contents[2].received.isEmpty },
      ])
    #expect(try contents[2].received.map { try $0.result.get().bytes.array } == [Array("copied".utf8)])
    #expect(contents[0].received.isEmpty && contents[1].received.isEmpty)
  }

  @Test func `stays open when another one is closed`() throws {
    try run([
      areVisible,
      once { [unowned self] in windows[1].update { _ in [.close] } },
      { [unowned self] in closed == [1] },
      { [unowned self] in !observer.isViewable(windows[1].id) },
      once { [unowned self] in observer.send(.wmDeleteWindow, to: windows[2].id) },
      { [unowned self] in contents[2].closeRequests == 1 },
      once { [unowned self] in
        #expect(isVisible(0) && isVisible(2))
        #expect(application.windows.map(\.id) == [windows[0].id, windows[2].id])
        #expect(contents[1].closeRequests == 0)
      },
    ])
    #expect(closed == [1, 0, 2])
    #expect(application.connection.errorCount == 0)
  }

  @Test func `follows a change of the scale and of the settings in each`() throws {
    let connection = try DisplayConnection(to: display.name)
    var manager: FakeXSettingsManager?
    try run([
      areVisible,
      { [unowned self] in contents.allSatisfy { $0.appearances == 1 } },
      once { connection.setResources("Xft.dpi: 192\n") },
      { [unowned self] in contents.allSatisfy { $0.scales.last == 2 } },
      { [unowned self] in contents.allSatisfy { $0.sizes.last == Size(width: 200, height: 150) } },
      once { [unowned self] in
        manager = try FakeXSettingsManager(at: display.name, ["Net/CursorBlinkTime": .integer(700)])
      },
      { [unowned self] in contents.allSatisfy { !$0.settings.isEmpty } },
    ])
    #expect(contents.allSatisfy { $0.settings.count == 1 && Set($0.sizes).count == 1 })
    withExtendedLifetime(manager) {}
  }

  @Test func `transfers dragged data from one to another`() throws {
    contents[1].dropType = { _ in .text }
    try run(
      [areVisible] + movesPointer(into: 0) + [
        once { [unowned self] in try simulate { $0.press() } },
        { [unowned self] in contents[0].transcript.last == "press" },
        once { [unowned self] in
          windows[0].update { _ in [.beginDrag(DataProvider(text: "dragged"), preview: nil)] }
          observer.movePointer(to: 50, 50, of: windows[1].id)
        },
        { [unowned self] in !contents[1].hovers.isEmpty },
        once { [unowned self] in try simulate { $0.release() } },
        { [unowned self] in contents[0].outcomes.count == 1 && contents[1].received.count == 1 },
      ])
    #expect(try contents[1].received.map { try $0.result.get().bytes.array } == [Array("dragged".utf8)])
    #expect(contents[0].hovers.isEmpty && contents[2].hovers.isEmpty && contents[1].outcomes.isEmpty)
  }

  @Test func `passes the grab of the keyboard to the one that is pressed`() throws {
    for content in contents { content.wantsKeyboardGrab = true }
    func hasGrab(_ index: Int) -> Application.Step {
      { [unowned self] in
        contents.indices.allSatisfy { (contents[$0].keyboards.last?.grab == .grabbed) == ($0 == index) }
      }
    }
    try run(
      [areVisible] + movesPointer(into: 0) + [hasGrab(0)]
        + [
          once { [unowned self] in
            observer.movePointer(to: 50, 50, of: windows[1].id)
            try simulate {
              $0.press()
              $0.release()
            }
          },
          hasGrab(1), types("a"), { [unowned self] in contents[1].text == "a" },
        ])
    #expect(contents[0].text.isEmpty && contents[2].text.isEmpty)
  }

  /// Sends a signal after the windows have appeared, and runs the application until it ends.
  ///
  /// - Parameter proceed: Called repeatedly after the signal.
  private func run(signalling signal: Int32, _ proceed: @escaping () -> Void) throws {
    let wakeSource = try WakeSource()
    var (isSent, isOverdue) = (false, false)
    // A terminating application does not wait for this watch.
    let watch = application.watch(wakeSource) { [unowned self] in
      if isSent {
        proceed()
      } else if (0..<3).allSatisfy(isVisible) {
        isSent = pthread_kill(pthread_self(), signal) == 0
      }
      wakeSource.wake()
    }
    let timeout = application.schedule(at: MonotonicClock.now + .seconds(60)) { [unowned self] _ in
      isOverdue = true
      application.quit()
    }
    wakeSource.wake()
    application.run()
    #expect(isSent && !isOverdue)
    withExtendedLifetime((watch, timeout)) {}
  }

  @Test func `receive a close request on a signal, which ends the application after the last one`() throws {
    try run(signalling: SIGTERM) { [unowned self] in
      for (window, content) in zip(windows, contents) where content.closeRequests == 1 {
        window.update { _ in [.close] }
      }
    }
    #expect(contents.map(\.closeRequests) == [1, 1, 1])
    #expect(application.windows.isEmpty)
  }

  @Test func `receive no close request on a signal that the application handles`() throws {
    var terminations = 0
    application.onTermination = { [unowned self] in
      terminations += 1
      application.quit()
    }
    try run(signalling: SIGINT) {}
    #expect(terminations == 1)
    #expect(contents.map(\.closeRequests) == [0, 0, 0])
  }
}

/// A connection to a server that exits.
@Suite(.serialized) final class `Lost connection` {
  private let display: VirtualDisplay

  init() throws { display = try VirtualDisplay(windowManager: .none) }

  /// In `XOpenDisplay`, and after it.
  @Test(arguments: [0, 3, 10])
  func `ends the process with a message by default`(replyLimit: Int) async throws {
    let proxy = try ProtocolProxy(to: display.name, ProtocolProxy.Options(replyLimit: replyLimit))
    let result = await #expect(processExitsWith: .exitCode(1), observing: [\.standardErrorContent]) {
      [name = proxy.name as String] in
      let identity = Application.Identity(name: "example", className: "Example")
      _ = try Application(identity, display: name)
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("example: the connection to the X server was lost\n"))
  }

  /// In `XOpenDisplay`, while the application is created, while its window is opened, and after the first frame.
  @Test(arguments: [0, 20, 60, 75])
  func `calls a closure of the program, which chooses the exit status`(replyLimit: Int) async throws {
    let proxy = try ProtocolProxy(to: display.name, ProtocolProxy.Options(replyLimit: replyLimit))
    await #expect(processExitsWith: .exitCode(42)) { [name = proxy.name as String] in
      let identity = Application.Identity(name: "tactile", className: "Tactile")
      let application = try Application(identity, display: name, onConnectionLoss: { _exit(42) })
      _ = try application.open(ScriptedWindow(wakeSource: try WakeSource(), script: []))
      let timeout = application.schedule(at: application.now + .seconds(20)) { _ in exit(1) }
      application.run()
      timeout.cancel()
    }
  }
}

/// An application without windows.
@Suite(.serialized) final class `Application without windows` {
  private let display: VirtualDisplay
  private let application: Application

  init() throws {
    display = try VirtualDisplay(windowManager: .none)
    application = try Application.test(on: Connection(to: display.name))
  }

  @Test func `ends immediately if it waits for nothing`() throws { application.run() }

  @Test func `makes scheduled calls in the order of their times, and then ends`() throws {
    let now = MonotonicClock.now
    var calls: [Int] = []
    let registrations = [20, 10, 0].map { delay in
      application.schedule(at: now + .milliseconds(delay)) { instant in
        #expect(instant >= now + .milliseconds(delay))
        calls.append(delay)
      }
    }
    let cancelled = application.schedule(at: now + .milliseconds(5)) { _ in calls.append(5) }
    cancelled.cancel()
    application.run()
    #expect(calls == [0, 10, 20])
    withExtendedLifetime(registrations) {}
  }

  @Test func `opens a window from a descriptor, and ends by its own decision`() throws {
    let wakeSource = try WakeSource()
    let content = ScriptedWindow(wakeSource: wakeSource, script: [])
    var failure: (any Error)?
    let watch = application.watch(wakeSource) {
      do { _ = try self.application.open(content) } catch { failure = error }
    }
    var poll: EventRegistration?
    func quitWhenVisible(_: Instant) {
      if content.appearances > 0 { return application.quit() }
      poll = application.schedule(at: MonotonicClock.now + .milliseconds(1), quitWhenVisible)
    }
    quitWhenVisible(.zero)
    application.run()
    #expect(failure == nil && content.appearances == 1 && application.windows.isEmpty)
    withExtendedLifetime((watch, poll)) {}
  }
}
