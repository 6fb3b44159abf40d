import Scene
import TestSupport

@testable import Controls

// What a script expects.
extension ScriptRunner {
  mutating func expect(_ words: inout ScriptWords) throws(ScriptFault) {
    guard hasField else { throw ScriptFault("there is no field yet") }
    if try expectOfActions(&words) { return }
    if try expectOfTokens(&words) { return }
    if try expectOfLooks(&words) { return }
    if try expectOfOverlay(&words) { return }
    let wanted = words.take("empty") ? FieldNotation() : try words.content()
    let notation = FieldNotation(field)
    let seen = wanted.selection == nil ? notation.withoutSelection : notation
    try require(seen == wanted, "it is \(notation), not \(wanted)")
  }

  func require(
    _ isAsExpected: Bool, _ complaint: @autoclosure () -> String
  ) throws(ScriptFault) {
    if !isAsExpected { throw ScriptFault(complaint()) }
  }

  /// What the last command led to, and what other programs may have.
  private func expectOfActions(_ words: inout ScriptWords) throws(ScriptFault) -> Bool {
    if words.take("handled") {
      try require(isHandled == true, "it goes on to others")
    } else if words.take("unhandled") {
      try require(isHandled == false, "it goes on to nobody")
    } else if words.take("clipboard") {
      try expectOffer(offers[.clipboard], &words)
    } else if words.take("primary") {
      try expectOffer(offers[.primary], &words)
    } else if words.take("dragged") {
      try expectOffer(dragged, &words)
    } else if words.take("request") {
      let pasteboard: Pasteboard? =
        words.take("clipboard") ? .clipboard : words.take("primary") ? .primary : nil
      if pasteboard == nil, !words.take("none") { throw ScriptFault("request of what?") }
      try require(requests.last?.pasteboard == pasteboard, "it asks \(requests)")
    } else if words.take("bell") {
      try require(rangBell, "it rings no bell")
    } else if words.take("no", "bell") {
      try require(!rangBell, "it rings the bell")
    } else {
      return false
    }
    return true
  }

  private var rangBell: Bool {
    recent.contains { if case .ringBell = $0 { true } else { false } }
  }

  private func expectOffer(
    _ offer: DataOffer?, _ words: inout ScriptWords
  ) throws(ScriptFault) {
    if words.take("nothing") { return try require(offer == nil, "something is offered") }
    let wanted = try words.string()
    let seen = String(decoding: try offer.bytes(of: .text), as: UTF8.self)
    try require(seen == wanted, "it offers “\(seen)”")
  }

  /// Which tokens there are, which came and which went.
  private func expectOfTokens(_ words: inout ScriptWords) throws(ScriptFault) -> Bool {
    if words.take("removed") {
      let all = recent.compactMap { if case .removed(let tokens) = $0 { tokens } else { nil } }
      try expectTexts(all.flatMap { $0.map(\.text) }, &words)
    } else if words.take("inserted") {
      let all = recent.compactMap { if case .inserted(let tokens) = $0 { tokens } else { nil } }
      try expectTexts(all.flatMap { $0.map(\.text) }, &words)
    } else if words.take("selected") {
      try expectTexts(field.selectedTokens.map(\.text), &words)
    } else if words.take("kept") {
      let original = try words.token()
      let token = words.take("as") ? try words.token() : original
      try require(try isKept(token, of: original), "it is another token")
    } else if words.take("new") {
      try require(try isNew(words.token()), "it has been there before")
    } else if words.take("valid") {
      let seen = try problem(ofToken: words.token())
      try require(seen == nil, "it is invalid: \(seen ?? "")")
    } else if words.take("invalid") {
      let seen = try problem(ofToken: words.token())
      let wanted = try words.string()
      try require(seen == wanted, "what is wrong is: \(seen ?? "nothing")")
    } else {
      return false
    }
    return true
  }

  private func expectTexts(
    _ seen: [String], _ words: inout ScriptWords
  ) throws(ScriptFault) {
    let wanted = words.take("none") ? [] : try words.content().units
    let units = seen.map { FieldNotation.Unit.token($0) }
    try require(units == wanted, "they are \(seen)")
  }

  private func problem(ofToken token: String) throws(ScriptFault) -> String? {
    let index = try index(of: token)
    guard let position = field.flow.position(of: index, in: field.editor.units),
      let box = position.layout.box(ofUnit: position.offset)
    else { throw ScriptFault("it is not in sight") }
    return position.layout.boxes[box].problem
  }

  /// What can be seen.
  private func expectOfLooks(_ words: inout ScriptWords) throws(ScriptFault) -> Bool {
    if words.take("status") {
      let wanted = try words.string()
      try require(field.status == wanted, "it says: \(field.status)")
    } else if words.take("lines") {
      try expectLines(&words)
    } else if words.take("no", "caret") {
      try require(harness.caret == nil, "there is one")
    } else if words.take("caret", "x") {
      let (wanted, seen) = (try words.number(), harness.caret?.frame.midX)
      try require(seen == wanted, "it is at \(seen.map { "\($0)" } ?? "no place")")
    } else if words.take("caret", "line") {
      let (wanted, seen) = (try words.count(), caretLine)
      try require(seen == wanted, "it is on line \(seen.map { "\($0)" } ?? "none")")
    } else if words.take("flash") {
      let index = try index(of: words.token())
      let flash = field.units[index].token.map { field.motions.flash(of: $0.id, at: harness.now) }
      try require(flash == 1, "it is not pointed out")
    } else if words.take("shown") {
      let wanted = try words.string()
      let texts = harness.drawing().texts
      try require(texts.contains(wanted), "shown is \(texts)")
    } else if words.take("drop", "gap") {
      let (wanted, seen) = (words.take("none") ? nil : try words.count(), field.dropGap?.gap)
      try require(seen == wanted, "it is \(seen.map { "\($0)" } ?? "none")")
    } else if words.take("scrolled") {
      let (wanted, seen) = (try words.number(), field.scroller.offset(at: harness.now))
      try require(seen == wanted, "it is scrolled by \(seen)")
    } else if words.take("count") {
      let wanted = try words.count()
      try require(field.count == wanted, "there are \(field.count)")
    } else if words.take("gap") {
      let wanted = try words.count()
      try require(
        field.selection == TextSelection(caret: wanted), "the selection is \(field.selection)")
    } else {
      return false
    }
    return true
  }

  private func expectLines(_ words: inout ScriptWords) throws(ScriptFault) {
    var wanted: [FieldNotation] = []
    while words.beginsWithString { wanted.append(try FieldNotation(words.string())) }
    let units = FieldNotation(field).units
    let seen = field.lines.map { Array(units[$0.gaps.lowerBound..<$0.gaps.upperBound]) }
    try require(seen == wanted.map(\.units), "the lines are \(seen)")
  }

  /// Which line of all the caret stands on.
  private var caretLine: Int? {
    guard let line = field.flow.line(at: field.caretPlace, in: field.editor.units) else {
      return nil
    }
    return field.lines.firstIndex { $0.block == line.block && $0.line == line.line }
  }
}

extension TokenField {
  /// All lines that are laid out, from top to bottom.
  var lines: [TokenFlow<Token>.LinePlace] {
    guard !editor.units.isEmpty,
      var line = flow.line(at: CaretPlace(gap: 0), in: editor.units)
    else { return [] }
    var lines = [line]
    while let next = flow.line(1, from: line, in: editor.units) {
      lines.append(next)
      line = next
    }
    return lines
  }
}
