import ControlTestSupport
import Scene
import TestSupport

@testable import Controls

// Expectations.
extension ScriptRunner {
  mutating func expect(_ words: inout ScriptWords) throws(ScriptError) {
    guard hasField else { throw ScriptError("no field has been created") }
    if try expectActions(&words) { return }
    if try expectTokens(&words) { return }
    if try expectVisibleState(&words) { return }
    if try expectOverlay(&words) { return }
    let expected = words.skip("empty") ? FieldNotation() : try words.content()
    let notation = FieldNotation(field)
    let actual = expected.selection == nil ? notation.withoutSelection : notation
    try require(actual == expected, "the field is \(notation), expected \(expected)")
  }

  func require(
    _ isAsExpected: Bool, _ message: @autoclosure () -> String
  ) throws(ScriptError) {
    if !isAsExpected { throw ScriptError(message()) }
  }

  /// Checks the actions of the last command, and the data offered to other programs.
  ///
  /// - Returns: Whether the words are such an expectation.
  private func expectActions(_ words: inout ScriptWords) throws(ScriptError) -> Bool {
    if words.skip("handled") {
      try require(isHandled == true, "the last event was not handled")
    } else if words.skip("unhandled") {
      try require(isHandled == false, "the last event was handled")
    } else if words.skip("clipboard") {
      try expectOffer(offers[.clipboard], &words)
    } else if words.skip("primary") {
      try expectOffer(offers[.primary], &words)
    } else if words.skip("dragged") {
      try expectOffer(dragged, &words)
    } else if words.skip("request") {
      let pasteboard: Pasteboard? =
        words.skip("clipboard") ? .clipboard : words.skip("primary") ? .primary : nil
      if pasteboard == nil, !words.skip("none") { throw ScriptError("unknown request") }
      try require(requests.last?.pasteboard == pasteboard, "the requests are \(requests)")
    } else if words.skip("no", "offer") {
      let isOffered = recent.contains { if case .effect(.offer) = $0 { true } else { false } }
      try require(!isOffered, "data was offered")
    } else if words.skip("bell") {
      try require(rangBell, "the bell did not ring")
    } else if words.skip("no", "bell") {
      try require(!rangBell, "the bell rang")
    } else {
      return false
    }
    return true
  }

  private var rangBell: Bool {
    recent.contains { if case .effect(.bell) = $0 { true } else { false } }
  }

  private func expectOffer(
    _ offer: DataProvider?, _ words: inout ScriptWords
  ) throws(ScriptError) {
    if words.skip("nothing") { return try require(offer == nil, "data is offered") }
    let expected = try words.string()
    let actual = String(decoding: try offer.bytes(of: .text), as: UTF8.self)
    try require(actual == expected, "the offer is “\(actual)”")
  }

  private var changes: [TokenChange<TextToken>] {
    recent.compactMap { if case .action(.changed(let change)) = $0 { change } else { nil } }
  }

  /// Checks the tokens: inserted, removed, selected, identical and valid ones.
  ///
  /// - Returns: Whether the words are such an expectation.
  private func expectTokens(_ words: inout ScriptWords) throws(ScriptError) -> Bool {
    if words.skip("removed") {
      try expectTexts(changes.flatMap { $0.removed.map(\.text) }, &words)
    } else if words.skip("inserted") {
      try expectTexts(changes.flatMap { $0.inserted.map(\.text) }, &words)
    } else if words.skip("selected") {
      try expectTexts(field.selectedTokens.map(\.text), &words)
    } else if words.skip("same") {
      let original = try words.token()
      let token = words.skip("as") ? try words.token() : original
      try require(try isPreserved(token, of: original), "the token has another identity")
    } else if words.skip("new") {
      try require(try isNew(words.token()), "the token existed at the start")
    } else if words.skip("valid") {
      let actual = try problem(ofToken: words.token())
      try require(actual == nil, "the token is invalid: \(actual ?? "")")
    } else if words.skip("invalid") {
      let actual = try problem(ofToken: words.token())
      let expected = try words.string()
      try require(actual == expected, "the problem is: \(actual ?? "none")")
    } else {
      return false
    }
    return true
  }

  private func expectTexts(
    _ actual: [String], _ words: inout ScriptWords
  ) throws(ScriptError) {
    let expected = words.skip("none") ? [] : try words.content().elements
    let elements = actual.map { FieldNotation.Element.token($0) }
    try require(elements == expected, "the tokens are \(actual)")
  }

  private func problem(ofToken token: String) throws(ScriptError) -> String? {
    let index = try index(of: token)
    guard let box = field.flow.box(ofElement: index) else { throw ScriptError("the token is not laid out") }
    return box.problem
  }

  /// Checks the visible state: status, lines, caret, highlights, texts, drop position, scrolling.
  ///
  /// - Returns: Whether the words are such an expectation.
  private func expectVisibleState(_ words: inout ScriptWords) throws(ScriptError) -> Bool {
    if words.skip("status") {
      let expected = try words.string()
      try require(field.status == expected, "the status is: \(field.status)")
    } else if words.skip("lines") {
      try expectLines(&words)
    } else if words.skip("no", "caret") {
      try require(harness.caret == nil, "a caret is displayed")
    } else if words.skip("caret", "x") {
      let (expected, actual) = (try words.number(), harness.caret?.frame.midX)
      try require(actual == expected, "the caret x is \(actual.map { "\($0)" } ?? "none")")
    } else if words.skip("caret", "line") {
      let (expected, actual) = (try words.count(), caretLine)
      try require(actual == expected, "the caret line is \(actual.map { "\($0)" } ?? "none")")
    } else if words.skip("flash") {
      let index = try index(of: words.token())
      let flash = field.elements[index].token.map { field.motions.flash(of: $0.id, at: harness.now) }
      try require(flash == 1, "the token is not highlighted")
    } else if words.skip("shown") {
      let expected = try words.string()
      let texts = harness.drawing().texts
      try require(texts.contains(expected), "the drawn texts are \(texts)")
    } else if words.skip("drop", "index") {
      let (expected, actual) = (
        words.skip("none") ? nil : try words.count(), field.pointer.dropPosition?.insertionIndex
      )
      try require(actual == expected, "the drop index is \(actual.map { "\($0)" } ?? "none")")
    } else if words.skip("scrolled") {
      let (expected, actual) = (try words.number(), field.viewport.scroller.offset(at: harness.now))
      try require(actual == expected, "the scroll offset is \(actual)")
    } else if words.skip("count") {
      let expected = try words.count()
      try require(field.count == expected, "the count is \(field.count)")
    } else if words.skip("index") {
      let expected = try words.count()
      try require(
        field.selection == TextSelection(caret: expected), "the selection is \(field.selection)")
    } else {
      return false
    }
    return true
  }

  private func expectLines(_ words: inout ScriptWords) throws(ScriptError) {
    var expected: [FieldNotation] = []
    while words.beginsWithString { expected.append(try FieldNotation(words.string())) }
    let elements = FieldNotation(field).elements
    let actual = field.lines.map {
      Array(elements[$0.insertionRange.lowerBound..<$0.insertionRange.upperBound])
    }
    try require(actual == expected.map(\.elements), "the lines are \(actual)")
  }

  /// The index of the line with the caret.
  private var caretLine: Int? {
    guard let line = field.flow.line(at: field.caretPosition) else {
      return nil
    }
    return field.lines.firstIndex { $0.block == line.block && $0.line == line.line }
  }
}

extension TokenField {
  /// The lines that are laid out, from top to bottom.
  var lines: [FlowLayout.LineLocation] {
    guard !editor.elements.isEmpty,
      var line = flow.line(at: CaretPosition(insertionIndex: 0))
    else { return [] }
    var lines = [line]
    while let next = flow.line(1, from: line) {
      lines.append(next)
      line = next
    }
    return lines
  }
}
