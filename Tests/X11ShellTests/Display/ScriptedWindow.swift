import Glibc
import Motion
import Scene

@testable import X11Shell

/// A window delegate with content of one color. It records its calls and executes a script.
///
/// The loop wakes it repeatedly. At each wake-up it tries the next step of the script, until that
/// step returns `true`. No step waits for time to pass.
struct ScriptedWindow: WindowDelegate {
  typealias Step = (inout ScriptedWindow) -> Bool

  let wakeSource: WakeSource
  var script: [Step]
  var color: UInt32 = 0xFF_336699
  /// The color after the delegate is notified that the window is hidden.
  var colorWhenHidden: UInt32?
  private var shownColor: UInt32?
  /// Whether an animation is in progress that needs every frame.
  var isMoving = false
  /// Whether the animation ends at the next advance of time.
  var isEnding = false
  var isChangedByEvents = true
  /// The pending effects for the window system.
  var effects: [WindowEffect] = []
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
  /// The typed and composed input, in order: keys except modifiers, text in quotes, preedit text in
  /// brackets, and pointer presses.
  private(set) var transcript: [String] = []
  var textInput: TextInputContext?
  var wantsKeyboardGrab = false
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
  private(set) var statistics = FrameStatistics()
  /// The maximum number of requests of all frames.
  private(set) var maximumRequests = 0
  var exitStatus: Int32?
  let pointerShape = PointerShape.hand

  /// The maximum number of wake-ups before the script is aborted.
  private static let maximumAttempts = 200_000

  init(wakeSource: WakeSource, script: [Step]) {
    self.wakeSource = wakeSource
    self.script = script
    wakeSource.wake()
  }

  mutating func handle(_ event: InputEvent, at now: Instant) -> Bool {
    events.append("\(event)")
    if case .windowFocusChanged(let isFocused) = event { focusChanges.append(isFocused) }
    record(event)
    instants.append(now)
    return isChangedByEvents
  }

  private mutating func record(_ event: InputEvent) {
    switch event {
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

  private mutating func record(_ event: DataEvent) {
    switch event {
    case .received(let data): received.append(data)
    case .dragUpdated(let hover): hovers.append(hover)
    case .dragExited: dropExits += 1
    case .dragEnded(let outcome): outcomes.append(outcome)
    }
  }

  func acceptedType(ofDrop hover: DropInfo) -> DataType? { dropType(hover) }

  mutating func advance(to now: Instant) {
    instants.append(now)
    if isEnding { isMoving = false }
  }

  mutating func resize(to size: Size, scale: Double, at now: Instant) {
    sizes.append(size)
    scales.append(scale)
  }

  mutating func settingsChanged(to settings: DesktopSettings, at now: Instant) {
    self.settings.append(settings)
  }

  mutating func wake(at now: Instant) {
    guard let step = script.first else {
      exitStatus = exitStatus ?? 0
      return
    }
    if step(&self) { script.removeFirst() }
    attempts += 1
    if attempts == Self.maximumAttempts { exitStatus = -1 }
    wakeSource.wake()
  }

  mutating func closeRequested(at now: Instant) { closeRequests += 1 }

  /// Fills the surface if it is new or the color has changed.
  mutating func paint(on surface: WindowSurface, at now: Instant, isWhole: Bool) -> [PixelRect] {
    frames += 1
    guard isWhole || shownColor != color else { return [] }
    shownColor = color
    switch surface {
    case .server(let canvas): canvas.fill(canvas.bounds, Color(hex: color))
    case .bitmap(let bitmap):
      let pixel = bitmap.address.assumingMemoryBound(to: UInt32.self)
      for index in 0..<(bitmap.height * bitmap.stride / 4) { pixel[index] = color }
    }
    return [surface.bounds]
  }

  mutating func frameSent(_ statistics: FrameStatistics) {
    self.statistics = statistics
    maximumRequests = max(maximumRequests, statistics.requests)
  }

  func makeIcons() -> [WindowIcon] {
    [WindowIcon(width: 1, height: 1, pixels: [0xFF00_0001])]
  }

  func nextChange(after now: Instant) -> Instant? { isMoving ? now : nil }

  mutating func takeEffects() -> [WindowEffect] {
    defer { effects.removeAll() }
    return effects
  }
}

extension TypedText {
  /// The text, which must not be a secret.
  var string: String {
    withUTF8 { utf8 in utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
  }
}
