import DBus
import Scene

// The interfaces for text. Offsets are in Unicode scalars, those of a secret in graphemes.
extension ObjectInterfaces {
  static var text: Interface {
    func extents(_ inputs: [String]) -> Interface.Method {
      .init(inputs, ["i", "i", "i", "i"]) { $0.extents(relativeTo: $1[inputs.count - 1].integer).values }
    }
    /// - Parameter words: The numbers of words among the units of clients. 0 is a character, and the others are the line.
    func unit(words: ClosedRange<Int>) -> Interface.Method {
      .init(["i", "u"], ["s", "i", "i"]) { object, arguments in
        let (text, offset, unit) = (object.ownText, object.offset(arguments[0]), arguments[1].integer)
        let range =
          unit == 0
          ? offset..<min(offset + 1, text.count)
          : words.contains(unit) ? text.word(at: offset) : 0..<text.count
        return [.string(text.characters(range)), .integer(range.lowerBound), .integer(range.upperBound)]
      }
    }
    let noAttributes = BusValue.array(of: "{ss}", [])
    func attributes(_ inputs: [String]) -> Interface.Method {
      .init(inputs, ["a{ss}", "i", "i"]) { object, _ in
        [noAttributes, .int32(0), .integer(object.ownText.count)]
      }
    }
    return Interface(
      "org.a11y.atspi.Text",
      methods: [
        "GetText": .init(["i", "i"], ["s"]) { [.string($0.ownText.characters($0.range($1[0], $1[1])))] },
        "GetTextAtOffset": unit(words: 1...2), "GetStringAtOffset": unit(words: 1...1),
        "GetCharacterAtOffset": .init(["i"], ["i"]) { object, arguments in
          let offset = arguments[0].integer
          let scalar = object.ownText.characters(offset..<offset + 1).unicodeScalars.first
          return [.integer(Int(scalar?.value ?? 0))]
        },
        "SetCaretOffset": .init(["i"], ["b"]) { [.boolean($0.perform(.setCaret($0.offset($1[0]))))] },
        "GetAttributes": attributes(["i"]), "GetAttributeRun": attributes(["i", "b"]),
        "GetAttributeValue": .init(["i", "s"], ["s"]) { _, _ in [.string("")] },
        "GetDefaultAttributes": .init([], ["a{ss}"]) { _, _ in [noAttributes] },
        // The positions of characters would reveal how wide those of a secret are.
        "GetCharacterExtents": extents(["i", "u"]), "GetRangeExtents": extents(["i", "i", "u"]),
        "GetOffsetAtPoint": .init(["i", "i", "u"], ["i"]) { _, _ in [.int32(-1)] },
        "GetNSelections": .init([], ["i"]) { object, _ in [.int32(object.ownText.selection == nil ? 0 : 1)] },
        "GetSelection": .init(["i"], ["i", "i"]) { object, arguments in
          let selection = arguments[0].integer == 0 ? object.ownText.selection : nil
          return [.integer(selection?.lowerBound ?? -1), .integer(selection?.upperBound ?? -1)]
        },
        "AddSelection": .init(["i", "i"], ["b"]) { object, arguments in
          let range = object.range(arguments[0], arguments[1])
          return [.boolean(object.ownText.selection == nil && object.perform(.select(range)))]
        },
        "SetSelection": .init(["i", "i", "i"], ["b"]) { object, arguments in
          let range = object.range(arguments[1], arguments[2])
          return [.boolean(arguments[0].integer == 0 && object.perform(.select(range)))]
        },
        "RemoveSelection": .init(["i"], ["b"]) { object, arguments in
          let isSelected = arguments[0].integer == 0 && object.ownText.selection != nil
          return [.boolean(isSelected && object.perform(.select(nil)))]
        },
      ],
      properties: [
        "CharacterCount": .init("i") { .integer($0.ownText.count) },
        "CaretOffset": .init("i") { .integer($0.ownText.caret ?? -1) },
      ])
  }

  /// Only text that is no secret. Copying and pasting is left to keys, with their checks.
  static var editableText: Interface {
    Interface(
      "org.a11y.atspi.EditableText",
      methods: [
        "SetTextContents": .init(["s"], ["b"]) {
          [.boolean($0.replace(0..<$0.ownText.count, with: $1[0].text))]
        },
        "InsertText": .init(["i", "s", "i"], ["b"]) { object, arguments in
          let position = object.offset(arguments[0])
          // The length is in bytes, which may end within a character.
          let text = arguments[1].text
          let limit = min(max(0, arguments[2].integer), text.utf8.count)
          let end = text.utf8.index(text.startIndex, offsetBy: limit)
          let prefix = String(text.unicodeScalars[..<end])
          return [.boolean(object.replace(position..<position, with: prefix))]
        },
        "DeleteText": .init(["i", "i"], ["b"]) { [.boolean($0.replace($0.range($1[0], $1[1]), with: ""))] },
      ])
  }
}

extension AccessibleObject {
  fileprivate var ownText: AccessibleText { node.text ?? AccessibleText(.plain("")) }

  /// The maximum size in bytes of a text that one call inserts, because each character may become a token.
  private static var maximumInsertedSize: Int { 1000 }

  fileprivate func replace(_ range: Range<Int>, with new: String) -> Bool {
    new.utf8.count <= Self.maximumInsertedSize && perform(.replaceText(range, with: new))
  }

  /// Returns an offset of a client, clamped to the text.
  fileprivate func offset(_ value: BusValue) -> Int { max(0, min(value.integer, ownText.count)) }

  /// Returns the range between two offsets of a client. A negative end is the end of the text.
  fileprivate func range(_ start: BusValue, _ end: BusValue) -> Range<Int> {
    let (lower, upper) = (offset(start), end.integer < 0 ? ownText.count : offset(end))
    return min(lower, upper)..<max(lower, upper)
  }
}

extension AccessibleText {
  /// Returns the word that contains an offset, with the spaces after it. A secret is one word.
  fileprivate func word(at offset: Int) -> Range<Int> {
    guard case .plain(let text) = content else { return 0..<count }
    let isSpace = text.unicodeScalars.map(\.properties.isWhitespace)
    let starts = isSpace.indices.filter { $0 == 0 || isSpace[$0 - 1] && !isSpace[$0] }
    return (starts.last { $0 <= offset } ?? 0)..<(starts.first { $0 > offset } ?? count)
  }
}
