import CairoRendering
import Controls
import Motion
import Scene
import Secrets
import TestSupport
import Testing

@testable import PasswordForm

@Suite struct `What a password form says of a password` {
  /// As the window has it, and beside the inspector.
  @Test(arguments: [400.0, 320], PasswordStrength.Advice.allCases)
  func `has room above the second field, as a usual font has it`(
    width: Double, advice: PasswordStrength.Advice
  ) throws {
    for (text, bits) in [("sunshine", 1.0), ("sunshine", 40), ("sunsh\u{ef}ne", 1)] {
      var form = PasswordForm(in: Environment(text: try Renderer(fonts: .test)))
      form.place(at: Point(x: 40, y: 40), width: width)
      form.focus(PasswordForm.Stop.password.rawValue, at: .zero)
      var harness = ControlHarness(form)
      harness.type(text)
      harness.control.takeStrength(
        .success(PasswordStrength(bits: bits, advice: advice, isOfBeginning: false)),
        ofGeneration: harness.control.strengthSubject().generation, at: harness.now)
      // What is said of keyboards fades in.
      harness.advance(by: .seconds(1))
      let field = harness.control.frame(
        ofFocusStop: PasswordForm.Stop.confirmation.rawValue, at: harness.now)
      let lines = harness.drawing().elements.compactMap { element in
        if case .text(let text) = element { text } else { nil }
      }
      let words = harness.control.adviceText ?? "none"
      #expect(lines.contains { words.hasSuffix($0.string) })
      let note = "Other keyboards"
      #expect(lines.contains { $0.string.hasPrefix(note) } == text.contains("\u{ef}"))
      for line in lines where line.ink.minY < field.minY {
        #expect(line.ink.maxY <= field.minY, "\(line.string)")
      }
    }
  }
}
