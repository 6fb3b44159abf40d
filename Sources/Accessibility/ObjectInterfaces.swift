import DBus
import Scene

/// The interfaces of AT-SPI, each a table that is made once ([at-spi2-core, `xml/`][1]).
///
/// Every number from outside is clamped or refused. An index without an object gives the null object, as in other programs.
/// Methods that the program cannot perform, or that are deprecated, are unknown ones.
///
/// [1]: https://gitlab.gnome.org/GNOME/at-spi2-core/-/tree/main/xml
struct ObjectInterfaces {
  typealias Interface = BusInterface<AccessibleObject>

  /// An empty cache, at a path of its own: clients then ask for the objects that they need, also in lists of any length.
  let cache: Interface = Interface(
    "org.a11y.atspi.Cache",
    methods: ["GetItems": .init([], ["a\(cacheItem)"]) { _, _ in [.array(of: cacheItem, [])] }])

  static let cachePath = "/org/a11y/atspi/cache"
  private static let cacheItem = "((so)(so)(so)iiassusau)"

  /// Returns the interfaces of an object.
  func of(_ object: AccessibleObject) -> [Interface] {
    guard object.window != nil else { return [accessible, application] }
    var interfaces = [accessible, component]
    if !object.node.actions.isEmpty { interfaces.append(action) }
    if object.node.value != nil { interfaces.append(value) }
    if object.isList { interfaces.append(selection) }
    if let text = object.node.text {
      interfaces.append(self.text)
      if case .plain = text.content, !object.node.states.contains(.readOnly) {
        interfaces.append(editableText)
      }
    }
    return interfaces
  }

  /// Returns a method that answers a question, or whether a request was accepted.
  private static func check(
    _ inputs: [String], _ body: @escaping (AccessibleObject, [BusValue]) -> Bool
  ) -> Interface.Method {
    .init(inputs, ["b"]) { [.boolean(body($0, $1))] }
  }

  /// The number of children that one call may list.
  private static let maximumChildCount = 1000

  let accessible: Interface = Interface(
    "org.a11y.atspi.Accessible",
    methods: [
      "GetChildAtIndex": .init(["i"], ["(so)"]) { [$0.child($1[0].integer)] },
      "GetChildren": .init([], ["a(so)"]) { object, _ throws(BusCallError) in
        guard object.childCount <= Self.maximumChildCount else {
          throw BusCallError(
            "LimitsExceeded", "There are \(object.childCount) children; ask for each by its index.")
        }
        return [.array(of: "(so)", object.children(0..<object.childCount))]
      },
      "GetIndexInParent": .init([], ["i"]) { object, _ in [.integer(object.parent?.index ?? -1)] },
      "GetRelationSet": .init([], ["a(ua(so))"]) { _, _ in [.array(of: "(ua(so))", [])] },
      "GetRole": .init([], ["u"]) { object, _ in [.uint32(object.role.number)] },
      "GetRoleName": .init([], ["s"]) { object, _ in [.string(object.role.name)] },
      "GetLocalizedRoleName": .init([], ["s"]) { object, _ in [.string(object.role.name)] },
      "GetState": .init([], ["au"]) { object, _ in
        [.array(of: "u", [0, 32].map { .uint32(UInt32(truncatingIfNeeded: object.stateBits >> $0)) })]
      },
      "GetAttributes": .init([], ["a{ss}"]) { object, _ in [object.attributes] },
      "GetApplication": .init([], ["(so)"]) { object, _ in [object.bridge.reference(.root)] },
      "GetInterfaces": .init([], ["as"]) { object, _ in
        [.array(of: "s", object.bridge.interfaces.of(object).map { .string($0.name) })]
      },
    ],
    properties: [
      "Name": .init("s") { .string($0.node.name) },
      "Description": .init("s") { .string($0.node.description) },
      "Parent": .init("(so)") {
        $0.parent.map(\.name).map($0.bridge.reference) ?? $0.bridge.registry.desktop
      },
      "ChildCount": .init("i") { .integer($0.childCount) },
      "Locale": .init("s") { .string($0.bridge.source.accessibleLocale) },
      "AccessibleId": .init("s") { _ in .string("") },
      "HelpText": .init("s") { _ in .string("") },
    ])

  let application: Interface = Interface(
    "org.a11y.atspi.Application",
    methods: [
      "GetLocale": .init(["u"], ["s"]) { object, _ in [.string(object.bridge.source.accessibleLocale)] }
    ],
    properties: [
      "ToolkitName": .init("s") { _ in .string("Tactile") },
      "Version": .init("s") { _ in .string("1") },
      "ToolkitVersion": .init("s") { _ in .string("1") },
      "AtspiVersion": .init("s") { _ in .string("2.1") },
      "InterfaceVersion": .init("u") { _ in .uint32(1) },
      "Id": .init("i") {
        .int32($0.bridge.applicationID)
      } set: { object, value in
        if case .int32(let id) = value { object.bridge.applicationID = id }
      },
    ])

  let component: Interface = Interface(
    "org.a11y.atspi.Component",
    methods: [
      "Contains": check(["i", "i", "u"]) {
        let pixel = PixelRect(x: $1[0].integer, y: $1[1].integer, width: 1, height: 1)
        return $0.extents(relativeTo: $1[2].integer).intersects(pixel)
      },
      "GetAccessibleAtPoint": .init(["i", "i", "u"], ["(so)"]) { object, arguments in
        let point = PixelPoint(x: arguments[0].integer, y: arguments[1].integer)
        return [object.bridge.reference(object.object(at: point, relativeTo: arguments[2].integer))]
      },
      "GetExtents": .init(["u"], ["(iiii)"]) { [.structure($0.extents(relativeTo: $1[0].integer).values)] },
      "GetPosition": .init(["u"], ["i", "i"]) { Array($0.extents(relativeTo: $1[0].integer).values[..<2]) },
      "GetSize": .init([], ["i", "i"]) { object, _ in Array(object.extents(relativeTo: 1).values[2...]) },
      "GetLayer": .init([], ["u"]) { object, _ in [.uint32(object.entry == nil ? 7 : 3)] },
      "GetMDIZOrder": .init([], ["n"]) { _, _ in [.int16(-1)] },
      "GetAlpha": .init([], ["d"]) { _, _ in [.double(1)] },
      "GrabFocus": check([]) { object, _ in
        object.node.states.contains(.focusable) && object.perform(.focus)
      },
      // The program decides where its windows and controls are: no method changes that.
    ])

  let action: Interface = {
    func text(_ property: @escaping (AccessibleAction) -> String) -> Interface.Method {
      .init(["i"], ["s"]) { object, arguments in
        [.string(object.action(arguments[0].integer).map(property) ?? "")]
      }
    }
    return Interface(
      "org.a11y.atspi.Action",
      methods: [
        "GetName": text(\.id), "GetDescription": text(\.name), "GetLocalizedName": text(\.name),
        "GetKeyBinding": text(\.shortcut),
        "GetActions": .init([], ["a(sss)"]) { object, _ in
          let texts = object.node.actions.map { [$0.name, $0.name, $0.shortcut].map { BusValue.string($0) } }
          return [.array(of: "(sss)", texts.map { .structure($0) })]
        },
        "DoAction": check(["i"]) { object, arguments in
          object.action(arguments[0].integer).map { object.perform(.perform($0.id)) } ?? false
        },
      ], properties: ["NActions": .init("i") { .integer($0.node.actions.count) }])
  }()

  let value: Interface = {
    func number(_ property: @escaping (AccessibleValue) -> Double) -> Interface.Property {
      .init("d") { .double($0.node.value.map(property) ?? 0) }
    }
    var current = number(\.number)
    current.set = { object, value throws(BusCallError) in
      guard let own = object.node.value, own.step > 0, case .double(let number) = value, number.isFinite,
        object.perform(.setValue(max(own.range.lowerBound, min(number, own.range.upperBound))))
      else { throw BusCallError("InvalidArgs", "The value cannot be changed to this number now.") }
    }
    return Interface(
      "org.a11y.atspi.Value",
      properties: [
        "MinimumValue": number(\.range.lowerBound), "MaximumValue": number(\.range.upperBound),
        "MinimumIncrement": number(\.step), "CurrentValue": current,
        "Text": .init("s") { .string($0.node.value?.text ?? "") },
      ])
  }()

  let selection: Interface = {
    func change(_ isSelected: Bool, _ index: @escaping (AccessibleObject, Int) -> Int?) -> Interface.Method {
      check(["i"]) { object, arguments in
        let element = index(object, arguments[0].integer).flatMap(object.element)
        return element.map { object.perform(.setSelected(isSelected), on: $0) } ?? false
      }
    }
    return Interface(
      "org.a11y.atspi.Selection",
      methods: [
        "GetSelectedChild": .init(["i"], ["(so)"]) { [$0.child($0.selectedIndex($1[0].integer))] },
        "IsChildSelected": check(["i"]) { object, arguments in
          object.selected.contains { $0.contains(arguments[0].integer) }
        },
        "SelectChild": change(true) { $1 }, "DeselectChild": change(false) { $1 },
        "DeselectSelectedChild": change(false) { $0.selectedIndex($1) },
        "SelectAll": check([]) { object, _ in object.perform(.setSelected(true)) },
        "ClearSelection": check([]) { object, _ in object.perform(.setSelected(false)) },
      ], properties: ["NSelectedChildren": .init("i") { .integer($0.selected.reduce(0) { $0 + $1.count }) }])
  }()

  /// The interface for text. Offsets are in Unicode scalars, those of a secret in graphemes.
  let text: Interface = {
    func extents(_ inputs: [String]) -> Interface.Method {
      .init(inputs, ["i", "i", "i", "i"]) { $0.extents(relativeTo: $1[inputs.count - 1].integer).values }
    }
    /// - Parameter words: The numbers of words among the units of clients. 0 is a character, and the others are the line.
    func unit(words: ClosedRange<Int>) -> Interface.Method {
      .init(["i", "u"], ["s", "i", "i"]) { object, arguments in
        let (text, offset, unit) = (object.ownText, object.offset(arguments[0]), arguments[1].integer)
        let character = offset..<min(offset + 1, text.count)
        let range = unit == 0 ? character : words.contains(unit) ? text.word(at: offset) : 0..<text.count
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
        "SetCaretOffset": check(["i"]) { $0.perform(.setCaret($0.offset($1[0]))) },
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
        "AddSelection": check(["i", "i"]) {
          $0.ownText.selection == nil && $0.perform(.select($0.range($1[0], $1[1])))
        },
        "SetSelection": check(["i", "i", "i"]) {
          $1[0].integer == 0 && $0.perform(.select($0.range($1[1], $1[2])))
        },
        "RemoveSelection": check(["i"]) {
          $1[0].integer == 0 && $0.ownText.selection != nil && $0.perform(.select(nil))
        },
      ],
      properties: [
        "CharacterCount": .init("i") { .integer($0.ownText.count) },
        "CaretOffset": .init("i") { .integer($0.ownText.caret ?? -1) },
      ])
  }()

  /// Only text that is no secret. Copying and pasting is left to keys, with their checks.
  let editableText: Interface = Interface(
    "org.a11y.atspi.EditableText",
    methods: [
      "SetTextContents": check(["s"]) { $0.replace(0..<$0.ownText.count, with: $1[0].text ?? "") },
      "InsertText": check(["i", "s", "i"]) { object, arguments in
        let position = object.offset(arguments[0])
        // The length is in bytes, which may end within a character.
        let text = arguments[1].text ?? ""
        let limit = min(max(0, arguments[2].integer), text.utf8.count)
        let end = text.utf8.index(text.startIndex, offsetBy: limit)
        let prefix = String(text.unicodeScalars[..<end])
        return object.replace(position..<position, with: prefix)
      },
      "DeleteText": check(["i", "i"]) { $0.replace($0.range($1[0], $1[1]), with: "") },
    ])
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

extension PixelRect {
  /// The position and the size, as integers of the bus.
  var values: [BusValue] { [x, y, width, height].map { .integer($0) } }
}

extension BusValue {
  /// Creates an integer of 32 bits. A larger number is clamped.
  static func integer(_ number: Int) -> BusValue { .int32(Int32(clamping: number)) }

  /// The number of an integer of at most 32 bits, 0 for other values.
  var integer: Int {
    switch self {
    case .int32(let number): Int(number)
    case .uint32(let number): Int(number)
    default: 0
    }
  }
}
