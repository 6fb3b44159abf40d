import ControlTestSupport
import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

extension ControlHarness where Subject: ~Copyable {
  /// The numbers of the paste requests so far.
  var pasteRequests: [Int] {
    effects.compactMap { if case .requestSecret(_, let request, _) = $0 { request } else { nil } }
  }

  /// Sends the text of another program as the reply to the request with an index.
  mutating func receive(_ bytes: [UInt8], for index: Int) {
    let content = ReceivedData.Content(type: .text, bytes: ReceivedBytes(copying: bytes.span))
    receive(.success(content), for: index)
  }

  fileprivate mutating func receive(
    _ result: Result<ReceivedData.Content, ReceivedData.Failure>, for index: Int
  ) {
    // No form makes a request with a negative number.
    let request = pasteRequests.indices.contains(index) ? pasteRequests[index] : -1
    send(.data(.received(ReceivedData(from: .secret(request: request), result))))
  }
}

extension ControlHarness<PasswordForm> {
  /// Pastes into the focused field with the keyboard.
  mutating func paste(_ text: String) {
    press(.character("v"), .control)
    receive(Array(text.utf8), for: pasteRequests.count - 1)
  }

  fileprivate var showsPasting: Bool {
    drawing().lines.contains { $0.text.string.hasPrefix("Pasting…") }
  }

  fileprivate var texts: [String] {
    [control.password.text.string, control.confirmation.text.string]
  }

  /// The pasteboards of the paste requests so far.
  fileprivate var pasteboards: [Pasteboard] {
    effects.compactMap { if case .requestSecret(let pasteboard, _, _) = $0 { pasteboard } else { nil } }
  }

  /// The copied texts so far.
  fileprivate var copiedTexts: [String] {
    effects.compactMap {
      guard case .offerSecret(let provider) = $0 else { return nil }
      return provider.withUTF8 { String(copying: UTF8Span(unchecked: $0)) }
    }
  }
}

@Suite struct `Paste into a password form` {
  @Test(arguments: [(Key.character("v"), Modifiers.control), (.insert, .shift)])
  func `replaces the selection in the focused field`(
    key: Key, modifiers: Modifiers
  ) {
    var harness = form()
    harness.type("ab")
    harness.press(.left, .shift)
    harness.press(key, modifiers)
    #expect(harness.pasteboards == [.clipboard])
    harness.receive(Array("密d".utf8), for: 0)
    harness.type("e")
    #expect(harness.texts == ["a密de", ""])
    harness.focus(.confirmation)
    harness.paste("\u{FEFF}a密d\n")
    #expect(harness.texts == ["a密de", "a密d"])
    #expect(harness.control.match == .partial)
  }

  @Test(arguments: [false, true]) func `P8 saves after the paste that precedes Enter`(isFailure: Bool) {
    var harness = form()
    harness.type(goodPassword)
    harness.focus(.confirmation)
    harness.press(.character("v"), .control)
    harness.press(.enter)
    harness.type("x")
    #expect(harness.saveCount == 0)
    if isFailure {
      harness.receive(.failure(.noData), for: 0)
      #expect(harness.control.messageText == "Nothing to paste." && !harness.control.isSaving)
    } else {
      harness.receive(Array(goodPassword.utf8), for: 0)
      #expect(harness.control.isSaving && harness.saveCount == 1)
      harness.press(.character("v"), .control)
      #expect(harness.pasteRequests.count == 1 && harness.texts == [goodPassword, goodPassword])
    }
  }

  /// Each key of the second list is pressed before a reply arrives.
  @Test(arguments: [[0, 1], [1, 0]]) func `keeps the order of pasted and typed text`(replies: [Int]) {
    var harness = form()
    harness.type("abz")
    harness.press(.left)
    harness.press(.left, .shift)
    for letter in ["c", "d"] {
      harness.press(.character("v"), .control)
      harness.type(letter)
    }
    harness.press(.home)
    harness.type("_")
    for index in replies { harness.receive(Array("\(index)\(index)".utf8), for: index) }
    harness.type("^")
    #expect(harness.texts == ["_^a00c11dz", ""])
  }

  @Test func `shows that a paste takes long, and gives it up on Escape`() {
    var harness = form()
    harness.press(.character("v"), .control)
    harness.advance(by: .milliseconds(250))
    #expect(harness.showsPasting == false)
    harness.advance(by: .milliseconds(250))
    #expect(harness.showsPasting == true)
    let isHandled = harness.press(.escape)
    harness.settle()
    harness.receive([97], for: 0)
    #expect(isHandled && harness.showsPasting == false && harness.texts == ["", ""])
  }

  @Test func `is evaluated like typed text`() {
    var harness = form()
    harness.paste(goodPassword)
    #expect(harness.control.evaluation.firstUnmet == nil)
    #expect(harness.actions.last == .estimateStrength)
    harness.focus(.confirmation)
    harness.paste(goodPassword)
    #expect(harness.control.match == .equal)
    harness.clickSubmit()
    #expect(harness.saveCount == 1)
  }

  @Test func `inserts the primary selection at a middle click`() {
    var harness = form()
    harness.type("ac")
    let field = harness.control.frame(ofFocusStop: 0, at: harness.now)
    let point = Point(x: field.minX + 1, y: field.minY + 10)
    harness.send(.pointerPressed(PointerPress(at: point, button: .middle)))
    #expect(harness.pasteboards == [.primary])
    harness.receive([98], for: 0)
    #expect(harness.texts == ["bac", ""])
  }

  @Test(arguments: [
    ("secret\n", "secret"), ("secret\r\n", "secret"), ("secret", "secret"), ("a\u{e9}", "aé"),
  ])
  func `removes one trailing line break`(text: String, result: String) {
    var harness = form()
    harness.paste(text)
    #expect(harness.texts == [result, ""])
  }

  @Test(arguments: [
    (Array("a\nb".utf8), SecureText.Rejection.controlCharacter),
    (Array("a\n\n".utf8), .controlCharacter), (Array("a\r".utf8), .controlCharacter),
    (Array("a\tb".utf8), .controlCharacter), ([97, 0], .controlCharacter),
    ([97, 0xFF], .invalidUTF8), ([0xE9], .invalidUTF8), ([0xC0, 0x80], .invalidUTF8),
    ([0xED, 0xA0, 0x80], .invalidUTF8), ([UInt8](repeating: 97, count: 1024), .tooLong),
  ])
  func `inserts the whole text or rejects it with a message`(
    bytes: [UInt8], rejection: SecureText.Rejection
  ) {
    var harness = form()
    harness.type("x")
    harness.press(.character("v"), .control)
    harness.receive(bytes, for: 0)
    #expect(harness.texts == ["x", ""])
    #expect(harness.control.messageText == rejection.message)
    harness.press(.character("v"), .control)
    #expect(harness.control.messageText == nil, "the next request has not failed yet")
    harness.receive(bytes, for: 1)
    #expect(harness.control.messageText == rejection.message)
    harness.type("y")
    #expect(harness.control.messageText == nil)
  }

  @Test(arguments: [
    (ReceivedData.Failure.noData, "Nothing to paste."),
    (.timedOut, "Pasting timed out."),
    (.tooManyRequests, "Too many pastes in progress."),
    (.tooLarge(limit: 4098), SecureText.Rejection.tooLong.message),
  ])
  func `shows a message if no text arrives`(failure: ReceivedData.Failure, line: String) {
    var harness = form()
    harness.press(.character("v"), .control)
    harness.receive(.failure(failure), for: 0)
    #expect(harness.control.messageText == line)
  }

  @Test(arguments: ["", "\n", "\r\n"]) func `ignores empty text with a message`(text: String) {
    var harness = form()
    harness.type("x")
    harness.press(.character("a"), .control)
    harness.paste(text)
    #expect(harness.texts == ["x", ""])
    #expect(harness.control.messageText == "Nothing to paste.")
  }

  @Test func `inserts text into the requesting field after the focus has moved`() {
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

  @Test func `handles one reply for each request and ignores all others`() {
    var harness = form()
    harness.press(.character("v"), .control)
    for request in [1, 0, 0, -1] { harness.receive([97], for: request) }
    #expect(harness.texts == ["a", ""])
    harness.send(
      .data(
        .received(
          ReceivedData(
            from: .pasteboard(.clipboard),
            .success(.init(type: .text, bytes: ReceivedBytes(copying: [98].span)))))))
    #expect(harness.texts == ["a", ""])
  }

  @Test func `ignores replies to requests from before a wipe`() {
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

  @Test func `sends one request while a key is held`() {
    var harness = form()
    for isRepeat in [false, true, true] {
      harness.send(
        .keyPressed(KeyPress(.character("v"), modifiers: .control, isRepeat: isRepeat)))
    }
    #expect(harness.pasteRequests.count == 1)
  }
}

@Suite struct `Copy from a password form` {
  private static let keys = [
    (Key.character("c"), Modifiers.control), (.insert, .control), (.character("x"), .control),
    (.delete, .shift),
  ]

  @Test(arguments: keys)
  func `copies the selection of a revealed password`(key: Key, modifiers: Modifiers) {
    var harness = form()
    harness.type("Pass 密d!")
    harness.press(.character("v"), .alt)
    harness.press(.home)
    harness.press(.right)
    for _ in 0..<5 { harness.press(.right, .shift) }
    harness.press(key, modifiers)
    let isCut = key == .delete || key == .character("x")
    #expect(harness.copiedTexts == ["ass 密"])
    #expect(harness.texts == [isCut ? "Pd!" : "Pass 密d!", ""])
    harness.type("x")
    #expect(harness.texts == ["Pxd!", ""])
  }

  @Test(arguments: keys)
  func `row 64: copies nothing from a masked password`(key: Key, modifiers: Modifiers) {
    var harness = form()
    harness.type("Passw0rd!")
    harness.press(.character("a"), .control)
    let count = harness.outcomes.count
    let isHandled = harness.press(key, modifiers)
    #expect(isHandled)
    #expect(harness.outcomes.count == count)
    #expect(harness.copiedTexts.isEmpty)
    #expect(harness.texts == ["Passw0rd!", ""])
  }

  @Test(arguments: keys)
  func `copies nothing without a selection`(key: Key, modifiers: Modifiers) {
    var harness = form()
    harness.press(.character("v"), .alt)
    harness.type("Passw0rd!")
    let count = harness.outcomes.count
    harness.press(key, modifiers)
    #expect(harness.outcomes.count == count)
    #expect(harness.texts == ["Passw0rd!", ""])
  }

  @Test func `copies but does not cut during a save`() {
    var harness = filledForm()
    harness.press(.character("v"), .alt)
    harness.press(.character("a"), .control)
    harness.clickSubmit()
    harness.press(.character("x"), .control)
    #expect(harness.copiedTexts.isEmpty)
    harness.press(.character("c"), .control)
    #expect(harness.copiedTexts == [goodPassword])
    #expect(harness.texts == [goodPassword, goodPassword])
  }
}

/// A control with only the members that a program has to write.
private struct Wrapper: CompositeControl {
  typealias Action = Never
  let group: ControlGroup<Never>
  var frame: Rect { group.frame }

  mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    group.layOut(at: origin, width: width, at: now)
  }
}

@Suite struct `Two password forms in a group` {
  private let group = ControlGroup<Never>(.column(), in: .fixed())
  private let forms: [Child<PasswordForm>]
  private var harness: ControlHarness<ControlGroup<Never>>

  init() {
    forms = [group.add(PasswordForm(in: .fixed())), group.add(PasswordForm(in: .fixed()))]
    group.layOut(at: .zero, width: 400, at: .zero)
    harness = ControlHarness(group)
  }

  private func focus(_ index: Int) {
    if let stop = group.focusStop(of: forms[index]) { group.focus(stop, at: harness.now) }
  }

  @Test mutating func `pass only their own texts to the renderer`() {
    for (index, text) in ["one", "two"].enumerated() {
      focus(index)
      harness.type(text)
    }
    var graphemes: [String] = []
    for form in forms {
      group.withGrapheme(at: 0, of: form.read { $0.password.handle }) {
        graphemes.append(String(decoding: $0.withUnsafeBufferPointer { Array($0) }, as: UTF8.self))
      }
    }
    #expect(graphemes == ["o", "t"])
  }

  @Test mutating func `pass their secrets on through a control of the program`() {
    let outer = ControlGroup<Never>(.column(), in: .fixed())
    outer.add(Wrapper(group: group))
    focus(1)
    harness.type("two")
    var graphemes = 0
    outer.withGrapheme(at: 0, of: forms[1].read { $0.password.handle }) { _ in graphemes += 1 }
    #expect(graphemes == 1)
  }

  @Test mutating func `receive the texts that they have requested`() {
    for index in [1, 0] {
      focus(index)
      harness.press(.character("v"), .control)
    }
    // The second reply arrives first.
    for (index, text) in [(1, "second"), (0, "first")] { harness.receive(Array(text.utf8), for: index) }
    #expect(forms.map { $0.read { $0.password.text.string } } == ["second", "first"])
  }
}
