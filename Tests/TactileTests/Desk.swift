import CairoRendering
import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport

@testable import Tactile
@testable import X11Shell

/// A window without a screen, and a person at it; no time passes.
struct Desk: ~Copyable {
  var window: TactileWindow
  let judge: StrengthJudge
  private let wakeSource: WakeSource

  init(
    _ store: (any VerifierStore)?, button: ButtonOptions = ButtonOptions(),
    memory: PlaceMemory = PlaceMemory(of: .button, in: [:]), fontMemory: FontMemory? = nil,
    wishes: Wishes = Wishes(), judgingBehind gate: StrengthJudge.Gate? = nil
  ) throws {
    let renderer = try Renderer(fonts: .test)
    let contents = WindowContents(
      policy: .default, button: button, for: wishes,
      in: Environment(theme: .light, text: renderer))
    wakeSource = try WakeSource()
    judge =
      if let gate {
        StrengthJudge(behind: gate, wakeSource: wakeSource)
      } else {
        StrengthJudge(knowing: .none, wakeSource: wakeSource)
      }
    window = TactileWindow(
      contents, renderer: renderer,
      saving: TactileWindow.Saving(store: store, wakeSource: wakeSource),
      judge: judge, memory: memory, fontMemory: fontMemory)
    window.resize(to: Theme.Window.size, scale: 1, at: .zero)
  }

  /// What the line under Submit says.
  var message: String? { window.contents.form.control.messageText }

  /// What stands above the fields besides what the policy demands.
  var remark: String? { window.contents.form.control.remark }

  var passwordLength: Int { window.contents.form.control.password.text.graphemeCount }

  mutating func press(_ key: Key, _ modifiers: Modifiers = []) {
    window.handle(.keyPressed(KeyPress(key, modifiers: modifiers)), at: .zero)
  }

  mutating func type(_ text: String) {
    for scalar in text.unicodeScalars {
      let press = KeyPress(.character(scalar), text: TypedText(scalar))
      window.handle(.keyPressed(press), at: .zero)
    }
  }

  /// Goes back to the button from the first field, and moves it by keys.
  mutating func moveButtonToLeadingEdge() {
    press(.tab, .shift)
    press(.character("m"))
    press(.home)
    press(.enter)
  }

  /// Has something else judged that was typed before, until the gate is opened.
  mutating func occupyJudge(at gate: StrengthJudge.Gate) {
    type("x")
    gate.awaitArrival()
    press(.backspace)
  }

  /// Fills the form with the same good password twice and submits it.
  mutating func submit(_ password: String = "Passw0rd!") {
    type(password)
    press(.tab)
    press(.tab)
    type(password)
    press(.enter)
  }

  /// Waits for the end of the save under way.
  mutating func finishSaving() throws {
    repeat { try takeNews() } while window.contents.form.ask { $0.isSaving }
  }

  /// Waits for news of another thread and tells the window, as the run loop does.
  mutating func takeNews() throws {
    try awaitNews()
    window.wake(at: .zero)
  }

  /// Waits for news of another thread, of which the window is not told yet.
  func awaitNews() throws {
    try wakeSource.waitForWake()
    wakeSource.clear()
  }

  mutating func paint(
    into image: borrowing ImageBuffer, at now: Instant = .zero, isWhole: Bool
  ) -> [PixelRect] {
    image.withBitmap { window.paint(on: .bitmap($0), at: now, isWhole: isWhole) }
  }

  /// The window's size.
  static let bounds = PixelRect(x: 0, y: 0, width: 960, height: 640)

  /// An image as large as the window.
  static func image() -> ImageBuffer { ImageBuffer(width: bounds.width, height: bounds.height) }
}
