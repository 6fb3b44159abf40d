import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

extension ControlHarness<PasswordForm> {
  /// What was asked for so far, by its numbers.
  fileprivate var pasteRequests: [Int] {
    actions.compactMap { if case .paste(_, let number) = $0 { number } else { nil } }
  }

  /// Hands over what another program has, as the answer to a request.
  fileprivate mutating func receive(_ bytes: [UInt8], for request: Int) {
    let content = ReceivedData.Content(type: .text, bytes: ReceivedBytes(copying: bytes.span))
    receive(.success(content), for: request)
  }

  fileprivate mutating func receive(
    _ result: Result<ReceivedData.Content, ReceivedData.Failure>, for request: Int
  ) {
    send(.data(.received(ReceivedData(from: .secret(request: request), result))))
  }

  /// Pastes by the keyboard where the focus is.
  fileprivate mutating func paste(_ text: String) {
    press(.character("v"), .control)
    receive(Array(text.utf8), for: pasteRequests.last ?? -1)
  }

  fileprivate var texts: [String] {
    [control.password.text.string, control.confirmation.text.string]
  }

  /// What was copied last, which is then forgotten.
  fileprivate mutating func takeCopied() -> String? {
    let copied = control.takeCopied()
    return copied?.string
  }
}

@Suite struct `What is pasted into a password form` {
  @Test(arguments: [(Key.character("v"), Modifiers.control), (.insert, .shift)])
  func `comes into the field with the focus, at its caret and over what is selected`(
    key: Key, modifiers: Modifiers
  ) {
    var harness = form()
    harness.type("ab")
    harness.press(.left, .shift)
    harness.press(key, modifiers)
    #expect(harness.actions.last == .paste(.clipboard, request: 0))
    harness.receive(Array("密d".utf8), for: 0)
    harness.type("e")
    #expect(harness.texts == ["a密de", ""])
    harness.focus(.confirmation)
    harness.paste("a密d")
    #expect(harness.texts == ["a密de", "a密d"])
    #expect(harness.control.match == .beginning)
  }

  @Test(arguments: [PasswordForm.Stop.password, .confirmation], [false, true])
  func `P8 is not taken while a password is saved, which is said, whatever comes`(
    stop: PasswordForm.Stop, isFailure: Bool
  ) {
    var harness = filledForm()
    harness.focus(stop)
    harness.press(.character("v"), .control)
    harness.clickSubmit()
    #expect(harness.control.messageText == "Saving…")
    if isFailure {
      harness.receive(.failure(.nothingThere), for: 0)
    } else {
      harness.receive(Array("x".utf8), for: 0)
    }
    #expect(harness.texts == [goodPassword, goodPassword])
    #expect(harness.control.messageText == "Still saving, this takes a moment.")
    harness.clickSubmit()
    #expect(harness.control.isSaving && harness.saveCount == 1)
    harness.finishSaving()
    #expect(harness.texts == ["", ""])
  }

  @Test func `is judged as what is typed`() {
    var harness = form()
    harness.paste(goodPassword)
    #expect(harness.control.verdict.firstUnmet == nil)
    #expect(harness.actions.last == .judgeStrength)
    harness.focus(.confirmation)
    harness.paste(goodPassword)
    #expect(harness.control.match == .equal)
    harness.clickSubmit()
    #expect(harness.saveCount == 1)
  }

  @Test func `by the middle button is what is selected elsewhere, where that is pressed`() {
    var harness = form()
    harness.type("ac")
    let field = harness.control.frame(ofFocusStop: 0, at: harness.now)
    let place = Point(x: field.minX + 1, y: field.minY + 10)
    harness.send(.pointerPressed(PointerPress(at: place, button: .middle)))
    #expect(harness.actions.last == .paste(.primary, request: 0))
    harness.receive([98], for: 0)
    #expect(harness.texts == ["bac", ""])
  }

  @Test(arguments: [
    ("secret\n", "secret"), ("secret\r\n", "secret"), ("secret", "secret"), ("a\u{e9}", "aé"),
  ])
  func `loses one line end behind it`(text: String, result: String) {
    var harness = form()
    harness.paste(text)
    #expect(harness.texts == [result, ""])
  }

  @Test(arguments: [
    (Array("a\nb".utf8), SecureText.Refusal.controlCharacter),
    (Array("a\n\n".utf8), .controlCharacter), (Array("a\r".utf8), .controlCharacter),
    (Array("a\tb".utf8), .controlCharacter), ([97, 0], .controlCharacter),
    ([97, 0xFF], .invalidUTF8), ([0xE9], .invalidUTF8), ([0xC0, 0x80], .invalidUTF8),
    ([0xED, 0xA0, 0x80], .invalidUTF8), ([UInt8](repeating: 97, count: 1024), .tooLong),
  ])
  func `is taken whole or not at all, and then a line says why`(
    bytes: [UInt8], refusal: SecureText.Refusal
  ) {
    var harness = form()
    harness.type("x")
    harness.press(.character("v"), .control)
    harness.receive(bytes, for: 0)
    #expect(harness.texts == ["x", ""])
    #expect(harness.control.messageText == refusal.message)
    harness.press(.character("v"), .control)
    #expect(harness.control.messageText == nil, "the next one has not failed yet")
    harness.receive(bytes, for: 1)
    #expect(harness.control.messageText == refusal.message)
    harness.type("y")
    #expect(harness.control.messageText == nil)
  }

  @Test(arguments: [
    (ReceivedData.Failure.nothingThere, "There is no text to paste."),
    (.noProgress, "The other program has fallen silent; nothing was pasted."),
    (.tooMany, "Too much is being pasted at once; this was not."),
    (.tooLarge(limit: 4098), SecureText.Refusal.tooLong.message),
  ])
  func `is told of where it does not come`(failure: ReceivedData.Failure, line: String) {
    var harness = form()
    harness.press(.character("v"), .control)
    harness.receive(.failure(failure), for: 0)
    #expect(harness.control.messageText == line)
  }

  @Test(arguments: ["", "\n", "\r\n"]) func `may be nothing, and replaces nothing`(text: String) {
    var harness = form()
    harness.type("x")
    harness.press(.character("a"), .control)
    harness.paste(text)
    #expect(harness.texts == ["x", ""])
    #expect(harness.control.messageText == "There is no text to paste.")
  }

  @Test func `comes into the field in which it was asked for, wherever the focus is by then`() {
    var harness = form()
    harness.press(.character("v"), .control)
    harness.focus(.confirmation)
    harness.press(.character("v"), .control)
    harness.focus(.submit)
    // In any order.
    harness.receive([98], for: 1)
    #expect(harness.texts == ["", "b"])
    harness.receive([97], for: 0)
    #expect(harness.texts == ["a", "b"])
  }

  @Test func `comes once, and never unasked`() {
    var harness = form()
    harness.press(.character("v"), .control)
    for number in [1, 0, 0, -1] { harness.receive([97], for: number) }
    #expect(harness.texts == ["a", ""])
    harness.send(
      .data(
        .received(
          ReceivedData(
            from: .pasteboard(.clipboard),
            .success(.init(type: .text, bytes: ReceivedBytes(copying: [98].span)))))))
    #expect(harness.texts == ["a", ""])
  }

  @Test func `is passed over where the fields were wiped since`() {
    var harness = saving()
    harness.finishSaving()
    harness.focus(.password)
    harness.press(.character("v"), .control)
    harness.control.wipe(at: harness.now)
    harness.receive([97], for: 0)
    #expect(harness.texts == ["", ""])
    harness.paste("b")
    #expect(harness.texts == ["b", ""])
  }

  @Test func `is taken by no field while it is saved, nor asked for`() {
    var harness = filledForm()
    harness.press(.character("v"), .control)
    harness.clickSubmit()
    harness.receive([97], for: 0)
    harness.press(.character("v"), .control)
    #expect(harness.pasteRequests == [0])
    #expect(harness.texts == [goodPassword, goodPassword])
  }

  @Test func `is asked for once by a key that is held`() {
    var harness = form()
    for isRepeat in [false, true, true] {
      harness.send(
        .keyPressed(KeyPress(.character("v"), modifiers: .control, isRepeat: isRepeat)))
    }
    #expect(harness.pasteRequests == [0])
  }
}

@Suite struct `What is copied out of a password form` {
  private static let keys = [
    (Key.character("c"), Modifiers.control), (.insert, .control), (.character("x"), .control),
    (.delete, .shift),
  ]

  @Test(arguments: keys)
  func `is what is selected of a password that is shown`(key: Key, modifiers: Modifiers) {
    var harness = form()
    harness.type("Pass 密d!")
    harness.press(.character("v"), .alt)
    harness.press(.home)
    harness.press(.right)
    for _ in 0..<5 { harness.press(.right, .shift) }
    harness.press(key, modifiers)
    let isCut = key == .delete || key == .character("x")
    #expect(harness.actions.contains(.copied))
    #expect(harness.takeCopied() == "ass 密")
    #expect(harness.texts == [isCut ? "Pd!" : "Pass 密d!", ""])
    // It was handed over.
    #expect(harness.takeCopied() == nil)
    harness.type("x")
    #expect(harness.texts == ["Pxd!", ""])
  }

  @Test(arguments: keys)
  func `row 64: is nothing of a masked one`(key: Key, modifiers: Modifiers) {
    var harness = form()
    harness.type("Passw0rd!")
    harness.press(.character("a"), .control)
    let count = harness.actions.count
    let isHandled = harness.press(key, modifiers)
    #expect(isHandled)
    #expect(harness.actions.count == count)
    #expect(harness.takeCopied() == nil)
    #expect(harness.texts == ["Passw0rd!", ""])
  }

  @Test(arguments: keys)
  func `is nothing where nothing is selected`(key: Key, modifiers: Modifiers) {
    var harness = form()
    harness.press(.character("v"), .alt)
    harness.type("Passw0rd!")
    let count = harness.actions.count
    harness.press(key, modifiers)
    #expect(harness.actions.count == count)
    #expect(harness.texts == ["Passw0rd!", ""])
  }

  @Test func `is cut out of nothing that is saved, but copied`() {
    var harness = filledForm()
    harness.press(.character("v"), .alt)
    harness.press(.character("a"), .control)
    harness.clickSubmit()
    harness.press(.character("x"), .control)
    #expect(!harness.actions.contains(.copied))
    harness.press(.character("c"), .control)
    #expect(harness.takeCopied() == goodPassword)
    #expect(harness.texts == [goodPassword, goodPassword])
  }

  @Test func `is gone with the fields' content where nobody has taken it`() {
    var harness = form()
    harness.press(.character("v"), .alt)
    harness.type("Passw0rd!")
    harness.press(.character("a"), .control)
    harness.press(.character("c"), .control)
    harness.control.wipe(at: harness.now)
    #expect(harness.takeCopied() == nil)
  }
}
