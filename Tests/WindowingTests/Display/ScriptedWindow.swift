import CairoRendering
import Glibc
import Motion
import Scene
import ScreenDriver
import System
import Testing

@testable import Windowing
@testable import X11

/// A window content of one color. It records its calls and executes a script.
///
/// The loop wakes it repeatedly. At each wake-up it tries the next step of the script, until that
/// step returns `true`. No step waits for time to pass.
final class ScriptedWindow: WindowContent {
  typealias Step = (ScriptedWindow) -> Bool

  let wakeSource: WakeSource
  var script: [Step]
  var color: UInt32 = 0xFF_336699
  /// The color after the content is notified that the window is hidden.
  var colorWhenHidden: UInt32?
  /// Whether an animation is in progress that needs every frame.
  var isMoving = false
  /// Whether the animation ends at the next advance of time.
  var isEnding = false
  /// The pending effects for the window system.
  var effects: [Effect] = []
  private(set) var events: [String] = []
  /// The data received from other programs.
  private(set) var received: [ReceivedData] = []
  /// The drags over the window, in order.
  private(set) var hovers: [DropInfo] = []
  /// The outcomes of the drags out of the window.
  private(set) var outcomes: [DragOutcome] = []
  /// The number of drags that have left the window.
  private(set) var dropExits = 0
  /// Returns the accepted type of a drop.
  var dropType: (DropInfo) -> DataType? = { _ in nil }
  /// The number of wake-ups by the loop.
  private(set) var attempts = 0
  /// The end of the script if a step waits forever.
  private var deadline: Deadline?
  /// The typed and composed input, in order: keys except modifiers, text in quotes, preedit text in
  /// brackets, and pointer presses.
  private(set) var transcript: [String] = []
  var textInput: TextInputContext?
  var wantsKeyboardGrab = false
  var preferredSize: Size?
  /// Whether the Tab key moves the focus to a secret.
  var tabFocusesSecret = false
  /// All typed text.
  private(set) var text = ""
  /// The pressed keys, except modifiers.
  private(set) var keys: [Key] = []
  /// Every reported keyboard status.
  private(set) var keyboards: [KeyboardStatus] = []
  /// The changes of the window's focus, in order.
  private(set) var focusChanges: [Bool] = []
  private(set) var instants: [Instant] = []
  private(set) var sizes: [Size] = []
  private(set) var scales: [Double] = []
  /// The changed desktop settings, in order.
  private(set) var settings: [DesktopSettings] = []
  private(set) var frames = 0
  private(set) var closeRequests = 0
  private(set) var appearances = 0
  private(set) var statistics = FrameStatistics()
  /// The maximum number of requests of all frames.
  private(set) var maximumRequests = 0
  var exitStatus: Int32?

  init(wakeSource: WakeSource, script: [Step]) {
    self.wakeSource = wakeSource
    self.script = script
    wakeSource.wake()
  }

  func handle(_ event: WindowEvent, at now: Instant) -> [Effect] {
    instants.append(now)
    if isEnding { isMoving = false }
    switch event {
    case .input(let input):
      events.append("\(input)")
      record(input)
    case .timePassed, .screenChanged: break
    case .resized(let size, let scale):
      sizes.append(size)
      scales.append(scale)
    case .settingsChanged(let settings): self.settings.append(settings)
    case .appeared: appearances += 1
    case .closeRequested: closeRequests += 1
    }
    return takeEffects()
  }

  /// Returns the effects since the last call.
  private func takeEffects() -> [Effect] {
    defer { effects.removeAll() }
    return effects
  }

  private func record(_ event: InputEvent) {
    switch event {
    case .windowFocusChanged(let isFocused): focusChanges.append(isFocused)
    case .keyPressed(let press):
      text += press.text.string
      if press.key != .unidentified { keys.append(press.key) }
      if press.key == .tab, tabFocusesSecret { textInput = nil }
      if press.text.isEmpty, press.key != .unidentified { transcript.append("\(press.key)") }
      if !press.text.isEmpty { transcript.append("'\(press.text.string)'") }
    case .data(let event): record(event)
    case .textCommitted(let committed):
      text += committed.string
      transcript.append("'\(committed.string)'")
    case .preeditChanged(let preedit): transcript.append("[\(preedit.text)]")
    case .pointerPressed: transcript.append("press")
    case .windowHidden: color = colorWhenHidden ?? color
    case .keyboardChanged(let status): keyboards.append(status)
    default: break
    }
  }

  private func record(_ event: DataEvent) {
    switch event {
    case .received(let data): received.append(data)
    case .dragUpdated(let hover): hovers.append(hover)
    case .dragExited: dropExits += 1
    case .dragEnded(let outcome): outcomes.append(outcome)
    }
  }

  /// Tries the next step of the script.
  ///
  /// - Returns: The effects, with `close` after the last step.
  func executeScript() -> [Effect] {
    guard exitStatus == nil, let step = script.first else {
      exitStatus = exitStatus ?? 0
      return takeEffects() + [.close]
    }
    if step(self) { script.removeFirst() }
    attempts += 1
    deadline = deadline ?? Deadline(after: .seconds(60))
    if deadline?.hasPassed == true { exitStatus = -1 }
    wakeSource.wake()
    return takeEffects()
  }

  func cues(at now: Instant) -> WindowCues {
    var cues = WindowCues()
    cues.pointerShape = .hand
    cues.textInput = textInput
    cues.wantsKeyboardGrab = wantsKeyboardGrab
    cues.acceptedDrop = hovers.last.flatMap(dropType)
    cues.preferredSize = preferredSize
    return cues
  }

  func draw(into list: inout DisplayList, at presentation: Instant) {
    frames += 1
    list.fill(.rect(Rect(origin: .zero, size: sizes.last ?? Size(width: 0, height: 0))), Color(hex: color))
  }

  /// Records the statistics of a frame.
  func record(_ statistics: FrameStatistics) {
    self.statistics = statistics
    maximumRequests = max(maximumRequests, statistics.requests)
  }

  func nextChange(after now: Instant) -> Instant? { isMoving ? now : nil }
}

extension TypedText {
  /// The text, which must not be a secret.
  var string: String {
    withUTF8 { utf8 in utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
  }
}

/// Returns a step that performs an action once.
func once(_ body: @escaping () throws -> Void) -> Application.Step {
  {
    try body()
    return true
  }
}

extension Application {
  /// Creates an application for tests.
  ///
  /// - Parameter usesBus: Whether it connects to the session bus in the environment.
  static func test(
    on connection: Connection, scale: Double? = nil, usesBus: Bool = true, startupID: StartupID? = nil
  ) throws -> Application {
    try Application(
      Identity(name: "tactile", className: "Tactile"), on: connection,
      desktop: usesBus
        ? Desktop(on: connection, scale: scale) : Desktop(on: connection, scale: scale, bus: nil),
      signals: SignalSource(), startupID: startupID, rendering: Future(Renderer.withSystemFonts))
  }

  /// Opens a window that executes its script, and runs until the window closes.
  ///
  /// - Parameter prepare: Called before the loop runs.
  /// - Returns: The window.
  @discardableResult
  func run(
    _ client: ScriptedWindow, title: String = "", preparing prepare: (Windowing.Window) -> Void = { _ in }
  ) throws -> Windowing.Window {
    let window = try open(client, title: title)
    prepare(window)
    let wakeUps = watch(client.wakeSource) { window.update { _ in client.executeScript() } }
    window.onClose = { [unowned self] in quit() }
    run()
    wakeUps.cancel()
    return window
  }

  /// A step of a script, which is repeated until it returns `true`.
  typealias Step = () throws -> Bool

  /// Runs the application until each step has returned `true`.
  func run(_ steps: [Step]) throws {
    let wakeSource = try WakeSource()
    var remaining = steps[...]
    var failure: (any Error)?
    let deadline = Deadline(after: .seconds(60))
    let watch = watch(wakeSource) { [unowned self] in
      do { if let step = remaining.first, try step() { remaining.removeFirst() } } catch { failure = error }
      if remaining.isEmpty || failure != nil || deadline.hasPassed { quit() }
      wakeSource.wake()
    }
    defer { watch.cancel() }
    wakeSource.wake()
    run()
    if let failure { throw failure }
    #expect(remaining.isEmpty, "\(remaining.count) of \(steps.count) steps were not executed")
  }

  /// Opens a window of 400 × 300 logical pixels.
  func open(_ client: ScriptedWindow, title: String = "") throws -> Windowing.Window {
    var configuration = WindowConfiguration(
      title: title, size: Size(width: 400, height: 300), minimumSize: Size(width: 200, height: 100))
    configuration.icons = { [WindowIcon(width: 1, height: 1, pixels: [0xFF00_0001])] }
    let window = try open(configuration, showing: client)
    window.onFrame = { client.record($0) }
    return window
  }
}
