import Controls
import Scene
import Testing

@Suite struct `Editing command keys` {
  /// Every key with a command. Movements are listed without Shift.
  private static let movements: [(Key, Modifiers, TextSelection.Movement)] = [
    (.left, [], .left), (.right, [], .right),
    (.left, .control, .wordLeft), (.right, .control, .wordRight),
    (.left, .alt, .tokenLeft), (.right, .alt, .tokenRight),
    (.left, .super, .toStart), (.right, .super, .toEnd), (.up, [], .up), (.down, [], .down),
    (.home, [], .lineStart), (.end, [], .lineEnd), (.home, .control, .toStart),
    (.end, .control, .toEnd),
  ]

  private static let others: [(Key, Modifiers, EditingCommand)] = [
    (.backspace, [], .delete(.backward)), (.backspace, .shift, .delete(.backward)),
    (.backspace, .control, .delete(.wordBackward)),
    (.delete, [], .delete(.forward)), (.delete, .control, .delete(.wordForward)),
    (.character("u"), .control, .delete(.toStart)), (.character("k"), .control, .delete(.toEnd)),
    (.character("a"), .control, .selectAll), (.character("/"), .control, .selectAll),
    (.character("a"), [.control, .shift], .selectNone),
    (.character("\\"), .control, .selectNone),
    (.character("c"), .control, .copy), (.insert, .control, .copy),
    (.character("x"), .control, .cut), (.delete, .shift, .cut),
    (.character("v"), .control, .paste), (.insert, .shift, .paste),
    (.character("z"), .control, .undo), (.character("z"), [.control, .shift], .redo),
    (.character("y"), .control, .redo),
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

  @Test(arguments: keys) func `T6, T8 match the command table for all modifiers`(
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

  @Test func `are listed only once in the table`() {
    #expect(Self.all.count == 2 * Self.movements.count + Self.others.count)
  }

  private struct Stroke: Hashable {
    var key: Key
    var modifiers: Modifiers

    init(_ key: Key, _ modifiers: Modifiers) {
      self.key = key
      self.modifiers = modifiers
    }
  }
}
