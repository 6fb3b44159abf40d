import CX11
import Glibc
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

extension `A window on a display` {
  /// Has a person type, whose keyboard map is the present one.
  func types(_ action: (Hand) throws -> Void) throws {
    let connection = try DisplayConnection(to: display.name)
    let window = try #require(connection.window(ofProcess: getpid()))
    try action(Hand(in: window))
  }

  /// The steps of bringing the window under the pointer, which gives it the keyboard.
  var hasKeyboard: [(inout ScriptedClient, Onlooker, Window) -> Bool] {
    [
      appears,
      { _, onlooker, id in
        onlooker.movePointer(to: 5, 5, of: id)
        return true
      },
      { client, _, _ in client.focusChanges.last == true },
    ]
  }

  /// Runs a window in which a person does something, until it has had so much of it.
  private func typing(
    characters: Int = 0, keys: Int = 0, _ action: @escaping () throws -> Void
  ) throws -> ScriptedClient {
    try run(
      hasKeyboard + [
        { _, _, _ in
          #expect(throws: Never.self) { try action() }
          return true
        },
        { client, _, _ in client.text.count >= characters && client.keys.count >= keys },
      ]
    ).client
  }

  @Test func `composes dead keys and Compose sequences`() throws {
    try display.setKeyboardLayout("us", "-variant", "intl", "-option", "compose:menu")
    let client = try typing(characters: 6) {
      try self.types { hand in
        for key in ["dead_acute", "e", "Multi_key", "o", "c", "dead_acute", "x"] {
          try hand.tap(key)
        }
        try hand.tap("dead_acute")
        try hand.tap("e", with: [.shift])
        try hand.tap("1", with: [.shift])
      }
    }
    #expect(client.text == "é©´xÉ!")
  }

  @Test func `shows a dead key where its letter will be, but in no password`() throws {
    try display.setKeyboardLayout("us", "-variant", "intl")
    var keys = ["dead_acute", "e", "dead_acute", "x", "dead_acute", "Escape", "dead_acute", "Left"]
    let next: (inout ScriptedClient, Onlooker, Window) -> Bool = { [self] _, _, _ in
      #expect(throws: Never.self) { try types { try $0.tap(keys.removeFirst()) } }
      return keys.isEmpty
    }
    let client = try run(
      hasKeyboard + [
        { client, _, _ in
          client.textInput = TextInput(caret: .zero)
          return true
        },
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

  @Test func `types with a layout that is chosen while it runs`() throws {
    // The map that a client is sent is always the present one, so each layout has its turn.
    let turns: [(layout: String, keys: [String], text: String)] = [
      ("us", ["a", "q"], "aq"), ("fr", ["a", "eacute", "m"], "aqaém"),
      ("ru", ["Cyrillic_ef", "Cyrillic_zhe"], "aqaémфж"),
      ("gr", ["Greek_omega", "Greek_finalsmallsigma"], "aqaémфжως"), ("us", ["b"], "aqaémфжωςb"),
    ]
    let client = try run(
      hasKeyboard
        + turns.flatMap { turn -> [(inout ScriptedClient, Onlooker, Window) -> Bool] in
          [
            { [self] _, _, _ in
              #expect(throws: Never.self) {
                try display.setKeyboardLayout(turn.layout)
                try types { hand in for key in turn.keys { try hand.tap(key) } }
              }
              return true
            },
            { client, _, _ in client.text.count >= turn.text.count },
          ]
        }
    ).client
    #expect(client.text == turns.last?.text)
  }

  @Test(arguments: [
    // Each layout's own symbol on the keys of A, Q, the slash and 1.
    ("ru", ["Cyrillic_ef", "Cyrillic_shorti", "period", "1"]),
    ("gr", ["Greek_alpha", "semicolon", "slash", "1"]),
    ("us,gr", ["a", "q", "slash", "1"]),
    ("fr", ["a", "q", "exclam", "ampersand"]),
  ])
  func `commands alike under every layout`(layout: String, symbols: [String]) throws {
    try display.setKeyboardLayout(layout)
    let client = try typing(keys: symbols.count) {
      try self.types { hand in
        for symbol in symbols { try hand.tap(symbol, with: [.control]) }
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
      try self.types { hand in
        try hand.tap("Caps_Lock")
        for key in ["eacute", "a"] { try hand.tap(key) }
        try hand.tap("Caps_Lock")
        try hand.tap("eacute")
      }
    }
    #expect(client.text == "ÉAé")
  }

  @Test func `row 45: tells of Caps Lock, on before it opened, and switched elsewhere`() throws {
    let tap: () throws -> Void = { try self.types { try $0.tap("Caps_Lock") } }
    let before = try typing(keys: 0, tap)
    #expect(before.keyboards.count { $0.isCapsLockOn } <= 1)
    let client = try run([
      appears,
      { client, _, _ in client.keyboards.last?.isCapsLockOn == true },
      { _, onlooker, id in
        onlooker.movePointer(to: 500, 5, of: id)
        #expect(throws: Never.self) { try tap() }
        return true
      },
      { client, _, _ in client.keyboards.last?.isCapsLockOn == false },
    ]).client
    #expect(client.focusChanges.last == false && client.text.isEmpty)
  }

  /// A step that does something, and one that waits until the client was told of a keyboard.
  private func steps(
    _ keyboard: KeyboardStatus, after act: @escaping (Onlooker) throws -> Void
  ) -> [Step] {
    [
      { _, onlooker, _ in
        #expect(throws: Never.self) { try act(onlooker) }
        return true
      },
      { client, _, _ in client.keyboards.last == keyboard },
    ]
  }

  @Test func `tells by which layout keys type, once it has appeared and whenever that changes`()
    throws
  {
    try display.setKeyboardLayout("us,ru")
    func keyboard(
      _ layout: String, several: Bool = true, capsLock: Bool = false
    ) -> KeyboardStatus {
      KeyboardStatus(isCapsLockOn: capsLock, layout: layout, hasSeveralLayouts: several)
    }
    let tapCapsLock: (Onlooker) throws -> Void = { _ in
      try self.types { try $0.tap("Caps_Lock") }
    }
    func switchLayout(to group: Int) -> (Onlooker) throws -> Void {
      { _ in try self.types { $0.switchLayout(to: group) } }
    }
    let client = try run(
      [appears, { client, _, _ in client.keyboards.last == keyboard("English (US)") }]
        + steps(keyboard("Russian"), after: switchLayout(to: 1))
        + steps(keyboard("Russian", capsLock: true), after: tapCapsLock)
        + steps(keyboard("Russian"), after: tapCapsLock)
        + steps(keyboard("English (US)"), after: switchLayout(to: 0))
        // What is locked stays so, and is none of the groups that there are.
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
    // Nothing was said twice.
    #expect(zip(client.keyboards, client.keyboards.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test func `types digits on the keypad with Num Lock alone`() throws {
    let client = try typing(keys: 3) {
      try self.types { hand in
        try hand.tap("KP_Home")
        try hand.tap("Num_Lock")
        try hand.tap("KP_Home")
        try hand.tap("Num_Lock")
        try hand.tap("KP_Home")
      }
    }
    #expect(client.text == "7")
    #expect(client.keys == [.home, .character("7"), .home])
  }

  @Test func `forgets a dead key when it loses the keyboard`() throws {
    try display.setKeyboardLayout("us", "-variant", "intl")
    let client = try run(
      hasKeyboard + [
        { _, onlooker, _ in
          #expect(throws: Never.self) { try self.types { try $0.tap("dead_acute") } }
          onlooker.movePointerOnScreen(to: 900, 700)
          return true
        },
        { client, onlooker, id in
          guard client.focusChanges.last == false else { return false }
          onlooker.movePointer(to: 5, 5, of: id)
          return true
        },
        { client, _, _ in
          guard client.focusChanges.last == true else { return false }
          #expect(throws: Never.self) { try self.types { try $0.tap("e") } }
          return true
        },
        { client, _, _ in !client.text.isEmpty },
      ]
    ).client
    #expect(client.text == "e")
  }

  @Test func `loses none of a thousand keys`() throws {
    let text = String((0..<1000).map { Character(Unicode.Scalar(UInt8(0x61 + $0 % 26))) })
    let client = try typing(characters: text.count) {
      try self.types { hand in
        for character in text { try hand.tap(String(character)) }
      }
    }
    #expect(client.text == text)
  }
}
