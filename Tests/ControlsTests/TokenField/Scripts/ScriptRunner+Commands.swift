import Scene
import TestSupport

@testable import Controls

// What a script does.
extension ScriptRunner {
  mutating func perform(_ words: inout ScriptWords) throws(ScriptFault) {
    let command = try words.word()
    switch command {
    case "set": try set(&words)
    case "field": try makeField(&words)
    case "press": try press(&words)
    case "hold": try hold(&words)
    case "type":
      let text = try words.string()
      try act { $0.type(text) }
    case "commit": try commit(words.string())
    case "compose": try compose(&words)
    case "paste": try paste(&words)
    case "drop": try drop(&words)
    case "hover": try hover(&words)
    case "choose": try choose(words.string())
    case "focus", "blur":
      try act { $0.control.focus(command == "focus" ? 0 : nil, at: $0.now) }
    case "window":
      let isFocused = words.take("focus")
      guard isFocused || words.take("blur") else { throw ScriptFault("window focus, or blur?") }
      try act { $0.send(.windowFocusChanged(isFocused: isFocused)) }
    case "wait":
      let seconds = try words.number()
      try act { $0.advance(by: .seconds(seconds)) }
    default: try usePointer(command, &words)
    }
  }

  private mutating func makeField(_ words: inout ScriptWords) throws(ScriptFault) {
    if let count = words.takeCountOfTokens() {
      let units = (0..<count).map { "[t\($0)]" }.joined()
      makeField(try FieldNotation("|" + units), width: try width(&words))
    } else {
      let content = words.take("empty") ? FieldNotation() : try words.content()
      makeField(content, width: try width(&words))
    }
  }

  private func width(_ words: inout ScriptWords) throws(ScriptFault) -> Double {
    words.take("width") ? try words.number() : 420
  }

  private mutating func set(_ words: inout ScriptWords) throws(ScriptFault) {
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
      while !words.isEmpty { completions.append(try words.string()) }
    case "validate":
      let isEmail = words.take("email")
      guard isEmail || words.take("none") else { throw ScriptFault("validate what?") }
      validation = isEmail ? { EmailAddress.problem(of: $0) } : nil
    case "delimiters":
      configuration.delimiters = []
      while !words.isEmpty {
        configuration.delimiters.insert(try Self.delimiters[words.word(), as: name])
      }
    default: throw ScriptFault("no setting is called \(name)")
    }
    harness.control.configuration = configuration
    harness.control.completionSource = ListedCompletions(completions)
  }

  private static var policies: [String: DuplicatePolicy] {
    ["allow": .allow, "refuse": .refuse, "move": .move]
  }

  private static var arrows: [String: ControlArrow] { ["ends": .ends, "token": .token] }

  private static var delimiters: [String: TokenDelimiters] {
    [
      "comma": .comma, "semicolon": .semicolon, "space": .space, "enter": .enter, "tab": .tab,
      "leaving": .leaving,
    ]
  }
}

// The keyboard.
extension ScriptRunner {
  private mutating func press(_ words: inout ScriptWords) throws(ScriptFault) {
    let key = try KeyPress(named: words.word())
    for _ in 0..<(try words.repetitions()) { try send(.keyPressed(key)) }
  }

  /// Presses a key once, and lets the keyboard repeat it.
  private mutating func hold(_ words: inout ScriptWords) throws(ScriptFault) {
    var key = try KeyPress(named: words.word())
    for _ in 0..<(try words.repetitions()) {
      try send(.keyPressed(key))
      key.isRepeat = true
    }
  }

  private mutating func send(_ event: InputEvent) throws(ScriptFault) {
    var isHandled: Bool?
    try act { isHandled = $0.send(event) }
    self.isHandled = isHandled
  }

  private mutating func commit(_ text: String) throws(ScriptFault) {
    var isHandled: Bool?
    try act { isHandled = $0.commit(text) }
    self.isHandled = isHandled
  }

  private mutating func compose(_ words: inout ScriptWords) throws(ScriptFault) {
    let text = try words.string()
    let caret = words.take("caret") ? try words.count() : text.unicodeScalars.count
    let preedit = text.isEmpty ? .none : Preedit([Preedit.Segment(text)], caret: caret)
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

  /// A key as it is written on the keyboard, after the modifiers that are down: `Ctrl+Shift+Z`.
  init(named name: String) throws(ScriptFault) {
    let parts = try ScriptWords.unescaped(name).split(separator: "+").map(String.init)
    var modifiers = Modifiers()
    for part in parts.dropLast() { modifiers.insert(try Self.modifiers[part, as: "modifier"]) }
    guard let last = parts.last else { throw ScriptFault("a key is missing") }
    if let key = Self.keys[last] {
      let isTyped = key == .space && modifiers.isDisjoint(with: .command)
      self.init(key, modifiers: modifiers, text: isTyped ? TypedText(" ") : TypedText())
    } else if let scalar = last.lowercased().unicodeScalars.first, last.count == 1 {
      let isTyped = modifiers.isDisjoint(with: .command)
      let typed = modifiers.contains(.shift) ? last.uppercased() : last.lowercased()
      let text = isTyped ? typed.unicodeScalars.first.map { TypedText($0) } : nil
      self.init(.character(scalar), modifiers: modifiers, text: text ?? TypedText())
    } else {
      throw ScriptFault("no key is called \(last)")
    }
  }
}

extension Dictionary where Key == String {
  /// The value of a name.
  subscript(name: String, as kind: String) -> Value {
    get throws(ScriptFault) {
      guard let value = self[name] else { throw ScriptFault("no \(kind) is called \(name)") }
      return value
    }
  }
}

extension ScriptWords {
  /// Takes `10000 tokens`.
  fileprivate mutating func takeCountOfTokens() -> Int? {
    var rest = self
    guard let count = try? rest.count(), rest.take("tokens") else { return nil }
    self = rest
    return count
  }
}
