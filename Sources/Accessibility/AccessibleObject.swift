import DBus
import Scene

/// The object of a call: the application, a window, or an object in a window.
struct AccessibleObject {
  let bridge: AccessibilityBridge
  let name: ObjectName
  /// `nil` for the application.
  var window: (any AccessibleWindow)?
  /// `nil` for the application and for a window.
  var entry: AccessibleTree.Entry?
  let node: AccessibleNode

  /// The keys from the window. Empty for the window itself.
  var path: AccessiblePath { entry?.path ?? [] }

  var isList: Bool { entry?.selected != nil }

  /// Whether the object is an element of a list.
  var isElement: Bool { if case .item = path.last { true } else { false } }

  /// The role of the application, which no control has, is given here.
  var role: (number: UInt32, name: String) { window == nil ? (75, "application") : node.role.constant }

  /// The number of children.
  var childCount: Int {
    if isList { return entry?.childCount ?? 0 }
    guard window != nil else { return bridge.windows.count }
    return children?.count ?? 0
  }

  /// The children, if the object is not a list.
  private var children: [AccessibleTree.Entry]? {
    guard let window, !isElement else { return [] }
    return bridge.outline(of: window).children(of: path)
  }

  /// Returns some of the children. Indices without a child are left out.
  func children(_ range: Range<Int>) -> [ObjectName] {
    guard let window else {
      return bridge.windows[range.clamped(to: bridge.windows.indices)].map { bridge.name(of: $0) }
    }
    if let children {
      return children[range.clamped(to: children.indices)].map { bridge.name(of: $0.path, in: window) }
    }
    return bridge.elements(.range(range), of: path, in: window).map { bridge.name(of: $0.path, in: window) }
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
  func extents(relativeTo origin: UInt32) -> PixelRect {
    guard let window else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    let scale = window.accessibleScale
    let frame = node.frame.scaled(by: scale)
    switch origin {
    case 0:
      let content = window.accessibleOrigin
      return frame.offset(x: content.x, y: content.y)
    case 2:
      let parent = bridge.outline(of: window).parent(of: path)
      let outer = bridge.object(at: parent, in: window)?.node.frame.scaled(by: scale) ?? frame
      return frame.offset(x: -outer.x, y: -outer.y)
    default: return frame
    }
  }

  /// Returns the innermost object at a point that is in this one.
  func object(at point: PixelPoint, relativeTo origin: UInt32) -> ObjectName? {
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
    guard let hit else { return node.frame.contains(point) ? name : nil }
    let element = hit.selected == nil ? nil : bridge.elements(.at(point), of: hit.path, in: window).first
    return bridge.name(of: (element ?? hit).path, in: window)
  }

  /// The numbers of the states in `atspi-constants.h`.
  var stateNumbers: [Int] {
    var numbers = [30]
    if !node.states.contains(.offscreen) { numbers.append(25) }
    if !node.states.contains(.disabled) { numbers += [8, 24] }
    if window?.isAccessibleActive == true {
      if entry == nil { numbers.append(1) } else if node.states.contains(.focused) { numbers.append(12) }
    }
    numbers += AccessibleStates.numbers.filter { node.states.contains($0.0) }.map(\.1)
    if [.checkBox, .radioButton].contains(node.role) { numbers.append(41) }
    if node.role == .slider { numbers.append(14) }
    if isList { numbers.append(31) }
    if node.text != nil {
      numbers += [26, 38, node.states.contains(.readOnly) ? 43 : 7]
    }
    return numbers
  }
}

extension AccessibleStates {
  /// The numbers of the states that mean the same in `atspi-constants.h`.
  fileprivate static let numbers: [(AccessibleStates, Int)] = [
    (.focusable, 11), (.pressed, 20), (.checked, 4), (.selectable, 22), (.selected, 23),
    (.multiselectable, 18),
    (.expandable, 9), (.expanded, 10), (.invalid, 36), (.isDefault, 39), (.modal, 16),
    (.hasPopup, 42),
  ]
}

extension AccessibleRole {
  /// The number and the name in `atspi-constants.h` of at-spi2-core 2.46.
  fileprivate var constant: (number: UInt32, name: String) {
    switch self {
    case .checkBox: (7, "check box")
    case .dialog: (16, "dialog")
    case .frame: (23, "frame")
    case .label: (29, "label")
    case .list: (31, "list")
    case .listItem: (32, "list item")
    case .menu: (33, "menu")
    case .menuItem: (35, "menu item")
    case .passwordEntry: (40, "password text")
    case .button: (43, "push button")
    case .radioButton: (44, "radio button")
    case .slider: (51, "slider")
    case .toggleButton: (62, "toggle button")
    case .entry: (79, "entry")
    case .listBox: (98, "list box")
    case .group: (99, "grouping")
    case .notification: (101, "notification")
    case .levelBar: (103, "level bar")
    }
  }
}

extension Rect {
  fileprivate func scaled(by scale: Double) -> PixelRect {
    let (left, top) = (Int(clamping: minX * scale), Int(clamping: minY * scale))
    return PixelRect(
      x: left, y: top, width: Int(clamping: maxX * scale) - left, height: Int(clamping: maxY * scale) - top)
  }
}

extension Int {
  /// Rounds a number. The result is in the range of the bus's integers.
  init(clamping value: Double) {
    self = value.isNaN ? 0 : Int(Swift.max(-2_147_483_647, Swift.min(value.rounded(), 2_147_483_647)))
  }
}
