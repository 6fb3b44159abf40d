import DBus
import Scene

/// The object of a call: the application, a window, or an object in a window.
struct AccessibleObject {
  let bridge: AccessibilityBridge
  /// `nil` for the application.
  var window: (any AccessibleWindow)?
  /// `nil` for the application and for a window.
  var entry: AccessibleTree.Entry?
  let node: AccessibleNode

  /// The keys from the window. Empty for the window itself.
  var path: AccessiblePath { entry?.path ?? [] }

  var isList: Bool { entry?.selected != nil }

  /// The role of the application, which no control has, is given here.
  var role: (number: UInt32, name: String) {
    window == nil ? (75, "application") : (node.role.rawValue, node.role.name)
  }

  /// The number of children.
  var childCount: Int {
    guard let window else { return bridge.windows.count }
    return entry?.childCount ?? bridge.outline(of: window).children(of: path).count
  }

  /// Returns references to some of the children, whose indices are not negative. Indices without a child are left out.
  func children(_ range: Range<Int>) -> [BusValue] {
    guard let window else {
      let windows = bridge.windows.dropFirst(range.lowerBound).prefix(range.count)
      return windows.map { bridge.reference(bridge.name(in: $0)) }
    }
    let found =
      isList
      ? bridge.elements(.range(range), of: path, in: window)
      : Array(bridge.outline(of: window).children(of: path).dropFirst(range.lowerBound).prefix(range.count))
    return found.map { bridge.reference(bridge.name(of: $0.path, in: window)) }
  }

  /// Returns the reference to a child, or to no object if the index is `nil` or has no child.
  func child(_ index: Int?) -> BusValue {
    let child = index.flatMap { $0 < 0 ? nil : children($0..<$0 + 1).first }
    return child ?? AccessibilityRegistry.nullReference
  }

  /// The parent, and the index in it. The parent of the application is the desktop, which belongs to another program.
  var parent: (name: ObjectName, index: Int)? {
    guard let window else { return nil }
    guard let entry else {
      let index = bridge.windows.firstIndex { $0.accessibleNumber == window.accessibleNumber }
      return (.root, index ?? 0)
    }
    return (bridge.name(of: bridge.outline(of: window).parent(of: entry.path), in: window), entry.index)
  }

  /// Sends a request to the control of the object, or for an element of a list, if it is given.
  func perform(_ kind: AccessibilityRequest.Kind, on element: AccessibleTree.Entry? = nil) -> Bool {
    let entry = element ?? entry
    return window?.perform(AccessibilityRequest(kind, of: entry?.path ?? [], at: entry?.index)) ?? false
  }

  /// Returns the rectangle of the object in device pixels.
  ///
  /// - Parameter origin: What the coordinates are relative to, as AT-SPI numbers it: the screen, the window or the parent.
  func extents(relativeTo origin: Int) -> PixelRect {
    guard let window else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    let scale = window.accessibleScale
    let frame = PixelRect(covering: node.frame, scale: scale)
    switch origin {
    case 0:
      let content = window.accessibleOrigin
      return frame.offset(x: content.x, y: content.y)
    case 2:
      let parent = bridge.outline(of: window).parent(of: path)
      let container = bridge.object(at: parent, in: window)?.node.frame ?? node.frame
      let outer = PixelRect(covering: container, scale: scale)
      return frame.offset(x: -outer.x, y: -outer.y)
    default: return frame
    }
  }

  /// Returns the innermost object at a point that is in this one.
  func object(at point: PixelPoint, relativeTo origin: Int) -> ObjectName? {
    guard let window else { return nil }
    let (own, frame) = (extents(relativeTo: origin), extents(relativeTo: 1))
    let scale = window.accessibleScale
    let point = Point(
      x: Double(point.x - own.x + frame.x) / scale, y: Double(point.y - own.y + frame.y) / scale)
    // A list finds its elements itself.
    let hit = bridge.outline(of: window).entries.last {
      if case .item = $0.path.last { return false }
      return $0.path.starts(with: path) && !$0.node.states.contains(.offscreen)
        && $0.node.frame.contains(point)
    }
    guard let hit else { return node.frame.contains(point) ? bridge.name(of: path, in: window) : nil }
    let element = hit.selected == nil ? nil : bridge.elements(.at(point), of: hit.path, in: window).first
    return bridge.name(of: (element ?? hit).path, in: window)
  }

  /// The states as the bits of `AtspiStateType` in `atspi-constants.h`.
  var stateBits: UInt64 {
    let states = node.states
    let (isActive, isText) = (window?.isAccessibleActive == true, node.text != nil)
    let others: [(bits: [UInt64], isOn: Bool)] = [
      ([30], true), ([25], !states.contains(.offscreen)), ([8, 24], !states.contains(.disabled)),
      ([1], isActive && entry == nil), ([12], isActive && entry?.isFocused == true),
      ([41], [.checkBox, .radioButton].contains(node.role)), ([14], node.role == .slider), ([31], isList),
      ([26, 38], isText), ([7], isText && !states.contains(.readOnly)),
    ]
    let own = states.subtracting([.focused, .offscreen, .disabled]).rawValue
    return others.reduce(own) { $1.isOn ? $1.bits.reduce($0) { $0 | 1 << $1 } : $0 }
  }
}

// Arguments and results of calls.
extension AccessibleObject {
  func action(_ index: Int) -> AccessibleAction? {
    node.actions.indices.contains(index) ? node.actions[index] : nil
  }

  /// The indices of the selected elements.
  var selected: [Range<Int>] { entry?.selected ?? [] }

  /// Returns the index of one of the selected elements. `nil` if there are not so many.
  func selectedIndex(_ number: Int) -> Int? {
    var number = number
    for range in selected where number >= 0 {
      if number < range.count { return range.lowerBound + number }
      number -= range.count
    }
    return nil
  }

  func element(_ index: Int) -> AccessibleTree.Entry? {
    guard let window, index >= 0 else { return nil }
    return bridge.elements(.range(index..<index + 1), of: path, in: window).first
  }

  var attributes: BusValue {
    var attributes = [("toolkit", "Tactile")]
    if case .item = path.last, let window, let entry, let list = bridge.outline(of: window)[path.dropLast()] {
      attributes += [("posinset", "\(entry.index + 1)"), ("setsize", "\(list.childCount)")]
    }
    return .array(of: "{ss}", attributes.map { .entry(.string($0.0), .string($0.1)) })
  }

  var ownText: AccessibleText { node.text ?? AccessibleText(.plain("")) }

  /// The maximum size in bytes of a text that one call inserts, because each character may become a token.
  private static var maximumInsertedSize: Int { 1000 }

  func replace(_ range: Range<Int>, with new: String) -> Bool {
    new.utf8.count <= Self.maximumInsertedSize && perform(.replaceText(range, with: new))
  }

  /// Returns an offset of a client, clamped to the text.
  func offset(_ value: BusValue) -> Int { max(0, min(value.integer, ownText.count)) }

  /// Returns the range between two offsets of a client. A negative end is the end of the text.
  func range(_ start: BusValue, _ end: BusValue) -> Range<Int> {
    let (lower, upper) = (offset(start), end.integer < 0 ? ownText.count : offset(end))
    return min(lower, upper)..<max(lower, upper)
  }
}

extension AccessibleRole {
  /// The name in at-spi2-core 2.46.
  fileprivate var name: String {
    switch self {
    case .button: "push button"
    case .group: "grouping"
    case .passwordEntry: "password text"
    default: "\(self)".words(separatedBy: " ")
    }
  }
}

extension String {
  /// Returns the words of an identifier, in lower case.
  func words(separatedBy separator: String) -> String {
    reduce(into: "") { $0 += ($1.isUppercase && !$0.isEmpty ? separator : "") + $1.lowercased() }
  }
}
