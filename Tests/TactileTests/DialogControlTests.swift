import ControlTestSupport
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

  private enum Kind: CaseIterable { case passphrase, form, tokens, switches }

  @Test(arguments: Kind.allCases) private func `are objects with names where a pointer can use them`(
    kind: Kind
  ) {
    let environment = Environment(text: FixedTextMetrics())
    let controls = ControlGroup<Void>(.column(), in: environment)
    switch kind {
    case .passphrase:
      var configuration = PassphraseEntry.Configuration(label: "New PIN")
      configuration.confirmation = (label: "Again", mismatch: "Different", success: "Equal")
      (configuration.showsQuality, configuration.generatorLabel) = (true, "Generate")
      controls.add(PassphraseEntry(configuration, in: environment)) { _ in [] }
    case .form: controls.add(PasswordForm(isInDialog: true, in: environment)) { _ in [] }
    case .tokens:
      var field = TokenField(["ada@objc.io", "b@objc.io"], in: environment)
      field.name = "Recipients"
      controls.add(field) { _ in [] }
    case .switches:
      for name in ["Remember", "Show"] {
        controls.add(ToggleSwitch(name, isOn: false, in: environment)) { _ in [] }
      }
    }
    let buttons = [("_Cancel", DialogAnswer.cancel), ("_OK", .accept)].map {
      DialogButton(AccessKeyLabel(mnemonic: $0), $1)
    }
    let content = DialogContent<Void>(
      message: Label("Unlock the key of the archive?", in: environment),
      origin: Label("asked by git", in: environment),
      controls: controls, buttons: buttons, preferences: AppearancePreferences()
    ) { _, _ in [] }
    let area = Rect(x: 0, y: 0, width: 440, height: 700)
    _ = content.handle(.resized(area.size, scale: 1), at: .zero)
    var (tree, shapes) = (AccessibleTree(.outline), Set<PointerShape>())
    content.describe(into: &tree, at: .zero)
    let missing = tree.entries.missing(in: area) { point in
      _ = content.handle(.input(.pointerMoved(to: point)), at: .zero)
      let shape = content.cues(at: .zero).pointerShape
      shapes.insert(shape)
      return shape
    }
    #expect(missing.isEmpty && shapes.count > 1, "\(missing)")
  }
}
