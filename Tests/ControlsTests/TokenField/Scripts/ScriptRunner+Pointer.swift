import ControlTestSupport
import Scene
import TestSupport

@testable import Controls

// The pointer.
extension ScriptRunner {
  /// Performs a pointer command: `Ctrl+click [a]`, `drag [c] to index 0`.
  mutating func usePointer(_ command: String, _ words: inout ScriptWords) throws(ScriptError) {
    switch command {
    case "click": try click(1, [], &words)
    case "Shift+click": try click(1, .shift, &words)
    case "Ctrl+click": try click(1, .control, &words)
    case "double", "triple":
      guard words.skip("click") else { throw ScriptError("expected click after \(command)") }
      try click(command == "double" ? 2 : 3, [], &words)
    case "middle":
      guard words.skip("click") else { throw ScriptError("expected click after middle") }
      try middleClick(&words)
    case "right":
      guard words.skip("click") else { throw ScriptError("expected click after right") }
      let position = try point(&words)
      try apply { $0.click(position, button: .secondary) }
    case "point":
      guard words.skip("at") else { throw ScriptError("expected at after point") }
      try point(at: &words)
    case "end":
      guard words.skip("drag") else { throw ScriptError("expected drag after end") }
      try apply { $0.send(.data(.dragEnded(.dropped))) }
    case "drag", "Ctrl+drag":
      let start = try point(&words)
      try drag(from: start, command == "drag" ? [] : .control, &words)
    case "release", "Ctrl+release":
      try apply { $0.holding(command == "release" ? [] : .control) { $0.release() } }
    case "lose":
      guard words.skip("grab") else { throw ScriptError("expected grab after lose") }
      try apply { $0.send(.pointerGrabLost) }
    case "scroll":
      let notches = try words.number()
      try apply { harness in
        harness.move(to: harness.control.viewport.frame.center)
        harness.scroll(notches)
      }
    default: throw ScriptError("unknown command \(command)")
    }
  }

  /// Clicks one second after the previous command, so that the click count starts at one.
  private mutating func click(
    _ count: Int, _ modifiers: Modifiers, _ words: inout ScriptWords
  ) throws(ScriptError) {
    let position = try point(&words)
    try apply { harness in
      harness.advance(by: .seconds(1))
      harness.holding(modifiers) { harness in
        for _ in 0..<count { harness.click(position) }
      }
    }
  }

  /// Clicks the middle button and delivers the pasted data, if the command has any.
  private mutating func middleClick(_ words: inout ScriptWords) throws(ScriptError) {
    let position = try point(&words)
    try apply { $0.click(position, button: .middle) }
    if words.beginsWithString || words.skip("pastes") { try paste(&words) }
  }

  /// Drags with the button and modifiers pressed; releases them unless the command says `over` or `out`.
  private mutating func drag(
    from start: Point, _ modifiers: Modifiers, _ words: inout ScriptWords
  ) throws(ScriptError) {
    if words.skip("out") { return try dragOut(from: start) }
    let isReleased = words.skip("to")
    guard isReleased || words.skip("over") else { throw ScriptError("expected to, over or out") }
    let end = try point(&words)
    try apply { harness in
      harness.holding(modifiers) { harness in
        harness.drag(from: start, to: end)
        if isReleased { harness.release() }
      }
    }
  }

  /// Drags out of the window.
  private mutating func dragOut(from start: Point) throws(ScriptError) {
    try apply { harness in
      let window = Rect(x: 0, y: 0, width: 1e5, height: 1e5)
      harness.control.setOverlayBounds(window, at: harness.now)
      harness.drag(from: start, to: Point(x: -10, y: start.y))
    }
  }

  /// Parses a position: `[b]` is the center of a token, `index 2` the caret at an insertion index,
  /// `text 3` the caret after three characters of the first text, `line end 0` the end of a line.
  func point(_ words: inout ScriptWords) throws(ScriptError) -> Point {
    if words.skip("index") { return try point(ofInsertionIndex: words.count()) }
    if words.skip("text") {
      guard let start = field.elements.firstIndex(where: { $0.character != nil }) else {
        throw ScriptError("the field has no text")
      }
      return try point(ofInsertionIndex: start + words.count())
    }
    if words.skip("line", "end") { return try endOfLine(words.count()) }
    let index = try index(of: words.token())
    guard let frame = field.frame(ofElement: index, at: harness.now) else {
      throw ScriptError("the token is not laid out")
    }
    return frame.center
  }

  private func point(ofInsertionIndex index: Int) throws(ScriptError) -> Point {
    guard (0...field.count).contains(index) else { throw ScriptError("no insertion index \(index)") }
    guard let frame = field.caretFrame(at: CaretPosition(insertionIndex: index), harness.now) else {
      throw ScriptError("insertion index \(index) is not laid out")
    }
    return frame.center
  }

  private func endOfLine(_ line: Int) throws(ScriptError) -> Point {
    let lines = field.lines
    guard lines.indices.contains(line) else { throw ScriptError("line \(line) is out of bounds") }
    let y = lines[line].top + lines[line].height / 2 + field.viewport.shift(at: harness.now).dy
    return Point(x: field.viewport.content.maxX - 1, y: y)
  }
}

extension ControlHarness where Subject == TextTokenField {
  /// Presses one second after the previous command, and drags.
  fileprivate mutating func drag(from start: Point, to end: Point) {
    advance(by: .seconds(1))
    move(to: start)
    press(at: start)
    drag(to: end, over: .milliseconds(100))
  }
}
