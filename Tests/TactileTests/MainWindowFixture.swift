import CairoRendering
import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport
import Toolkit
import X11

@testable import Tactile
@testable import Windowing

/// A window controller without a screen, with simulated input.
struct MainWindowFixture: ~Copyable {
  let window: MainWindowController
  let evaluator: StrengthEvaluator
  let renderer: Renderer
  private let wakeSource: WakeSource
  /// The time of the input, which only a test advances.
  var now = Instant.zero
  /// The effects of the input, until a test takes them.
  var effects: [Effect] = []

  init(
    _ store: (any PasswordHashStore)?, fontCache: FontMatchCacheFile? = nil,
    clipboardTimeout: Duration? = .seconds(60),
    preferences: AppearancePreferences = AppearancePreferences(), gate: StrengthEvaluator.Gate? = nil
  ) throws {
    let renderer = try Renderer(fonts: .test)
    let contents = WindowContents(
      policy: .default, button: ButtonOptions(), for: preferences,
      in: Environment(theme: .light, text: renderer))
    wakeSource = try WakeSource()
    evaluator =
      if let gate {
        StrengthEvaluator(gate: gate, wakeSource: wakeSource)
      } else {
        StrengthEvaluator(personalWords: .none, wakeSource: wakeSource)
      }
    window = MainWindowController(
      contents, renderer: renderer,
      store: store, wakeSource: wakeSource,
      evaluator: evaluator, clipboardTimeout: clipboardTimeout,
      positions: ButtonPositions(named: "window-button", in: nil), fontCache: fontCache)
    self.renderer = renderer
    _ = window.handle(.resized(Theme.Window.size, scale: 1), at: .zero)
  }

  /// The message below Submit.
  var message: String? { window.contents.form.control.messageText }

  /// The warning above the fields, in addition to the policy's requirements.
  var memoryWarning: String? { window.contents.form.control.memoryWarning }

  var passwordLength: Int { window.contents.form.control.password.text.graphemeCount }

  mutating func handle(_ event: InputEvent, at now: Instant) {
    effects += window.handle(.input(event), at: now)
  }

  mutating func press(_ key: Key, _ modifiers: Modifiers = []) {
    handle(.keyPressed(KeyPress(key, modifiers: modifiers)), at: now)
  }

  mutating func type(_ text: String) {
    for scalar in text.unicodeScalars {
      handle(.keyPressed(KeyPress(.character(scalar), text: TypedText(scalar))), at: now)
    }
  }

  /// Starts the evaluation of another text, which waits until the gate is opened.
  mutating func occupyEvaluator(at gate: StrengthEvaluator.Gate) {
    type("x")
    pauseTyping()
    gate.awaitArrival()
    press(.backspace)
  }

  /// Lets the time pass after which the strength of the password is estimated. It does not advance for later
  /// input.
  mutating func pauseTyping() { window.advance(to: .zero + .seconds(1)) }

  /// A reason for which a typed password is not evaluated.
  enum Ending { case none, emptied, closed }

  /// Ends typing before the password is evaluated.
  mutating func end(_ ending: Ending, at now: Instant) {
    switch ending {
    case .none: break
    case .emptied: for _ in 0..<3 { handle(.keyPressed(KeyPress(.backspace)), at: now) }
    case .closed: window.closeRequested(at: now)
    }
  }

  /// Types the same valid password into both fields and submits it.
  mutating func submit(_ password: String = "Passw0rd!") {
    type(password)
    press(.tab)
    press(.tab)
    type(password)
    press(.enter)
  }

  /// Waits for the end of the running save.
  mutating func finishSaving() throws {
    repeat { try handleWakeUp() } while window.contents.form.read { $0.isSaving }
  }

  /// Waits for a wake-up from another thread and notifies the window, as the event loop does.
  mutating func handleWakeUp() throws {
    try awaitWakeUp()
    window.wake(at: .zero)
  }

  /// Waits for a wake-up from another thread without notifying the window.
  func awaitWakeUp() throws {
    try wakeSource.waitForWake()
    wakeSource.clear()
  }

  /// Draws the whole window.
  func draw() throws {
    var list = DisplayList()
    window.draw(into: &list, at: .zero)
    let image = ImageBuffer(width: 960, height: 640)
    try image.withBitmap { bitmap throws(RenderingError) in
      try renderer.draw(list, damage: [bitmap.bounds], into: bitmap, secrets: window)
    }
  }
}
