import ControlTestSupport
import Controls
import Motion
import Scene
import Secrets
import TestSupport
import Testing

@testable import PasswordForm

@Suite struct `Announcements of passwords` {
  /// Scalars that no text of the form contains.
  private static let letters = Array("жÞ¥9".unicodeScalars)

  private func step(_ harness: inout ControlHarness<PasswordForm>, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<14, using: &random) {
    case 0: harness.press(.backspace)
    case 1: harness.press(.character("a"), .control)
    case 2: harness.press(.enter)
    case 3: harness.press(.character("v"), .alt)
    case 4: harness.press(.character("c"), .control)
    case 5: harness.focus([.password, .confirmation].randomElement(using: &random) ?? .password)
    case 6: harness.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: .random(using: &random))))
    case 7: harness.setStrength(bits: .random(in: 0...99, using: &random))
    case 8 where harness.control.isSaving:
      harness.finishSaving(failure: Bool.random(using: &random) ? "The disk is full." : nil)
    case 9: harness.record(harness.control.submit(at: harness.now))
    case 10:
      harness.record(Response(outcomes: harness.control.generate(.standardCharacters, at: harness.now)))
    default: harness.type(String(Self.letters.randomElement(using: &random) ?? "9"))
    }
  }

  /// Texts about a change that the form shows without a text.
  private static let unshown = ["Caps Lock is off", "Copied", "Password is visible", "Password is hidden"]

  @Test(arguments: seeds(8)) func `repeat texts that the form shows, and never a secret`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var harness = form()
    var secrets: [String] = []
    for _ in 0..<150 {
      let said = harness.announcements { step(&$0, &random) }
      secrets.append(
        harness.control.passwordToSave().withFramedBytes { String(decoding: $0, as: UTF8.self) })
      let shown = (harness.objects.flatMap { [$0.node.name, $0.node.description] }).joined(separator: "\n")
      for text in said {
        #expect(shown.contains(text) || Self.unshown.contains(text), "\(text)")
      }
      for text in said + [shown] {
        #expect(!text.unicodeScalars.contains { Self.letters.dropLast().contains($0) })
        #expect(!secrets.contains { $0.count > 4 && text.contains($0) })
      }
    }
  }

  @Test func `repeat no error when its message disappears`() throws {
    var harness = form()
    harness.type("a")
    harness.focus(.confirmation)
    harness.type("a")
    let said = harness.announcements { $0.record($0.control.submit(at: $0.now)) }
    let text = harness.control.messageText
    let message = try #require(text)
    #expect(said == [message])
    harness.focus(.confirmation)
    let later = harness.announcements { $0.type("b") }
    let hasDisappeared = harness.control.messageText == nil
    #expect(hasDisappeared && !later.contains(message))
  }

  @Test func `say what the user has changed, and an error each time`() {
    var harness = form()
    #expect(harness.announcements { $0.type("a") } == ["At least 1 lowercase letter, met"])
    #expect(harness.announcements { $0.press(.backspace) } == ["At least 1 lowercase letter, not met"])
    harness.type("a")
    let left = harness.announcements { $0.focus(.confirmation) }
    #expect(left == ["Password must have at least 8 characters."])
    harness.focus(.password)
    harness.press(.backspace)
    for _ in 0..<2 {
      let said = harness.announcements { $0.record($0.control.submit(at: $0.now)) }
      #expect(said == [harness.control.messageText])
    }
    harness.type(goodPassword)
    harness.setStrength(bits: 30)
    #expect(harness.announcements { $0.setStrength(bits: 30.1) } == [])
    #expect(harness.announcements { $0.setStrength(bits: 90) } == ["Very strong"])
    harness.focus(.confirmation)
    #expect(harness.announcements { $0.type("x") } == ["Passwords do not match"])
    for isOn in [true, false] {
      let said = harness.announcements { $0.send(.keyboardChanged(KeyboardStatus(isCapsLockOn: isOn))) }
      #expect(said == ["Caps Lock is \(isOn ? "on" : "off")"])
    }
    let said = harness.announcements {
      $0.record(Response(outcomes: $0.control.generate(.standardCharacters, at: $0.now)))
    }
    #expect(said.contains { $0.hasPrefix("20 characters, ") && $0.contains("visible") })
  }

  @Test func `say that a password is shown or hidden, and another layout of several`() {
    var harness = form()
    #expect(harness.announcements { $0.press(.character("v"), .alt) } == ["Password is visible"])
    #expect(harness.announcements { $0.press(.escape) } == ["Password is hidden"])
    harness.press(.character("v"), .alt)
    let said = harness.announcements { $0.advance(by: .seconds(31)) }
    #expect(said == ["Password is hidden"])
    for (layout, isChange) in [("English", false), ("English", false), ("German", true)] {
      let status = KeyboardStatus(layout: layout, hasSeveralLayouts: true)
      let said = harness.announcements { $0.send(.keyboardChanged(status)) }
      #expect(said == (isChange ? [layout] : []))
      #expect(
        harness.objects.first { $0.node.role == .passwordEntry }?.node.description.contains(layout) == true)
    }
    #expect(harness.announcements { $0.send(.keyboardChanged(KeyboardStatus(layout: "Dutch"))) } == [])
  }

  /// The end of a wait makes its announcement obsolete.
  @Test func `say that an answer is checked only while it is`() {
    var harness = ControlHarness(PassphraseEntry(.init(label: "Passphrase"), in: .fixed()))
    harness.control.layOut(at: .zero, width: 400, at: .zero)
    harness.control.showWaiting("Checking…", at: harness.now)
    harness.advance(by: .milliseconds(300))
    let announcement = harness.objects.first?.node.announcement
    #expect(announcement?.text == "Checking…" && announcement?.isTemporary == true)
    harness.control.askAgain("Wrong.", at: harness.now)
    #expect(harness.objects.first?.node.announcement?.isTemporary == false)
  }

  @Test func `say an error of the owner each time, as the description of the field`() {
    var harness = ControlHarness(PassphraseEntry(.init(label: "Passphrase"), in: .fixed()))
    harness.control.layOut(at: .zero, width: 400, at: .zero)
    harness.control.focus(0, at: .zero)
    for _ in 0..<2 {
      let said = harness.announcements { $0.control.askAgain("Wrong. 2 tries left.", at: $0.now) }
      #expect(said == ["Wrong. 2 tries left."])
      // It is scrolled into view with the focus.
      let area = harness.control.frame(ofFocusStop: 0, at: harness.now)
      #expect(area.maxY >= harness.control.messageFrame.maxY && harness.control.messageFrame.height > 0)
      let field = harness.objects.first?.node
      #expect(field?.description == "Wrong. 2 tries left." && field?.states.contains(.invalid) == true)
    }
  }
}
