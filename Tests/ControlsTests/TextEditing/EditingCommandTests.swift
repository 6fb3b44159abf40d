import Controls
import Scene
import Testing

@Suite struct `Editing command keys` {
  /// The keys with a command, by their modifiers. Movements are listed without Shift, which extends the selection.
  private static let commands: [(Modifiers, [(Key, EditingCommand)])] = [
    (
      [],
      [
        (.left, .move(.left)), (.right, .move(.right)), (.up, .move(.up)), (.down, .move(.down)),
        (.home, .move(.lineStart)), (.end, .move(.lineEnd)),
        (.backspace, .delete(.backward)), (.delete, .delete(.forward)),
      ]
    ),
    (
      .control,
      [
        (.left, .move(.wordLeft)), (.right, .move(.wordRight)), (.home, .move(.toStart)),
        (.end, .move(.toEnd)),
        (.backspace, .delete(.wordBackward)), (.delete, .delete(.wordForward)),
        (.character("u"), .delete(.toStart)), (.character("k"), .delete(.toEnd)),
        (.character("a"), .selectAll), (.character("/"), .selectAll), (.character("\\"), .selectNone),
        (.character("c"), .copy), (.insert, .copy), (.character("x"), .cut), (.character("v"), .paste),
        (.character("z"), .undo), (.character("y"), .redo),
      ]
    ),
    (.alt, [(.left, .move(.tokenLeft)), (.right, .move(.tokenRight))]),
    (.super, [(.left, .move(.toStart)), (.right, .move(.toEnd))]),
    (.shift, [(.backspace, .delete(.backward)), (.delete, .cut), (.insert, .paste)]),
    ([.control, .shift], [(.character("a"), .selectNone), (.character("z"), .redo)]),
  ]

  private static func command(of key: Key, _ modifiers: Modifiers) -> EditingCommand? {
    func listed(_ modifiers: Modifiers) -> EditingCommand? {
      commands.first { $0.0 == modifiers }?.1.first { $0.0 == key }?.1
    }
    if let command = listed(modifiers) { return command }
    guard modifiers.contains(.shift), case .move(let movement, _) = listed(modifiers.subtracting(.shift))
    else {
      return nil
    }
    return .move(movement, extending: true)
  }

  private static let keys: [Key] =
    [
      .left, .right, .up, .down, .home, .end, .pageUp, .pageDown, .tab, .enter, .escape, .space,
      .backspace, .delete, .insert, .menu, .function(1), .function(35), .unidentified,
    ] + "abcdefghijklmnopqrstuvwxyz0123456789/\\.,-é".unicodeScalars.map(Key.character)

  @Test(arguments: [false, true]) func `T6, T8 have no command except in the table`(isRepeat: Bool) {
    for key in Self.keys {
      for modifiers in (UInt8(0)..<16).map(Modifiers.init(rawValue:)) {
        let press = KeyPress(key, modifiers: modifiers, isRepeat: isRepeat)
        #expect(EditingCommand(press) == Self.command(of: key, modifiers), "\(press)")
      }
    }
  }
}

extension EditingCommand {
  fileprivate static func move(_ movement: TextSelection.Movement) -> Self {
    .move(movement, extending: false)
  }
}
