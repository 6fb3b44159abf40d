import Glibc
import Motion
import Scene

@testable import X11Shell

/// A window's content of one colour, which notes what it is told and follows a script.
///
/// The loop wakes it again and again; each time it tries the script's next step, until that one
/// says that its turn has come. No step waits for time to pass.
struct ScriptedClient: WindowClient {
  typealias Step = (inout ScriptedClient) -> Bool

  let wakeSource: WakeSource
  var script: [Step]
  var color: UInt32 = 0xFF_336699
  /// What its colour is from when it is told that it is hidden.
  var colorWhenHidden: UInt32?
  private var shownColor: UInt32?
  /// Whether something is under way that wants a frame at every turn.
  var isMoving = false
  /// Whether that is over as soon as time goes on.
  var isEnding = false
  var isChangedByEvents = true
  /// What the window system is to do next.
  var effects: [WindowEffect] = []
  private(set) var events: [String] = []
  /// What has come from other programs.
  private(set) var received: [ReceivedData] = []
  /// What was carried over it, in order.
  private(set) var hovers: [DropHover] = []
  /// How the drags out of it have ended.
  private(set) var outcomes: [DragOutcome] = []
  /// How often it was told that data was carried out of it again.
  private(set) var departures = 0
  /// What it takes where.
  var takes: (DropHover) -> DataType? = { _ in nil }
  /// How often the loop has woken it.
  private(set) var attempts = 0
  /// What was typed and composed, in order: keys but for modifiers, text in quotes, what is composed
  /// in brackets, and presses of the pointer.
  private(set) var transcript: [String] = []
  var textInput: TextInput?
  var wantsKeyboardGrab = false
  /// Whether the Tab key takes the focus to where keys are for nobody else.
  var hasSecretBehindTab = false
  /// All text that was typed.
  private(set) var text = ""
  /// The keys that were pressed, but for modifiers.
  private(set) var keys: [Key] = []
  /// How the keyboard stood, each time that this was told.
  private(set) var keyboards: [KeyboardStatus] = []
  /// Each change of the window's focus, in order.
  private(set) var focusChanges: [Bool] = []
  private(set) var instants: [Instant] = []
  private(set) var sizes: [Size] = []
  private(set) var scales: [Double] = []
  /// What the desktop's settings were changed to, in order.
  private(set) var settings: [DesktopSettings] = []
  private(set) var frames = 0
  private(set) var closeRequests = 0
  private(set) var statistics = FrameStatistics()
  /// Of all frames.
  private(set) var mostRequests = 0
  var exitStatus: Int32?
  let pointerShape = PointerShape.hand

  /// How often steps are tried before the script is given up.
  private static let patience = 200_000

  init(wakeSource: WakeSource, script: [Step]) {
    self.wakeSource = wakeSource
    self.script = script
    wakeSource.wake()
  }

  mutating func handle(_ event: InputEvent, at now: Instant) -> Bool {
    events.append("\(event)")
    if case .windowFocusChanged(let isFocused) = event { focusChanges.append(isFocused) }
    note(event)
    instants.append(now)
    return isChangedByEvents
  }

  private mutating func note(_ event: InputEvent) {
    switch event {
    case .keyPressed(let press):
      text += press.text.string
      if press.key != .unidentified { keys.append(press.key) }
      if press.key == .tab, hasSecretBehindTab { textInput = nil }
      if press.text.isEmpty, press.key != .unidentified { transcript.append("\(press.key)") }
      if !press.text.isEmpty { transcript.append("'\(press.text.string)'") }
    case .data(let event): hear(event)
    case .textCommitted(let piece):
      text += piece.string
      transcript.append("'\(piece.string)'")
    case .preeditChanged(let preedit): transcript.append("[\(preedit.text)]")
    case .pointerPressed: transcript.append("press")
    case .windowHidden: color = colorWhenHidden ?? color
    case .keyboardChanged(let status): keyboards.append(status)
    default: break
    }
  }

  private mutating func hear(_ event: DataEvent) {
    switch event {
    case .received(let data): received.append(data)
    case .dropMoved(let hover): hovers.append(hover)
    case .dropLeft: departures += 1
    case .dragEnded(let outcome): outcomes.append(outcome)
    }
  }

  func acceptedType(ofDrop hover: DropHover) -> DataType? { takes(hover) }

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
    if attempts == Self.patience { exitStatus = -1 }
    wakeSource.wake()
  }

  mutating func closeRequested(at now: Instant) { closeRequests += 1 }

  /// Fills all where the surface is fresh or the colour has changed.
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
    mostRequests = max(mostRequests, statistics.requests)
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
