import Controls
import Motion
import PasswordForm
import Scene
import TestSupport
import Testing
import Toolkit
import Windowing

@Suite struct `Dialog that waits for the keyboard` {
  private let content: DialogContent<PassphraseEntry.Action>

  init() {
    let environment = Environment(text: FixedTextMetrics())
    let controls = ControlGroup<PassphraseEntry.Action>(.column(), in: environment)
    controls.add(PassphraseEntry(.init(label: "Password"), in: environment)) { [$0] }
    content = DialogContent(
      message: nil, controls: controls, buttons: [], preferences: AppearancePreferences(),
      perform: { _, _ in [] })
    _ = content.handle(.resized(Size(width: 440, height: 200), scale: 1), at: .zero)
    _ = content.handle(.input(.windowFocusChanged(isFocused: true)), at: .zero)
  }

  /// Returns the texts after a change of the keyboard grab.
  private func texts(_ grab: KeyboardGrabStatus) -> [String] {
    _ = content.handle(.input(.keyboardChanged(KeyboardStatus(grab: grab))), at: .zero)
    var list = DisplayList()
    content.draw(into: &list, at: .zero + .seconds(1))
    return list.flattened.texts
  }

  @Test func `shows it below the field, and not in the field, too`() {
    #expect(texts(.failed).contains { $0.hasPrefix("Keyboard") })
    let texts = texts(.grabbedByOtherClient)
    #expect(!texts.contains { $0.hasPrefix("Keyboard") } && texts.contains { $0.hasPrefix("Waiting") })
  }
}
