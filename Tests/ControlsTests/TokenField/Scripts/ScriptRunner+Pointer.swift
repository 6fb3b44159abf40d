import Scene
import TestSupport

@testable import Controls

// The pointer.
extension ScriptRunner {
  /// Does what a command asks of the pointer: `Ctrl+click [a]`, `carry [c] to gap 0`.
  mutating func usePointer(_ command: String, _ words: inout ScriptWords) throws(ScriptFault) {
    switch command {
    case "click": try click(1, [], &words)
    case "Shift+click": try click(1, .shift, &words)
    case "Ctrl+click": try click(1, .control, &words)
    case "double", "triple":
      guard words.take("click") else { throw ScriptFault("\(command) what?") }
      try click(command == "double" ? 2 : 3, [], &words)
    case "middle":
      guard words.take("click") else { throw ScriptFault("middle what?") }
      try middleClick(&words)
    case "right":
      guard words.take("click") else { throw ScriptFault("right what?") }
      let place = try point(&words)
      try act { $0.click(place, button: .secondary) }
    case "point":
      guard words.take("at") else { throw ScriptFault("point at what?") }
      try point(at: &words)
    case "end":
      guard words.take("drag") else { throw ScriptFault("end what?") }
      try act { $0.send(.data(.dragEnded(.dropped))) }
    case "drag", "carry":
      let start = try point(&words)
      try drag(from: start, &words)
    case "release": try act { $0.release() }
    case "lose":
      guard words.take("grab") else { throw ScriptFault("lose what?") }
      try act { $0.send(.pointerGrabLost) }
    case "scroll":
      let notches = try words.number()
      try act { harness in
        harness.move(to: harness.control.frame.center)
        harness.scroll(notches)
      }
    default: throw ScriptFault("no command is called \(command)")
    }
  }

  /// Clicks some time after whatever was before, so that it counts from one.
  private mutating func click(
    _ count: Int, _ modifiers: Modifiers, _ words: inout ScriptWords
  ) throws(ScriptFault) {
    let place = try point(&words)
    try act { harness in
      harness.advance(by: .seconds(1))
      harness.holding(modifiers) { harness in
        for _ in 0..<count { harness.click(place) }
      }
    }
  }

  /// Presses the middle button, and delivers the text that stands behind, if there is one.
  private mutating func middleClick(_ words: inout ScriptWords) throws(ScriptFault) {
    let place = try point(&words)
    try act { $0.click(place, button: .middle) }
    if words.beginsWithString || words.take("pastes") { try paste(&words) }
  }

  /// Moves with the button down, and lets go unless it says `over`, or `out` of the window.
  private mutating func drag(
    from start: Point, _ words: inout ScriptWords
  ) throws(ScriptFault) {
    if words.take("out") { return try carryOut(from: start) }
    let isReleased = words.take("to")
    guard isReleased || words.take("over") else { throw ScriptFault("to where?") }
    let end = try point(&words)
    try act { harness in
      harness.drag(from: start, to: end)
      if isReleased { harness.release() }
    }
  }

  /// The pointer leaves the window, and the field's owner asks what it carries.
  private mutating func carryOut(from start: Point) throws(ScriptFault) {
    try act { $0.drag(from: start, to: Point(x: -10, y: start.y)) }
    note(harness.control.carryOut(at: harness.now))
  }

  /// `[b]` the middle of a token, `gap 2` a place of the caret among all units, `text 3` one in the
  /// first text, behind so many characters, `line end 0` right of all that is on a line.
  func point(_ words: inout ScriptWords) throws(ScriptFault) -> Point {
    if words.take("gap") { return try point(ofGap: words.count()) }
    if words.take("text") {
      guard let start = field.units.firstIndex(where: { $0.character != nil }) else {
        throw ScriptFault("there is no text")
      }
      return try point(ofGap: start + words.count())
    }
    if words.take("line", "end") { return try endOfLine(words.count()) }
    let index = try index(of: words.token())
    guard let frame = field.frame(ofUnit: index, at: harness.now) else {
      throw ScriptFault("it is not in sight")
    }
    return frame.center
  }

  private func point(ofGap gap: Int) throws(ScriptFault) -> Point {
    guard (0...field.count).contains(gap) else { throw ScriptFault("there is no gap \(gap)") }
    guard let frame = field.caretFrame(at: CaretPlace(gap: gap), harness.now) else {
      throw ScriptFault("gap \(gap) is not in sight")
    }
    return frame.center
  }

  private func endOfLine(_ line: Int) throws(ScriptFault) -> Point {
    let lines = field.lines
    guard lines.indices.contains(line) else { throw ScriptFault("there is no line \(line)") }
    let y = lines[line].top + lines[line].height / 2 + field.shift(at: harness.now).dy
    return Point(x: field.content.maxX - 1, y: y)
  }
}

extension ControlHarness where Subject == TextTokenField {
  /// Presses some time after whatever was before, and moves from there.
  fileprivate mutating func drag(from start: Point, to end: Point) {
    advance(by: .seconds(1))
    move(to: start)
    press(at: start)
    drag(to: end, over: .milliseconds(100))
  }
}
