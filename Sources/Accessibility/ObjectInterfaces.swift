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

  let text = Self.text
  let editableText = Self.editableText
  /// An empty cache, at a path of its own: clients then ask for the objects that they need, also in lists of any length.
  let cache: Interface = Interface(
    "org.a11y.atspi.Cache",
    methods: [
      "GetItems": .init([], ["a\(cacheItem)"]) { _, _ in [.array(of: cacheItem, [])] }
    ])

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

  /// The number of children that one call may list.
  private static let maximumChildCount = 1000

  let accessible: Interface = Interface(
    "org.a11y.atspi.Accessible",
    methods: [
      "GetChildAtIndex": .init(["i"], ["(so)"]) { object, arguments in
        let index = arguments[0].integer
        return [object.bridge.reference(index < 0 ? nil : object.children(index..<index + 1).first)]
      },
      "GetChildren": .init([], ["a(so)"]) { object, _ throws(BusCallError) in
        guard object.childCount <= Self.maximumChildCount else {
          throw BusCallError(
            "LimitsExceeded", "There are \(object.childCount) children; ask for each by its index.")
        }
        return [
          .array(of: "(so)", object.children(0..<object.childCount).map { object.bridge.reference($0) })
        ]
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
      "Contains": .init(["i", "i", "u"], ["b"]) { object, arguments in
        let pixel = PixelRect(x: arguments[0].integer, y: arguments[1].integer, width: 1, height: 1)
        return [.boolean(object.extents(relativeTo: arguments[2].integer).intersects(pixel))]
      },
      "GetAccessibleAtPoint": .init(["i", "i", "u"], ["(so)"]) { object, arguments in
        let point = PixelPoint(x: arguments[0].integer, y: arguments[1].integer)
        return [object.bridge.reference(object.object(at: point, relativeTo: arguments[2].integer))]
      },
      "GetExtents": .init(["u"], ["(iiii)"]) { [.structure($0.extents(relativeTo: $1[0].integer).values)] },
      "GetPosition": .init(["u"], ["i", "i"]) {
        Array($0.extents(relativeTo: $1[0].integer).values.prefix(2))
      },
      "GetSize": .init([], ["i", "i"]) { object, _ in
        Array(object.extents(relativeTo: 1).values.suffix(2))
      },
      "GetLayer": .init([], ["u"]) { object, _ in [.uint32(object.entry == nil ? 7 : 3)] },
      "GetMDIZOrder": .init([], ["n"]) { _, _ in [.int16(-1)] },
      "GetAlpha": .init([], ["d"]) { _, _ in [.double(1)] },
      "GrabFocus": .init([], ["b"]) { object, _ in
        [.boolean(object.node.states.contains(.focusable) && object.perform(.focus))]
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
        "DoAction": .init(["i"], ["b"]) { object, arguments in
          let action = object.action(arguments[0].integer)
          return [.boolean(action.map { object.perform(.perform($0.id)) } ?? false)]
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
      .init(["i"], ["b"]) { object, arguments in
        let element = index(object, arguments[0].integer).flatMap(object.element)
        return [.boolean(element.map { object.perform(.setSelected(isSelected), on: $0) } ?? false)]
      }
    }
    func changeAll(_ isSelected: Bool) -> Interface.Method {
      .init([], ["b"]) { object, _ in [.boolean(object.perform(.setSelected(isSelected)))] }
    }
    return Interface(
      "org.a11y.atspi.Selection",
      methods: [
        "GetSelectedChild": .init(["i"], ["(so)"]) { object, arguments in
          let index = object.selectedIndex(arguments[0].integer)
          return [object.bridge.reference(index.flatMap { object.children($0..<$0 + 1).first })]
        },
        "IsChildSelected": .init(["i"], ["b"]) { object, arguments in
          [.boolean(object.selected.contains { $0.contains(arguments[0].integer) })]
        },
        "SelectChild": change(true) { $1 }, "DeselectChild": change(false) { $1 },
        "DeselectSelectedChild": change(false) { $0.selectedIndex($1) },
        "SelectAll": changeAll(true), "ClearSelection": changeAll(false),
      ], properties: ["NSelectedChildren": .init("i") { .integer($0.selected.reduce(0) { $0 + $1.count }) }])
  }()
}

extension AccessibleObject {
  fileprivate func action(_ index: Int) -> AccessibleAction? {
    node.actions.indices.contains(index) ? node.actions[index] : nil
  }

  /// The indices of the selected elements.
  fileprivate var selected: [Range<Int>] { entry?.selected ?? [] }

  /// Returns the index of one of the selected elements. `nil` if there are not so many.
  fileprivate func selectedIndex(_ number: Int) -> Int? {
    var number = number
    for range in selected where number >= 0 {
      if number < range.count { return range.lowerBound + number }
      number -= range.count
    }
    return nil
  }

  fileprivate func element(_ index: Int) -> AccessibleTree.Entry? {
    guard let window, index >= 0 else { return nil }
    return bridge.elements(.range(index..<index + 1), of: path, in: window).first
  }

  fileprivate var attributes: BusValue {
    var attributes = [("toolkit", "Tactile")]
    if isElement, let window, let parent, let list = bridge.object(named: parent.name), list.window === window
    {
      attributes += [("posinset", "\(parent.index + 1)"), ("setsize", "\(list.childCount)")]
    }
    return .array(of: "{ss}", attributes.map { .entry(.string($0.0), .string($0.1)) })
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

  var text: String { if case .string(let text) = self { text } else { "" } }
}
