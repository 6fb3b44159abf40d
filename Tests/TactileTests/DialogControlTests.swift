import Controls
import Motion
import PasswordForm
import Scene
import TestSupport
import Testing
import Toolkit
import Windowing

@Suite struct `Controls of a dialog` {
  @Test func `know the status of the keyboard also if they were added later`() {
    let environment = Environment(text: FixedTextMetrics())
    let controls = ControlGroup<PassphraseEntry.Action>(.column(), in: environment)
    let content = DialogContent(
      message: nil, controls: controls, buttons: [], preferences: AppearancePreferences()
    ) { _, _ in [] }
    for event in [
      WindowEvent.resized(Size(width: 400, height: 400), scale: 1),
      .input(.windowFocusChanged(isFocused: true)),
      .input(.keyboardChanged(KeyboardStatus(grab: .grabbed))),
    ] { _ = content.handle(event, at: .zero) }
    controls.add(PassphraseEntry(PassphraseEntry.Configuration(label: "A"), in: environment)) { [$0] }
    content.focusControls(0, at: .zero)
    let later = Instant.zero + .seconds(1)
    _ = content.handle(.timePassed, at: later)
    var list = DisplayList()
    content.draw(into: &list, at: later)
    let texts = list.flattened.elements.compactMap {
      if case .text(let text) = $0 { text.string } else { nil }
    }
    #expect(texts.contains("Keyboard grabbed"))
  }
}
