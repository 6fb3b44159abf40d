import CairoRendering
import Controls
import Motion
import Scene
import Secrets
import TestSupport
import Testing

@testable import PasswordForm

@Suite struct `Password form advice` {
  /// The widths are the width in the window alone and next to the inspector.
  @Test(arguments: [400.0, 320], PasswordStrength.Advice.allCases)
  func `fits above the second field in a real font`(
    width: Double, advice: PasswordStrength.Advice
  ) throws {
    for (text, bits) in [("sunshine", 1.0), ("sunshine", 40), ("sunsh\u{ef}ne", 1)] {
      var form = PasswordForm(in: Environment(text: try Renderer(fonts: .test)))
      form.layOut(at: Point(x: 40, y: 40), width: width, at: .zero)
      form.focus(PasswordForm.FocusStop.password.rawValue, at: .zero)
      var harness = ControlHarness(form)
      harness.type(text)
      harness.control.setStrength(
        .success(PasswordStrength(bits: bits, advice: advice, isPartial: false)),
        ofGeneration: harness.control.strengthInput().generation, at: harness.now)
      // The keyboard warning fades in.
      harness.advance(by: .seconds(1))
      let field = harness.control.frame(
        ofFocusStop: PasswordForm.FocusStop.confirmation.rawValue, at: harness.now)
      let lines = harness.drawing().elements.compactMap { element in
        if case .text(let text) = element { text } else { nil }
      }
      let message = harness.control.adviceText ?? "none"
      #expect(lines.contains { message.hasSuffix($0.string) })
      let notice = "layout"
      #expect(lines.contains { $0.string.lowercased().contains(notice) } == text.contains("\u{ef}"))
      for line in lines where line.ink.minY < field.minY {
        #expect(line.ink.maxY <= field.minY, "\(line.string)")
      }
    }
  }
}
