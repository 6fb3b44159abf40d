import ControlTestSupport
import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

extension ControlHarness<PassphraseEntry> {
  /// Moves the focus to a stop, as the owner of the entry does.
  fileprivate mutating func focus(_ stop: Int) { control.focus(stop, at: now) }

  /// Presses the button of the dialog.
  fileprivate mutating func submit() -> [PassphraseEntry.Action] { control.submit(at: now).actions }

  fileprivate var entered: String { control.text.withFramedBytes { String(decoding: $0, as: UTF8.self) } }

  /// The displayed texts.
  fileprivate var texts: [String] { drawing().lines.map(\.text.string) }

  /// The leftmost position of the drawn bullets or glyphs of the first field.
  fileprivate var fieldLeft: Double { drawing().fieldFrames.first?.minX ?? .nan }
}

extension DisplayList {
  /// The frames of the fields, which are the filled shapes of their height.
  fileprivate var fieldFrames: [Rect] {
    var frames: [Rect] = []
    forEachElement { element, transform in
      guard case .shape(.roundedRect(let shape), .fill, _) = element, shape.rect.height == 50 else { return }
      frames.append(transform(shape.rect))
    }
    return frames
  }
}

/// Returns an entry with the focus in its first field.
private func entry(
  reducesMotion: Bool = false, _ configure: (inout PassphraseEntry.Configuration) -> Void = { _ in }
) -> ControlHarness<PassphraseEntry> {
  var configuration = PassphraseEntry.Configuration(label: "Passphrase")
  configure(&configuration)
  var harness = ControlHarness(PassphraseEntry(configuration, in: .fixed(reducesMotion: reducesMotion)))
  harness.control.layOut(at: Point(x: 20, y: 20), width: 400, at: harness.now)
  harness.focus(0)
  return harness
}

private func repeatedEntry(
  _ configure: (inout PassphraseEntry.Configuration) -> Void = { _ in }
) -> ControlHarness<PassphraseEntry> {
  entry {
    configure(&$0)
    $0.confirmation = (label: "Repeat", mismatch: "They differ", success: "They match")
    $0.showsQuality = true
    $0.generatorLabel = "Suggest"
  }
}

@Suite struct `Passphrase entry` {
  @Test(arguments: [1, 2.2, 3]) func `draws no text over another one in large fonts`(scale: Double) {
    var harness = repeatedEntry()
    harness.environment.theme.fonts.updateAll { $0.size *= scale }
    harness.type("abc")
    harness.focus(harness.control.confirmationStop)
    harness.type("x")
    harness.control.setQuality(percent: -10, label: "Quality of the new passphrase", at: harness.now)
    harness.settle()
    let lines = harness.drawing().textFrames
    for (index, line) in lines.enumerated() {
      for other in lines[(index + 1)...] {
        #expect(!line.ink.inset(by: 0.5).intersects(other.ink.inset(by: 0.5)), "\(line) \(other)")
      }
    }
  }

  @Test func `accepts the text on Enter and on the button of the dialog`() {
    var harness = entry()
    harness.type("a b%")
    #expect(harness.actions == Array(repeating: .edited, count: 4) && harness.entered == "a b%")
    harness.press(.enter)
    #expect(harness.actions.last == .accepted)
    #expect(harness.submit() == [.accepted] && !harness.control.isRepeated)
  }

  @Test(arguments: [false, true]) func `accepts after the paste that precedes Enter`(isButton: Bool) {
    var harness = entry()
    harness.type("a")
    harness.press(.character("v"), .control)
    harness.type("c")
    if isButton { #expect(harness.submit().isEmpty) } else { harness.press(.enter) }
    harness.type("d")
    #expect(!harness.actions.contains(.accepted))
    harness.receive([98], for: 0)
    #expect(harness.actions.last == .accepted && harness.entered == "abc")
  }

  /// ssh-keygen asks in this way for the passphrase of a new key. The clipboard has two lines.
  @Test(arguments: [false, true]) func `accepts no empty text after a refused paste`(isLate: Bool) {
    var harness = entry()
    for index in 0...1 {
      harness.press(.character("v"), .control)
      if isLate { harness.press(.enter) }
      harness.receive(Array("a\nb".utf8), for: index)
      if !isLate { harness.press(.enter) }
      #expect(harness.entered.isEmpty && !harness.actions.contains(.accepted))
    }
    #expect(harness.texts.contains { $0.contains("line breaks") })
    harness.type("x")
    harness.press(.backspace)
    harness.press(.enter)
    #expect(harness.actions.last == .accepted)
  }

  @Test func `accepts no empty text after a paste that the user has given up`() {
    var harness = entry()
    harness.press(.character("v"), .control)
    for key in [Key.enter, .escape, .enter] { harness.press(key) }
    #expect(!harness.actions.contains(.accepted))
  }

  @Test func `ignores a repeated Enter key`() {
    var harness = entry()
    harness.press(.enter, isRepeat: true)
    #expect(harness.actions.isEmpty)
  }

  @Test func `accepts an empty text only if it is allowed`() {
    var harness = entry()
    #expect(harness.submit() == [.accepted])
    var other = entry { $0.allowsEmpty = false }
    #expect(other.submit().isEmpty && other.texts.contains("Enter a text."))
  }

  @Test func `refuses a text with more bytes than the other program accepts`() {
    var harness = entry { $0.maximumByteCount = 4 }
    harness.type("äö")
    #expect(harness.submit() == [.accepted])
    harness.type("x")
    #expect(harness.submit().isEmpty)
    #expect(harness.texts.contains { $0.contains("4 bytes") })
    harness.press(.backspace)
    #expect(!harness.texts.contains { $0.contains("4 bytes") })
  }

  @Test func `refuses a text that is too long before it is repeated`() {
    var harness = repeatedEntry { $0.maximumByteCount = 4 }
    harness.type("abcde")
    harness.press(.enter)
    #expect(
      harness.effects.contains { if case .focus(0) = $0 { true } else { false } }
        && harness.texts.contains { $0.contains("4 bytes") })
    harness.focus(2)
    harness.type("abcde")
    #expect(harness.submit().isEmpty && harness.texts.contains { $0.contains("4 bytes") })
  }

  @Test(arguments: [Key.up, .down, .pageUp, .pageDown]) func `accepts with Enter after keys of other fields`(
    key: Key
  ) {
    var harness = entry()
    harness.type("ab")
    harness.press(key)
    harness.focus(1)
    harness.press(.enter)
    #expect(harness.actions.last == .accepted && harness.control.isWaiting == false)
  }

  @Test func `accepts two texts only if they are equal`() {
    var harness = repeatedEntry()
    harness.type("abc")
    harness.press(.enter)
    let stops = harness.effects.compactMap { if case .focus(let stop) = $0 { stop } else { nil } }
    #expect(!harness.actions.contains(.accepted) && stops == [2])
    harness.focus(2)
    harness.type("ab")
    #expect(harness.texts.contains("Matches so far"))
    #expect(harness.submit().isEmpty && harness.texts.contains("They differ"))
    harness.type("c")
    #expect(harness.texts.contains("They match"))
    #expect(harness.submit() == [.accepted] && harness.control.isRepeated)
  }

  @Test func `keeps its height while two texts are typed`() {
    var harness = repeatedEntry()
    let height = harness.control.frame.height
    harness.type("abc")
    harness.focus(2)
    for letter in ["a", "x"] {
      harness.type(letter)
      #expect(harness.control.frame.height == height)
    }
  }

  @Test func `shakes the field once after an error, and ends where it began`() {
    var harness = entry()
    let left = harness.fieldLeft
    harness.type("x")
    harness.control.askAgain("Wrong", at: harness.now)
    #expect(harness.texts.contains("Wrong"))
    var (least, greatest) = (left, left)
    for _ in 0..<60 {
      harness.advance(by: .milliseconds(8))
      least = min(least, harness.fieldLeft)
      greatest = max(greatest, harness.fieldLeft)
    }
    #expect(greatest - left > 4 && greatest - left < 14 && left - least > 2)
    #expect(harness.fieldLeft == left)
  }

  @Test func `does not shake with reduced motion`() {
    var harness = entry(reducesMotion: true)
    let left = harness.fieldLeft
    harness.control.askAgain("Wrong", at: harness.now)
    harness.advance(by: .milliseconds(20))
    #expect(harness.fieldLeft == left && harness.texts.contains("Wrong"))
  }

  @Test func `is not editable while it waits, and asks again`() {
    var harness = entry()
    harness.type("abc")
    harness.control.showWaiting("Checking", at: harness.now)
    harness.type("d")
    #expect(harness.entered == "abc" && harness.submit().isEmpty && harness.control.isWaiting)
    // The message appears later.
    harness.advance(by: .milliseconds(299))
    let next = harness.control.nextChange(after: harness.now) ?? .zero + .seconds(9)
    #expect(!harness.texts.contains("Checking") && next <= harness.now + .milliseconds(1))
    harness.advance(by: .milliseconds(1))
    #expect(harness.texts.contains("Checking"))
    #expect(harness.control.nextChange(after: harness.now) == harness.now, "the spinner turns")
    harness.control.wipe(at: harness.now)
    harness.control.askAgain(nil, at: harness.now)
    harness.type("e")
    #expect(harness.entered == "e" && !harness.control.isWaiting && harness.submit() == [.accepted])
  }

  @Test func `puts a generated text into both fields`() {
    var harness = repeatedEntry()
    var generated = SecureText()
    for byte in "blue-fox".utf8 { generated.appendPrintableASCII(byte) }
    let response = harness.control.replaceText(with: generated, at: harness.now)
    #expect(response.actions == [.edited] && harness.submit() == [.accepted])
    #expect(harness.entered == "blue-fox")
    // A screen reader does not read it, but that it is shown.
    let said = response.effects.compactMap { if case .announce(let text, _) = $0 { text } else { nil } }
    #expect(said == ["Password is visible"])
  }

  @Test func `requests a generated text from its owner`() throws {
    var harness = repeatedEntry()
    let line = try #require(harness.drawing().lines.first { $0.text.string == "Suggest" })
    harness.click(line.frame.center)
    #expect(harness.actions == [.generate])
    harness.control.showWaiting("Checking", at: harness.now)
    harness.click(line.frame.center)
    #expect(harness.actions == [.generate])
  }

  @Test func `shows a sanitized rating`() {
    var harness = repeatedEntry()
    harness.type("x")
    harness.control.setQuality(percent: -30, label: "Quality\u{202E}:", at: harness.now)
    #expect(harness.texts.contains("Quality[U+202E]: 30 %, too weak"))
    harness.control.setQuality(percent: .min, label: "Quality:", at: harness.now)
    #expect(harness.texts.contains("Quality: 100 %, too weak"))
    for (percent, grade) in [(-80, "Very weak"), (24, "Very weak"), (37, "Weak"), (100, "Very strong")] {
      harness.control.setQuality(percent: percent, label: "Strength, by gpg", at: harness.now)
      let node = harness.objects.first { $0.node.role == .levelBar }?.node
      #expect([node?.name, node?.value?.text, node?.announcement?.text] == [grade, grade, grade])
    }
  }

  @Test func `shows text that is no secret, without a reveal button`() {
    var harness = entry { $0.isSecret = false }
    harness.type("name")
    #expect(harness.control.focusStopCount == 1)
    harness.press(.escape)
    harness.send(.windowFocusChanged(isFocused: false))
    harness.advance(by: .seconds(60))
    var secrets = 0
    harness.drawing().forEachElement { element, _ in if case .secret = element { secrets += 1 } }
    #expect(secrets == 1)
    #expect(harness.objects.allSatisfy { $0.node.role != .passwordEntry })
    var masked = entry()
    masked.type("name")
    #expect(masked.control.focusStopCount == 2)
  }

  /// The caret counts scalars for clients, and graphemes for the field.
  @Test func `lets an assistive program read and edit text that is no secret`() throws {
    var harness = entry { $0.isSecret = false }
    harness.type("noe\u{301}l")
    func field() throws -> AccessibleTree.Entry {
      try #require(harness.objects.first { $0.node.text != nil })
    }
    let path = try field().path
    #expect(try field().node.text == AccessibleText(.plain("noe\u{301}l"), caret: 5))
    harness.send(.accessibility(AccessibilityRequest(.select(2..<4), of: path)))
    #expect(try field().node.text?.selection == 2..<4)
    harness.send(.accessibility(AccessibilityRequest(.replaceText(2..<4, with: "e"), of: path)))
    #expect(try field().node.text == AccessibleText(.plain("noel"), caret: 3))
    harness.send(.accessibility(AccessibilityRequest(.replaceText(0..<9, with: ""), of: path)))
    #expect(try field().node.text == AccessibleText(.plain(""), caret: 0))
    var secret = entry()
    secret.type("a")
    let secretPath = try #require(secret.objects.first { $0.node.text != nil }).path
    secret.send(.accessibility(AccessibilityRequest(.replaceText(0..<1, with: "b"), of: secretPath)))
    #expect(secret.objects.contains { $0.node.text?.content == .obscured(count: 1) })
  }

  /// The field whose text is revealed, while the user types into the first one.
  @Test(arguments: [false, true])
  func `hides revealed text after a time without user input`(isConfirmation: Bool) {
    var harness = isConfirmation ? repeatedEntry() : entry()
    if isConfirmation { harness.focus(harness.control.confirmationStop) }
    harness.type("a")
    harness.focus((isConfirmation ? harness.control.confirmationStop : 0) + 1)
    harness.press(.space)
    harness.focus(0)
    var isRevealed: Bool {
      var graphemes = 0
      harness.drawing().forEachElement { element, _ in
        if case .secret(let secret) = element { graphemes += secret.graphemes.count }
      }
      return graphemes > 0
    }
    for _ in 1...6 {
      harness.advance(by: .seconds(10))
      harness.type("a")
      #expect(isRevealed)
    }
    harness.advance(by: .seconds(31))
    #expect(!isRevealed)
  }

  @Test(arguments: [0, -1, .min]) func `draws no groups of an impossible size`(size: Int) {
    var harness = entry {
      $0.groupSize = size
      $0.isSecret = false
    }
    harness.type("abc")
    #expect(harness.drawing().secrets.map(\.graphemes) == [0..<3])
  }

  @Test func `draws revealed text in groups`() {
    var harness = entry {
      $0.groupSize = 5
      $0.isSecret = false
    }
    harness.type("abcdefghijkl")
    var runs: [(graphemes: Range<Int>, x: Double)] = []
    harness.drawing().forEachElement { element, _ in
      if case .secret(let secret) = element { runs.append((secret.graphemes, secret.origin.x)) }
    }
    #expect(runs.map(\.graphemes) == [0..<5, 5..<10, 10..<12])
    let widths = zip(runs, runs.dropFirst()).map { $1.x - $0.x }
    #expect(Set(widths).count == 1 && (widths.first ?? 0) > 0)
  }

  @Test func `wipes both fields`() {
    var harness = repeatedEntry()
    harness.type("abc")
    harness.focus(2)
    harness.type("abc")
    let before = harness.control.text.isEmpty
    harness.control.wipe(at: harness.now)
    let after = harness.control.text.isEmpty
    #expect(!before && after)
    // The empty fields match.
    #expect(harness.control.submit(at: harness.now).actions == [.accepted])
  }
}
