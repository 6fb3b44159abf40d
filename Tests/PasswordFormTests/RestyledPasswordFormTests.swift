import ControlTestSupport
import Controls
import Motion
import Scene
import Secrets
import TestSupport
import Testing

@testable import PasswordForm

@Suite struct `Restyled password form` {
  private typealias Metric = WritableKeyPath<Theme.Styles, Double>

  private func drawing(_ harness: borrowing ControlHarness<PasswordForm>) -> DisplayList {
    harness.drawing().flattened
  }

  /// Changes one metric after the other. Each change must change the drawing, and the original theme must restore it.
  private func expectLaw(_ harness: inout ControlHarness<PasswordForm>, _ metrics: [Metric]) {
    let (original, environment) = (drawing(harness), harness.environment)
    for metric in metrics {
      let value = environment.theme[dynamicMember: metric]
      harness.environment.theme[dynamicMember: metric] *= value < 1 ? 0.5 : 2
      #expect(drawing(harness) != original, "\(metric) changes the drawing")
      harness.environment = environment
      #expect(drawing(harness) == original, "\(metric) can be restored")
    }
  }

  /// A change of the fonts of the desktop leaves the environment equal.
  @Test func `wraps its texts again when they are measured differently`() {
    let text = FixedTextMetrics()
    var form = filledForm(in: Environment(text: text))
    form.setStrength(bits: 30, advice: .tooShort)
    form.settle()
    let (original, environment) = (form.control.layout, form.environment)
    text.pitch = 0.9
    form.control.update(environment, at: form.now)
    let layout = form.control.layout
    #expect((layout.captionBlock?.lines.count ?? 0) > (original.captionBlock?.lines.count ?? 0))
    #expect(layout.requirements[0].block.width != original.requirements[0].block.width)
  }

  @Test func `follows the theme in its masked fields`() {
    var form = filledForm()
    form.setStrength(bits: 30, advice: .tooShort)
    form.finishSaving(failure: "Failed.")
    form.settle()
    expectLaw(
      &form,
      [
        \.passwordField.height, \.passwordField.padding, \.passwordField.textTop,
        \.passwordField.raisedLabelScale, \.passwordField.raisedLabelTop, \.passwordField.bulletRadius,
        \.passwordField.bulletPitch, \.passwordField.reveal.width, \.passwordField.reveal.iconSize.width,
        \.passwordField.reveal.iconStroke, \.passwordForm.titleGap, \.passwordForm.captionGap,
        \.passwordForm.fieldGap, \.passwordForm.lineHeight, \.passwordForm.lineGap,
        \.passwordForm.statusIconSize, \.passwordForm.statusIconStroke, \.passwordForm.statusIconGap,
        \.passwordForm.statusLabelGap, \.passwordForm.messageGap, \.passwordForm.generatorGap,
        \.passwordForm.generatorLabelGap, \.passwordForm.generatorButtonGap,
        \.passwordForm.strength.minimumWidth, \.passwordForm.strength.height, \.passwordForm.strength.barTop,
        \.passwordForm.strength.barHeight, \.passwordForm.strength.textGap,
        \.passwordForm.strength.trackOpacity, \.button.compactHeight,
      ])
  }

  @Test func `follows the theme in its keyboard status`() {
    var form = filledForm()
    form.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: true, layout: "German")))
    form.settle()
    expectLaw(
      &form,
      [
        \.passwordField.statusIconSize, \.passwordField.statusIconStroke, \.passwordField.statusIconGap,
        \.passwordField.statusGap,
      ])
  }

  @Test func `has higher fields, lines and buttons with larger fonts`() {
    var form = filledForm()
    let original = form.control.layout
    form.environment.theme.fonts.updateAll { $0.size *= 2.2 }
    let layout = form.control.layout
    #expect(layout.password.height > original.password.height)
    #expect(layout.requirements[0].frame.height > original.requirements[0].frame.height)
    #expect(layout.match.height > original.match.height)
    #expect(layout.generator.height > original.generator.height)
    form.setStrength(bits: 30, advice: .tooShort)
    #expect(form.control.layout.strength.height > original.strength.height)
  }

  @Test func `reserves no space for a strength meter below the requirements before it is shown`() {
    var form = form()
    form.control.layOut(at: .zero, width: 260, at: form.now)
    let empty = form.control.frame.height
    #expect(form.control.layout.strength.height == 0)
    form.type("a")
    form.setStrength(bits: 1, advice: .tooShort)
    #expect(form.control.frame.height == empty + Theme.light.passwordForm.strength.height)
    form.press(.backspace)
    #expect(form.control.frame.height == empty)
  }
}
