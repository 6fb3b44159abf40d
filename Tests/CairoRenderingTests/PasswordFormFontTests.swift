import CairoRendering
import ControlTestSupport
import Controls
import Motion
import Scene
import Secrets
import TestSupport
import Testing

@testable import PasswordForm

/// The layout of the form with the metrics of real fonts.
@Suite struct `Password form in a real font` {
  private static let width = 400.0

  /// Returns a form with a message and a strength, as high as it can be.
  private func form(
    _ strings: any ControlStrings, scale: Double, width: Double = Self.width
  ) throws -> ControlHarness<PasswordForm> {
    var environment = Environment(text: try Renderer(fonts: .test), strings: strings)
    environment.theme.fonts.updateAll { $0.size *= scale }
    var form = PasswordForm(in: environment)
    form.layOut(at: Point(x: 40, y: 40), width: width, at: .zero)
    form.focus(PasswordForm.FocusStop.password.rawValue, at: .zero)
    return ControlHarness(form)
  }

  private func show(
    _ advice: PasswordStrength.Advice?, bits: Double, in form: inout ControlHarness<PasswordForm>
  ) {
    let strength = PasswordStrength(bits: bits, advice: advice, isPartial: false)
    form.control.setStrength(
      .success(strength), ofGeneration: form.control.strengthInput().generation, at: form.now)
  }

  private static let languages: [any ControlStrings] = [EnglishStrings.shared, GermanStrings.shared]

  private func expectSeparateLines(_ form: borrowing ControlHarness<PasswordForm>) {
    let layout = form.control.layout
    let lines = form.drawing().textFrames.map { (text: $0.string, frame: $0.ink) }
    for (index, line) in lines.enumerated() {
      #expect(line.frame.minX >= 39 && line.frame.maxX <= form.control.frame.maxX + 1, "\(line.text)")
      #expect(line.frame.maxY <= form.control.frame.maxY, "\(line.text)")
      for field in [layout.password, layout.confirmation] where field.contains(line.frame.center) {
        #expect(line.frame.minY >= field.minY && line.frame.maxY <= field.maxY, "\(line.text)")
      }
      for other in lines[(index + 1)...] {
        // Descenders may touch the ascenders below by a pixel.
        let common = line.frame.inset(by: 0.5).intersection(other.frame.inset(by: 0.5))
        #expect(common.isEmpty, "\(line.text) and \(other.text)")
      }
    }
  }

  /// A width of 320 is that next to the inspector.
  @Test(arguments: [(1.0, 400.0), (1, 320), (1.5, 400), (2.2, 400), (3, 400)], languages)
  func `draws no text over another one or out of its field`(
    size: (scale: Double, width: Double), strings: any ControlStrings
  ) throws {
    var form = try form(strings, scale: size.scale, width: size.width)
    expectSeparateLines(form)
    form.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: true, layout: "German")))
    form.type("sunsh\u{ef}ne")
    form.settle()
    for advice in PasswordStrength.Advice.allCases {
      show(advice, bits: 1, in: &form)
      form.settle()
      expectSeparateLines(form)
    }
    form.control.focus(PasswordForm.FocusStop.confirmation.rawValue, at: form.now)
    form.type("other")
    form.control.finishSaving(.failed("The password file in /var/lib is damaged. Try again."), at: form.now)
    form.settle()
    expectSeparateLines(form)
  }

  @Test func `is as high in German as in English, with the strength beside the requirements`() throws {
    let english = try form(Self.languages[0], scale: 1)
    var german = try form(Self.languages[1], scale: 1)
    let height = english.control.frame.height
    #expect(german.control.frame.height == height)
    let layout = german.control.layout
    #expect(layout.strength.minX > layout.requirements[0].frame.minX)
    #expect(layout.strength.minY == layout.requirements[0].frame.minY)
    german.type("a")
    for bits in [1.0, 16, 23, 28, 34, 38, 39.3, 50] {
      for advice in PasswordStrength.Advice.allCases {
        show(advice, bits: bits, in: &german)
        #expect(german.control.frame.height == height, "\(bits) \(advice)")
      }
    }
  }
}
