import ControlTestSupport
import Controls
import Scene
import Secrets
import TestSupport
import Testing

@testable import PasswordForm

@Suite struct `Masked password` {
  @Test(arguments: [
    ("iiii", "MMMM"), ("a b ", "abcd"), ("1234", "éß四👨‍👩‍👧‍👦"), ("....", "correct".prefix(4).description),
  ])
  func `P6 draws the same content for any characters`(one: String, other: String) {
    func drawings(of text: String) -> [DisplayList] {
      var harness = field(in: Environment(text: ByteWidthTextMetrics()))
      harness.type(text)
      var drawings = [harness.drawing()]
      for key in [Key.left, .home] {
        harness.press(key)
        drawings.append(harness.drawing())
      }
      harness.press(.right, .shift)
      return drawings + [harness.drawing()]
    }
    #expect(drawings(of: one) == drawings(of: other))
  }

  @Test func `P6 adds no text to the drawing, masked or revealed`() {
    var harness = field()
    let label = harness.drawing().texts
    harness.type("hunter2")
    #expect(harness.drawing().texts == label)
    #expect(harness.drawing().secrets.isEmpty)
    harness.clickRevealButton()
    #expect(harness.drawing().texts == label)
    #expect(harness.drawing().bullets(in: harness.control.contentFrame).isEmpty)
  }

  @Test func `P6 draws revealed text by handle with a new generation for each change`() throws {
    var harness = field()
    harness.type("hunter2")
    harness.clickRevealButton()
    let secret = try #require(harness.drawing().secrets.first)
    #expect(secret.handle == harness.control.handle)
    #expect(secret.graphemes == 0..<7)
    harness.press(.backspace)
    harness.type("3")
    let changed = try #require(harness.drawing().secrets.first)
    #expect(changed.graphemes == 0..<7)
    #expect(changed.generation != secret.generation)
  }

  @Test func `passes its text to the renderer only for its own handle`() {
    var harness = form()
    harness.fill("one", "two")
    func grapheme(_ index: Int, of handle: SecretHandle) -> String? {
      var found: String?
      harness.control.withGrapheme(at: index, of: handle) {
        found = $0.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
      }
      return found
    }
    #expect(grapheme(2, of: harness.control.password.handle) == "e")
    #expect(grapheme(2, of: harness.control.confirmation.handle) == "o")
    #expect(grapheme(3, of: harness.control.password.handle) == nil)
    #expect(grapheme(0, of: SecretHandle()) == nil)
  }
}

@Suite struct `Reveal button` {
  @Test func `P6 shows its action: the icon is crossed out while text is readable`() {
    var harness = field()
    let eye = harness.eyeStrokes
    harness.clickRevealButton()
    #expect(harness.eyeStrokes.count == eye.count + 1)
    #expect(harness.eyeStrokes.prefix(eye.count) == eye[...])
    harness.clickRevealButton()
    #expect(harness.eyeStrokes == eye)
  }

  @Test(arguments: [true, false])
  func `P6 keeps text, caret, selection and focus`(byPointer: Bool) {
    var harness = field()
    harness.type("abcdef")
    harness.press(.left)
    for _ in 0..<3 { harness.press(.left, .shift) }
    if byPointer {
      harness.move(to: harness.control.buttonFrame.center)
    } else {
      harness.focus(.reveal)
    }
    let before = harness.drawing()
    for isRevealed in [true, false] {
      if byPointer { harness.clickRevealButton() } else { harness.press(.space) }
      #expect(harness.control.isRevealed == isRevealed)
      #expect(harness.text == "abcdef")
      #expect(harness.selection == [5, 2])
      #expect(harness.control.focusedStop == (byPointer ? .text : .reveal))
    }
    #expect(harness.drawing() == before)
    if !byPointer { harness.focus(.text) }
    harness.type("X")
    #expect(harness.text == "abXf")
  }

  @Test func `moves the focus from the reveal button to the text when a character is typed`() {
    var harness = field()
    harness.focus(.reveal)
    harness.press(.delete)
    #expect(harness.outcomes.isEmpty)
    harness.type("m")
    let focusRequests: [Int] = harness.effects.compactMap {
      if case .focus(let stop) = $0 { stop } else { nil }
    }
    #expect(focusRequests == [PasswordField.FocusStop.text.rawValue] && harness.text == "m")
    harness.focus(.reveal)
    harness.send(.textCommitted(TypedText("é")))
    #expect(harness.text == "mé")
  }

  @Test func `P6 handles Space once while it is held, and never reveals by Enter`() {
    var harness = field()
    let key = Key.space
    harness.focus(.reveal)
    harness.press(.enter)
    #expect(harness.control.isRevealed == false && harness.actions == [.entered])
    harness.press(key)
    harness.press(key, isRepeat: true)
    #expect(harness.control.isRevealed == true)
    #expect(harness.text == "")
    let isHandled = harness.press(key, .control)
    #expect(!isHandled)
  }

  @Test(arguments: [PasswordField.FocusStop.text, .reveal])
  func `P6 hides the text on Escape and ignores Escape otherwise`(stop: PasswordField.FocusStop) {
    var harness = field()
    harness.type("abc")
    harness.clickRevealButton()
    harness.focus(stop)
    var isHandled = harness.press(.escape)
    #expect(isHandled)
    #expect(harness.control.isRevealed == false)
    isHandled = harness.press(.escape)
    #expect(!isHandled)
    #expect(harness.text == "abc")
  }

  @Test func `P6 ignores a press if the pointer leaves before the release`() {
    var harness = field()
    harness.press(at: harness.control.buttonFrame.center)
    harness.move(to: harness.caretPoint(2))
    harness.release()
    #expect(harness.control.isRevealed == false)
    harness.press(at: harness.control.buttonFrame.center)
    harness.send(.pointerGrabLost)
    harness.release()
    #expect(harness.control.isRevealed == false)
  }

  @Test func `P6 tints its background when hovered, and more when pressed`() {
    var harness = field()
    let eye = harness.control.buttonFrame.center
    #expect(harness.eyeTint == nil)
    harness.move(to: eye)
    let hovered = harness.eyeTint ?? 0
    harness.press(at: eye)
    let pressed = harness.eyeTint ?? 0
    #expect(0 < hovered && hovered < pressed)
    harness.move(to: harness.caretPoint(2))
    #expect(harness.eyeTint == nil, "a release has no effect here")
    harness.release()
    harness.press(at: harness.caretPoint(2))
    harness.move(to: eye)
    #expect(harness.eyeTint == nil, "the pointer selects text")
  }

  @Test func `P6 reveals only its own field`() {
    var harness = form()
    harness.fill("abc", "abc")
    harness.focus(.passwordReveal)
    harness.press(.space)
    #expect(harness.control.password.isRevealed == true)
    #expect(harness.control.confirmation.isRevealed == false)
    harness.focus(.confirmationReveal)
    harness.press(.space)
    #expect(harness.control.confirmation.isRevealed == true)
  }
}

extension ControlHarness<PasswordField> {
  /// The opacity of the tint behind the reveal button, or `nil` if there is none.
  fileprivate var eyeTint: Double? {
    for case .shape(.roundedRect(let shape), .fill, let color) in drawing().elements
    where control.buttonFrame.contains(shape.rect.origin) {
      return color.alpha
    }
    return nil
  }

  /// The stroked paths of the reveal button's icon.
  fileprivate var eyeStrokes: [Path] {
    drawing().elements.compactMap {
      guard case .shape(.path(let path), .stroke, _) = $0 else { return nil }
      return control.buttonFrame.contains(path.bounds.center) ? path : nil
    }
  }
}
