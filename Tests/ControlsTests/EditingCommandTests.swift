import Controls
import Scene
import Testing

@Suite struct `The keys of a text field` {
  /// Every key that means something, without Shift for movements.
  private static let movements: [(Key, Modifiers, TextSelection.Movement)] = [
    (.left, [], .backward), (.right, [], .forward),
    (.left, .control, .wordBackward), (.right, .control, .wordForward),
    (.left, .super, .toStart), (.right, .super, .toEnd),
    (.home, [], .toStart), (.end, [], .toEnd), (.home, .control, .toStart),
    (.end, .control, .toEnd),
  ]

  private static let others: [(Key, Modifiers, EditingCommand)] = [
    (.backspace, [], .deleteBackward), (.backspace, .shift, .deleteBackward),
    (.backspace, .control, .deleteWordBackward),
    (.delete, [], .deleteForward), (.delete, .control, .deleteWordForward),
    (.character("u"), .control, .deleteToStart), (.character("k"), .control, .deleteToEnd),
    (.character("a"), .control, .selectAll), (.character("/"), .control, .selectAll),
    (.character("a"), [.control, .shift], .selectNone),
    (.character("\\"), .control, .selectNone),
  ]

  private static let all: [Stroke: EditingCommand] = {
    var commands: [Stroke: EditingCommand] = [:]
    for (key, modifiers, movement) in movements {
      commands[Stroke(key, modifiers)] = .move(movement, extending: false)
      commands[Stroke(key, modifiers.union(.shift))] = .move(movement, extending: true)
    }
    for (key, modifiers, command) in others { commands[Stroke(key, modifiers)] = command }
    return commands
  }()

  private static let keys: [Key] =
    [
      .left, .right, .up, .down, .home, .end, .pageUp, .pageDown, .tab, .enter, .escape, .space,
      .backspace, .delete, .insert, .menu, .function(1), .function(35), .unidentified,
    ] + "abcdefghijklmnopqrstuvwxyz0123456789/\\.,-é".unicodeScalars.map(Key.character)

  @Test(arguments: keys) func `T6, T8 mean with any modifiers what the table says, or nothing`(
    key: Key
  ) {
    for rawValue in UInt8(0)..<16 {
      let modifiers = Modifiers(rawValue: rawValue)
      for isRepeat in [false, true] {
        let press = KeyPress(key, modifiers: modifiers, isRepeat: isRepeat)
        #expect(EditingCommand(press) == Self.all[Stroke(key, modifiers)])
      }
    }
  }

  @Test func `are all in the table`() {
    #expect(Self.all.count == 2 * 10 + 11)
  }

  /// A key with its modifiers.
  private struct Stroke: Hashable {
    var key: Key
    var modifiers: Modifiers

    init(_ key: Key, _ modifiers: Modifiers) {
      self.key = key
      self.modifiers = modifiers
    }
  }
}
