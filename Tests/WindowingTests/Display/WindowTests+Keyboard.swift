import CX11
import Glibc
import Scene
import ScreenDriver
import Testing

@testable import Windowing
@testable import X11

extension `Window on a display` {
  /// Simulates typing over a new connection, whose keyboard mapping is current.
  func send(_ action: (InputSimulator) throws -> Void) throws {
    let connection = try DisplayConnection(to: display.name)
    let window = try #require(connection.window(ofProcess: getpid()))
    try action(InputSimulator(in: window))
  }

  /// The steps that show the window under the pointer, which gives it the keyboard.
  var hasKeyboard: [(ScriptedWindow, Observer, WindowID) -> Bool] {
    [
      appears,
      does { _, observer, id in observer.movePointer(to: 5, 5, of: id) },
      { client, _, _ in client.focusChanges.last == true },
    ]
  }

  /// Runs a window and simulates input, until it has received a number of characters and keys.
  private func typing(
    characters: Int = 0, keys: Int = 0, _ action: @escaping () throws -> Void
  ) throws -> ScriptedWindow {
    try run(
      hasKeyboard + [
        does { _, _, _ in #expect(throws: Never.self) { try action() } },
        { client, _, _ in client.text.count >= characters && client.keys.count >= keys },
      ]
    ).client
  }

  @Test func `composes dead keys and Compose sequences`() throws {
    try display.setKeyboardLayout("us", "-variant", "intl", "-option", "compose:menu")
    let client = try typing(characters: 6) {
      try self.send { input in
        for key in ["dead_acute", "e", "Multi_key", "o", "c", "dead_acute", "x"] {
          try input.tap(key)
        }
        try input.tap("dead_acute")
        try input.tap("e", with: [.shift])
        try input.tap("1", with: [.shift])
      }
    }
    #expect(client.text == "é©´xÉ!")
  }

  @Test func `shows a dead key at the caret, but not in a password`() throws {
    try display.setKeyboardLayout("us", "-variant", "intl")
    var keys = ["dead_acute", "e", "dead_acute", "x", "dead_acute", "Escape", "dead_acute", "Left"]
    let next: (ScriptedWindow, Observer, WindowID) -> Bool = { [self] _, _, _ in
      #expect(throws: Never.self) { try send { try $0.tap(keys.removeFirst()) } }
      return keys.isEmpty
    }
    let client = try run(
      hasKeyboard + [
        does { client, _, _ in client.textInput = TextInputContext(caret: .zero) },
        next,
        { client, _, _ in
          guard client.transcript.last == "left" else { return false }
          client.textInput = nil
          keys = ["dead_acute", "e"]
          return true
        },
        next,
        { client, _, _ in client.text == "é´xé" },
      ]
    ).client
    #expect(
      client.transcript == [
        "[´]", "[]", "'é'", "[´]", "[]", "'´x'", "[´]", "[]", "[´]", "[]", "left", "'é'",
      ])
  }

  @Test func `types with a layout that is set while it runs`() throws {
    // A client always receives the current mapping, so the layouts are tested one after the other.
    let cases: [(layout: String, keys: [String], text: String)] = [
      ("us", ["a", "q"], "aq"), ("fr", ["a", "eacute", "m"], "aqaém"),
      ("ru", ["Cyrillic_ef", "Cyrillic_zhe"], "aqaémфж"),
      ("gr", ["Greek_omega", "Greek_finalsmallsigma"], "aqaémфжως"), ("us", ["b"], "aqaémфжωςb"),
    ]
    let client = try run(
      hasKeyboard
        + cases.flatMap { test -> [(ScriptedWindow, Observer, WindowID) -> Bool] in
          [
            does { [self] _, _, _ in
              #expect(throws: Never.self) {
                try display.setKeyboardLayout(test.layout)
                try send { input in for key in test.keys { try input.tap(key) } }
              }
            },
            { client, _, _ in client.text.count >= test.text.count },
          ]
        }
    ).client
    #expect(client.text == cases.last?.text)
  }

  @Test(arguments: [
    // The symbols of each layout on the keys of A, Q, slash and 1.
    ("ru", ["Cyrillic_ef", "Cyrillic_shorti", "period", "1"]),
    ("gr", ["Greek_alpha", "semicolon", "slash", "1"]),
    ("us,gr", ["a", "q", "slash", "1"]),
    ("fr", ["a", "q", "exclam", "ampersand"]),
  ])
  func `reports the same shortcut keys for every layout`(layout: String, symbols: [String]) throws {
    try display.setKeyboardLayout(layout)
    let client = try typing(keys: symbols.count) {
      try self.send { input in
        for symbol in symbols { try input.tap(symbol, with: [.control]) }
      }
    }
    let slash: Unicode.Scalar = layout == "fr" ? "!" : "/"
    #expect(client.keys == (["a", "q", slash, "1"] as [Unicode.Scalar]).map { .character($0) })
    #expect(client.text == "")
    try display.setKeyboardLayout("us")
  }

  @Test func `types a French capital with Caps Lock`() throws {
    try display.setKeyboardLayout("fr")
    let client = try typing(characters: 3) {
      try self.send { input in
        try input.tap("Caps_Lock")
        for key in ["eacute", "a"] { try input.tap(key) }
        try input.tap("Caps_Lock")
        try input.tap("eacute")
      }
    }
    #expect(client.text == "ÉAé")
  }

  @Test func `row 45: reports Caps Lock when set before opening or outside the window`() throws {
    let tap: () throws -> Void = { try self.send { try $0.tap("Caps_Lock") } }
    let before = try typing(keys: 0, tap)
    #expect(before.keyboards.count { $0.isCapsLockOn } <= 1)
    let client = try run([
      appears,
      { client, _, _ in client.keyboards.last?.isCapsLockOn == true },
      does { _, observer, id in
        observer.movePointer(to: 500, 5, of: id)
        #expect(throws: Never.self) { try tap() }
      },
      { client, _, _ in client.keyboards.last?.isCapsLockOn == false },
    ]).client
    #expect(client.focusChanges.last == false && client.text.isEmpty)
  }

  /// Returns a step that performs an action, and one that waits for a keyboard status.
  private func steps(
    _ keyboard: KeyboardStatus, after act: @escaping (Observer) throws -> Void
  ) -> [Step] {
    [
      does { _, observer, _ in #expect(throws: Never.self) { try act(observer) } },
      { client, _, _ in client.keyboards.last == keyboard },
    ]
  }

  @Test func `reports the keyboard layout after it has appeared and after each change`()
    throws
  {
    try display.setKeyboardLayout("us,ru")
    func keyboard(
      _ layout: String, several: Bool = true, capsLock: Bool = false
    ) -> KeyboardStatus {
      KeyboardStatus(isCapsLockOn: capsLock, layout: layout, hasSeveralLayouts: several)
    }
    let tapCapsLock: (Observer) throws -> Void = { _ in
      try self.send { try $0.tap("Caps_Lock") }
    }
    func switchLayout(to group: Int) -> (Observer) throws -> Void {
      { _ in try self.send { $0.switchLayout(to: group) } }
    }
    let client = try run(
      [appears, { client, _, _ in client.keyboards.last == keyboard("English (US)") }]
        + steps(keyboard("Russian"), after: switchLayout(to: 1))
        + steps(keyboard("Russian", capsLock: true), after: tapCapsLock)
        + steps(keyboard("Russian"), after: tapCapsLock)
        + steps(keyboard("English (US)"), after: switchLayout(to: 0))
        // A locked group index remains locked, even if it is outside the existing groups.
        + steps(keyboard("Russian"), after: switchLayout(to: 1))
        + steps(keyboard("German", several: false)) { [self] _ in
          try display.setKeyboardLayout("de")
        }
        + steps(keyboard("Greek")) { [self] _ in try display.setKeyboardLayout("us,gr") }
        + steps(keyboard("English (US)", several: false)) { [self] _ in
          try display.setKeyboardLayout("us,us")
        }
        + steps(keyboard("Ё\n")) { $0.nameLayout(1, "Ё\n") }
    ).client
    // No status was reported twice.
    #expect(zip(client.keyboards, client.keyboards.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test func `types digits on the keypad only with Num Lock`() throws {
    let client = try typing(keys: 3) {
      try self.send { input in
        try input.tap("KP_Home")
        try input.tap("Num_Lock")
        try input.tap("KP_Home")
        try input.tap("Num_Lock")
        try input.tap("KP_Home")
      }
    }
    #expect(client.text == "7")
    #expect(client.keys == [.home, .character("7"), .home])
  }

  @Test func `discards a dead key when it loses the focus`() throws {
    try display.setKeyboardLayout("us", "-variant", "intl")
    let client = try run(
      hasKeyboard + [
        does { _, observer, _ in
          #expect(throws: Never.self) { try self.send { try $0.tap("dead_acute") } }
          observer.movePointerOnScreen(to: 900, 700)
        },
        { client, observer, id in
          guard client.focusChanges.last == false else { return false }
          observer.movePointer(to: 5, 5, of: id)
          return true
        },
        { client, _, _ in
          guard client.focusChanges.last == true else { return false }
          #expect(throws: Never.self) { try self.send { try $0.tap("e") } }
          return true
        },
        { client, _, _ in !client.text.isEmpty },
      ]
    ).client
    #expect(client.text == "e")
  }

  @Test func `delivers 1,000 key presses in order`() throws {
    let text = String((0..<1000).map { Character(Unicode.Scalar(UInt8(0x61 + $0 % 26))) })
    let client = try typing(characters: text.count) {
      try self.send { input in
        for character in text { try input.tap(String(character)) }
      }
    }
    #expect(client.text == text)
  }
}
