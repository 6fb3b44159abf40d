import CX11
import Scene
import TestSupport
import Testing

@testable import Windowing

@Suite struct `Compose sequences` {
  static let sequences = """
    <dead_acute> <e> : "é" eacute
    <dead_acute> <dead_acute> : "´" acute
    <dead_tilde> <dead_tilde> : "~" asciitilde
    <dead_tilde> <dead_acute> <o> : "ṍ"
    <dead_hook> <a> : "ả"
    <Multi_key> <o> <c> : "©" copyright
    <Multi_key> <o> <o> : "°" degree
    <Multi_key> <h> <h> <h> : "(╯°□°)╯︵ ┻━┻ and more than that"
    <UFEFB> : "لا"
    <y> <z> <z> : "yzz"

    """

  private struct NoTable: Error {}

  private func composer() throws -> Composer {
    var sequences = Self.sequences
    let table = ComposeState { context in
      sequences.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) {
          xkb_compose_table_new_from_buffer(
            context, $0.baseAddress, $0.count, "C", XKB_COMPOSE_FORMAT_TEXT_V1, XKB_COMPOSE_COMPILE_NO_FLAGS)
        }
      }
    }
    guard let state = table else { throw NoTable() }
    return Composer(state)
  }

  /// Returns the text that the keys type. An unhandled key without text, such as `Left`, appears as
  /// its name in angle brackets.
  private func typed(_ keys: String) throws -> String {
    var composer = try composer()
    return keys.split(separator: " ").map { composer.type(String($0)) }.joined()
  }

  @Test(arguments: [
    ("dead_acute e", "é"), ("Multi_key o c", "©"), ("Multi_key o o o", "°o"),
    ("dead_tilde dead_acute o", "ṍ"), ("a dead_acute e b", "aéb"), ("UFEFB", "لا"),
    ("Multi_key h h h", "(╯°□°)╯︵ ┻━┻ and more than that"),
  ])
  func `type the text of a complete sequence`(keys: String, text: String) throws {
    #expect(try typed(keys) == text)
  }

  @Test(arguments: [
    ("dead_acute x", "´x"), ("dead_tilde dead_acute x", "~´x"), ("dead_acute dead_tilde", "´"),
    ("dead_acute dead_tilde dead_tilde", "´~"), ("dead_acute Multi_key o c", "´©"),
    // The table has no standalone character for this one.
    ("dead_hook x", "x"),
    // In a user's own file, other keys may begin sequences.
    ("y x", "yx"), ("y z x", "yzx"), ("y y z z", "yyzz"), ("dead_acute UFEFB", "´لا"),
  ])
  func `type accents as standalone characters if no sequence matches`(
    keys: String, text: String
  ) throws {
    #expect(try typed(keys) == text)
  }

  @Test(arguments: [
    ("dead_acute", "´"), ("dead_tilde dead_acute", "~´"), ("Multi_key o", "·o"),
    ("dead_acute e", ""), ("dead_acute Escape", ""), ("dead_tilde dead_acute BackSpace", "~"),
    ("dead_acute x", ""), ("a", ""), ("Multi_key", "·"),
  ])
  func `display the current sequence and continue it`(
    keys: String, shown expected: String
  ) throws {
    var composer = try composer()
    for key in keys.split(separator: " ") {
      _ = composer.type(String(key))
      let preedit = composer.preedit
      #expect(preedit.caret == preedit.text.unicodeScalars.count)
    }
    let preedit = composer.preedit
    #expect(preedit.text == expected)
    #expect(preedit.segments.allSatisfy { $0.style == .underlined })
    if keys == "Multi_key o" {
      let text = composer.type("c")
      #expect(text == "©")
    }
  }

  @Test(arguments: ["Left", "Return", "Tab", "F5"])
  func `are cancelled by a key without text, which keeps its function`(key: String) throws {
    #expect(try typed("dead_acute \(key) e") == "<\(key)>e")
    #expect(try typed("Multi_key o \(key) c") == "<\(key)>c")
  }

  @Test(arguments: ["Shift_L", "Control_R", "ISO_Level3_Shift", "Caps_Lock", "Num_Lock"])
  func `continue after a modifier`(key: String) throws {
    #expect(try typed("dead_acute \(key) e") == "<\(key)>é")
  }

  @Test func `are cancelled by Escape, which has no other effect then`() throws {
    #expect(try typed("dead_acute Escape e Escape") == "e<Escape>")
    #expect(try typed("Multi_key o Escape c") == "c")
  }

  @Test func `lose the last key by Backspace, which has no other effect then`() throws {
    #expect(try typed("Multi_key o BackSpace o c") == "©")
    #expect(try typed("Multi_key o BackSpace BackSpace o BackSpace") == "o<BackSpace>")
    #expect(try typed("dead_acute BackSpace e") == "e")
  }

  @Test func `read the table at the first dead key, not for plain text`() {
    var composer = Composer(reading: ComposeFiles { _ in nil })
    for key in ["a", "space", "Return", "Cyrillic_ef", "eacute", "Escape", "U1F511", "Shift_L"] {
      _ = composer.type(key)
    }
    let before = composer.unread == nil
    let text = composer.type("dead_acute") + composer.type("e")
    let after = composer.unread == nil
    #expect([before, after] == [false, true])
    #expect(text == "é")
  }

  @Test func `leave plain text unchanged without a table`() {
    var composer = Composer(reading: ComposeFiles(locale: "C", ownFiles: ["/nowhere"]))
    let text = composer.type("a") + composer.type("b")
    #expect(text == "ab")
  }

  @Test(arguments: seeds(200))
  func `match the reference model for random keys`(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet = [
      "dead_acute", "dead_tilde", "Multi_key", "e", "o", "c", "x", "y", "z", "Left", "Shift_L",
      "Escape", "BackSpace",
    ]
    let keys = (0..<60).map { _ in alphabet.randomElement(using: &random) ?? "e" }
    var composer = try composer()
    var model = ComposerModel()
    for index in keys.indices {
      let (actual, expected) = (composer.type(keys[index]), model.type(keys[index]))
      let (composing, modelComposing) = (composer.isComposing, !model.pending.isEmpty)
      #expect(actual == expected, "\(keys[...index])")
      #expect(composing == modelComposing, "\(keys[...index])")
    }
  }
}

/// A reference model of the rules, with sequences as plain lists.
private struct ComposerModel {
  private static let table = [
    ["dead_acute", "e"]: "é", ["dead_acute", "dead_acute"]: "´", ["dead_tilde", "dead_tilde"]: "~",
    ["dead_tilde", "dead_acute", "o"]: "ṍ", ["Multi_key", "o", "c"]: "©",
    ["Multi_key", "o", "o"]: "°", ["y", "z", "z"]: "yzz",
  ]

  var pending: [String] = []

  mutating func type(_ key: String) -> String {
    if key == "Shift_L" { return "<Shift_L>" }
    if !pending.isEmpty, key == "Escape" || key == "BackSpace" {
      pending = key == "Escape" ? [] : pending.dropLast()
      return ""
    }
    let sequence = pending + [key]
    if let text = Self.table[sequence] {
      pending = []
      return text
    }
    if Self.table.keys.contains(where: { $0.starts(with: sequence) }) {
      pending = sequence
      return ""
    }
    return cancelSequence(at: key)
  }

  private mutating func cancelSequence(at key: String) -> String {
    let broken = pending
    pending = []
    if broken.isEmpty || key == "Left" { return key.count == 1 ? key : "<\(key)>" }
    let isAccentOrCompose = key.count > 1
    if broken.contains("Multi_key") {
      pending = isAccentOrCompose ? [key] : []
      return ""
    }
    pending = isAccentOrCompose || key == "y" ? [key] : []
    let text = broken.map { ["dead_acute": "´", "dead_tilde": "~"][$0] ?? $0 }.joined()
    return pending.isEmpty ? text + key : text
  }
}

extension Composer {
  /// Returns the text that a key types, by its keysym's name. An unhandled key without text appears
  /// as its name in angle brackets.
  fileprivate mutating func type(_ key: String) -> String {
    let symbol = XStringToKeysym(key)
    let text = WipedBytes()
    let outcome = feed(symbol, into: text)
    guard outcome == .plain else {
      return String(decoding: text.bytes, as: UTF8.self)
    }
    return Unicode.Scalar(keySym: symbol).map { "\($0)" } ?? "<\(key)>"
  }
}
