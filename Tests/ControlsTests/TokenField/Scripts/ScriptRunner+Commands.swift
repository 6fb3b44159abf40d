import ControlTestSupport
import Scene
import TestSupport

@testable import Controls

// Commands.
extension ScriptRunner {
  mutating func perform(_ words: inout ScriptWords) throws(ScriptError) {
    let command = try words.word()
    switch command {
    case "set": try set(&words)
    case "field": try makeField(&words)
    case "press", "hold": try press(&words, isHeld: command == "hold")
    case "type":
      let text = try words.string()
      try apply { $0.type(text) }
    case "commit": try commit(words.string())
    case "compose": try compose(&words)
    case "paste": try paste(&words)
    case "drop": try drop(&words)
    case "hover": try hover(&words)
    case "choose": try choose(words.string())
    case "focus", "blur":
      try apply { $0.control.focus(command == "focus" ? 0 : nil, at: $0.now) }
    case "window":
      let event = try Self.windowEvents[words.word(), as: "window event"]
      try apply { $0.send(event) }
    case "wait":
      let seconds = try words.number()
      try apply { $0.advance(by: .seconds(seconds)) }
    default: try usePointer(command, &words)
    }
  }

  private mutating func makeField(_ words: inout ScriptWords) throws(ScriptError) {
    if let count = words.takeCountOfTokens() {
      let elements = (0..<count).map { "[t\($0)]" }.joined()
      makeField(try FieldNotation("|" + elements), width: try width(&words))
    } else {
      let content = words.skip("empty") ? FieldNotation() : try words.content()
      makeField(content, width: try width(&words))
    }
  }

  private func width(_ words: inout ScriptWords) throws(ScriptError) -> Double {
    words.skip("width") ? try words.number() : 420
  }

  private mutating func set(_ words: inout ScriptWords) throws(ScriptError) {
    let name = try words.word()
    switch name {
    case "duplicates": configuration.duplicates = try Self.policies[words.word(), as: name]
    case "control-arrow": configuration.controlArrow = try Self.arrows[words.word(), as: name]
    case "lines": configuration.maximumLines = try words.count()
    case "read-only": configuration.isEditable = false
    case "editable": configuration.isEditable = true
    case "placeholder": configuration.placeholder = try words.string()
    case "completions":
      completions = []
      while !words.isEmpty {
        let count = words.beginsWithString ? nil : try words.count()
        let text = try words.string()
        completions += count.map { (1...$0).map { "\(text)\($0)" } } ?? [text]
      }
    case "validate":
      if words.skip("email") {
        validation = EmailAddress.problem(of:in:)
      } else {
        guard words.skip("none") else { throw ScriptError("expected email or none") }
        validation = nil
      }
    case "delimiters":
      configuration.delimiters = []
      while !words.isEmpty {
        configuration.delimiters.insert(try Self.delimiters[words.word(), as: name])
      }
    default: throw ScriptError("unknown setting \(name)")
    }
    harness.control.configuration = configuration
    harness.control.completionSource = CompletionIndex(completions)
  }

  private static var windowEvents: [String: InputEvent] {
    [
      "focus": .windowFocusChanged(isFocused: true), "blur": .windowFocusChanged(isFocused: false),
      "hide": .windowHidden,
    ]
  }

  private static var policies: [String: DuplicatePolicy] {
    ["allow": .allow, "refuse": .refuse, "move": .move]
  }

  private static var arrows: [String: ControlArrowBehavior] { ["ends": .ends, "token": .token] }

  private static var delimiters: [String: TokenDelimiters] {
    [
      "comma": .comma, "semicolon": .semicolon, "space": .space, "enter": .enter, "tab": .tab,
      "focus-loss": .focusLoss,
    ]
  }
}

// The keyboard.
extension ScriptRunner {
  /// Sends key presses, or one and its repeats.
  private mutating func press(_ words: inout ScriptWords, isHeld: Bool) throws(ScriptError) {
    var key = try KeyPress(named: words.word())
    for _ in 0..<(try words.repetitions()) {
      try send(.keyPressed(key))
      key.isRepeat = isHeld
    }
  }

  /// Sends an event and stores whether the field handled it.
  mutating func send(_ event: InputEvent) throws(ScriptError) {
    var isHandled: Bool?
    try apply { isHandled = $0.send(event) }
    self.isHandled = isHandled
  }

  private mutating func commit(_ text: String) throws(ScriptError) {
    var isHandled: Bool?
    try apply { isHandled = $0.commit(text) }
    self.isHandled = isHandled
  }

  private mutating func compose(_ words: inout ScriptWords) throws(ScriptError) {
    let text = try words.string()
    let caret = words.skip("caret") ? try words.count() : text.unicodeScalars.count
    let preedit = text.isEmpty ? .empty : Preedit([Preedit.Segment(text)], caret: caret)
    try send(.preeditChanged(preedit))
  }
}

extension KeyPress {
  private static var keys: [String: Key] {
    [
      "Left": .left, "Right": .right, "Up": .up, "Down": .down, "Home": .home, "End": .end,
      "PageUp": .pageUp, "PageDown": .pageDown, "Tab": .tab, "Enter": .enter, "Escape": .escape,
      "Space": .space, "Backspace": .backspace, "Delete": .delete, "Insert": .insert,
      "Menu": .menu, "F2": .function(2), "F10": .function(10),
    ]
  }

  private static var modifiers: [String: Modifiers] {
    ["Shift": .shift, "Ctrl": .control, "Alt": .alt, "Super": .super]
  }

  /// Creates a key press from the key name, preceded by the pressed modifiers: `Ctrl+Shift+Z`.
  init(named name: String) throws(ScriptError) {
    let parts = try ScriptWords.unescaped(name).split(separator: "+").map(String.init)
    var modifiers = Modifiers()
    for part in parts.dropLast() { modifiers.insert(try Self.modifiers[part, as: "modifier"]) }
    guard let last = parts.last else { throw ScriptError("key missing") }
    if let key = Self.keys[last] {
      let isTyped = key == .space && modifiers.isDisjoint(with: .command)
      self.init(key, modifiers: modifiers, text: isTyped ? TypedText(" ") : TypedText())
    } else if let scalar = last.lowercased().unicodeScalars.first, last.count == 1 {
      let isTyped = modifiers.isDisjoint(with: .command)
      let typed = modifiers.contains(.shift) ? last.uppercased() : last.lowercased()
      let text = isTyped ? typed.unicodeScalars.first.map { TypedText($0) } : nil
      self.init(.character(scalar), modifiers: modifiers, text: text ?? TypedText())
    } else {
      throw ScriptError("unknown key \(last)")
    }
  }
}

extension Dictionary where Key == String {
  /// The value for a name of the given kind.
  ///
  /// - Throws: `ScriptError` if the name is unknown.
  subscript(name: String, as kind: String) -> Value {
    get throws(ScriptError) {
      guard let value = self[name] else { throw ScriptError("unknown \(kind) \(name)") }
      return value
    }
  }
}

extension ScriptWords {
  /// Consumes words like `10000 tokens`, if present, and returns the count.
  fileprivate mutating func takeCountOfTokens() -> Int? {
    var copy = self
    guard let count = try? copy.count(), copy.skip("tokens") else { return nil }
    self = copy
    return count
  }
}
