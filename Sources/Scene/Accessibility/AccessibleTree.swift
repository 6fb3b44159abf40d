/// The identity of an object among the objects of its parent. It is never used again for another one.
public enum AccessibleKey: Hashable, Sendable {
  /// A control in a container, by the number that the container gives it.
  case member(UInt32)
  /// A fixed part of a control.
  case part(Int)
  /// An element of a list, by a number that stays with it when others are inserted or removed.
  case item(Int)
}

/// The keys from a window to an object.
public typealias AccessiblePath = [AccessibleKey]

/// A collector of the descriptions of objects.
///
/// A control adds its objects in reading order. Their numbers may be out of range: they are limited here. The collector
/// evaluates only what was asked for: all objects of a window except the elements of lists, or some elements of one list. So
/// a list of any length costs nothing until a client walks it.
public struct AccessibleTree {
  /// The parts of a description that a collector asks for.
  package enum Query {
    /// All objects. Of the elements of lists, only those that matter to events.
    case outline
    /// Elements of the list with a path.
    case elements(of: AccessiblePath, Elements)
  }

  /// Elements of a list.
  package enum Elements {
    case range(Range<Int>)
    /// The element with a number. `hint` is its index at an earlier time.
    case number(Int, hint: Int?)
    /// The element at a point of the window.
    case at(Point)
  }

  /// An object that was added.
  package struct Entry: Hashable, Sendable {
    package var path: AccessiblePath
    /// The position of the parent among the entries. `nil` for an object whose parent is the window or was not asked for.
    package var parent: Int?
    /// The index among the children of the parent.
    package var index: Int
    package var node: AccessibleNode
    package var childCount: Int
    /// The indices of the selected elements, if the object is a list. `nil` for other objects.
    package var selected: [Range<Int>]?
  }

  /// The position at which a control adds its objects.
  fileprivate struct Position: Equatable {
    var path: AccessiblePath = []
    /// The position of the parent among the entries, and the number of children that were added to it.
    var parent: Int?
    var index = 0
    var offset = Vector.zero
    /// The visible part of the window, in its coordinates.
    var visible: Rect?
  }

  /// The objects that a control has added to an outline.
  package struct Recording {
    fileprivate let start: Position
    /// The number of entries before them.
    fileprivate let count: Int
    fileprivate let entries: [Entry]
    /// The number of children of the parent after that.
    fileprivate let end: Int
  }

  /// The maximum number of elements of a list: the bus counts them in 32 bits.
  private static let maximumCount = Int(Int32.max)
  /// The maximum number of selected elements of a list in an outline.
  private static let maximumNotableCount = 16

  /// The objects that were asked for, each after its parent.
  package private(set) var entries: [Entry] = []
  private let query: Query
  private var position = Position()

  package init(_ query: Query) { self.query = query }

  /// Adds an object.
  ///
  /// - Parameters:
  ///   - key: The identity of the object in the control.
  ///   - node: Returns the description. It is not called if the object was not asked for.
  ///   - children: Adds the objects in it.
  public mutating func add(
    _ key: AccessibleKey, _ node: @autoclosure () -> AccessibleNode,
    children: (inout AccessibleTree) -> Void = { _ in }
  ) {
    addObject(key) { tree, index in
      guard case .outline = tree.query else { return children(&tree) }
      let own = tree.append(node(), at: index)
      (tree.position.parent, tree.position.index) = (own, 0)
      children(&tree)
      tree.entries[own].childCount = tree.position.index
    }
  }

  /// Adds a list with any number of elements. Indices outside of it are ignored, and elements outside of its frame are
  /// marked as offscreen.
  ///
  /// - Parameters:
  ///   - key: The identity of the list in the control.
  ///   - node: Returns the description of the list.
  ///   - count: The number of elements. A negative one is 0.
  ///   - selected: The indices of the selected elements, in order.
  ///   - focused: The index of the element with the keyboard focus. `nil` if there is none.
  ///   - index: Returns the index of the element with a number, or `nil` if there is none. The second argument is the
  ///     index that the element had earlier, if known.
  ///   - hit: Returns the index of the element at a point of the window.
  ///   - element: Returns the number and the description of an element. The index is in 0 ..< `count`.
  public mutating func addList(
    _ key: AccessibleKey, _ node: @autoclosure () -> AccessibleNode, count: Int, selected: [Range<Int>] = [],
    focused: Int? = nil, index: (_ number: Int, _ hint: Int?) -> Int?, hit: (Point) -> Int? = { _ in nil },
    element: (Int) -> (number: Int, node: AccessibleNode)
  ) {
    let all = 0..<min(max(0, count), Self.maximumCount)
    addObject(key) { tree, position in
      if case .elements(of: let path, _) = tree.query, path != tree.position.path { return }
      let list = node()
      let shown: [Int]
      switch tree.query {
      case .outline:
        let own = tree.append(list, at: position)
        tree.position.parent = own
        let sorted = selected.sorted { $0.lowerBound < $1.lowerBound }
        let selected = sorted.reduce(into: [Range<Int>]()) { found, range in
          let rest = range.clamped(to: (found.last?.upperBound ?? 0)..<all.upperBound)
          if !rest.isEmpty { found.append(rest) }
        }
        (tree.entries[own].childCount, tree.entries[own].selected) = (all.count, selected)
        // The elements whose changes are events.
        let notable = Array(selected.joined().prefix(Self.maximumNotableCount))
        shown = notable + [focused].compactMap(\.self).filter { !notable.contains($0) }
      case .elements(_, .range(let range)): shown = Array(range.clamped(to: all))
      case .elements(_, .number(let number, let hint)): shown = [index(number, hint)].compactMap(\.self)
      case .elements(_, .at(let point)): shown = [hit(point - tree.position.offset)].compactMap(\.self)
      }
      tree.translated(by: .zero, in: list.frame) { tree in
        for index in shown where all.contains(index) {
          let (number, node) = element(index)
          tree.position.path.append(.item(number))
          tree.append(node, at: index)
          tree.position.path.removeLast()
        }
      }
    }
  }

  /// Adds an object by a closure, which receives its index in the parent.
  private mutating func addObject(_ key: AccessibleKey, _ body: (inout AccessibleTree, Int) -> Void) {
    let outer = position
    scope(key) { body(&$0, outer.index) }
    position = outer
    position.index += 1
  }

  /// Adds the objects of a member of a container, which is no object itself.
  public mutating func scope(_ key: AccessibleKey, _ body: (inout AccessibleTree) -> Void) {
    let depth = position.path.count
    if case .elements(of: let list, _) = query, depth >= list.count || list[depth] != key { return }
    position.path.append(key)
    body(&self)
    position.path.removeLast()
  }

  /// Adds objects and changes the description of the first one, or of the first one that has some states.
  public mutating func changingFirst(
    with states: AccessibleStates = [], _ change: (inout AccessibleNode) -> Void,
    _ body: (inout AccessibleTree) -> Void
  ) {
    let first = entries.count
    body(&self)
    guard case .outline = query else { return }
    if let index = entries[first...].firstIndex(where: { $0.node.states.isSuperset(of: states) }) {
      change(&entries[index].node)
      entries[index].node = entries[index].node.sanitized
    }
  }

  /// Adds the objects of a control, or those of a recording at the same position.
  ///
  /// - Parameter recording: The objects of the control as it is now. If they are unknown or have another position, they become
  ///   those that the closure adds.
  package mutating func add(_ recording: inout Recording?, orRecord body: (inout AccessibleTree) -> Void) {
    guard case .outline = query else { return body(&self) }
    let (start, count) = (position, entries.count)
    if let recording, recording.start == start, recording.count == count {
      entries += recording.entries
      position.index = recording.end
    } else {
      body(&self)
      recording = Recording(
        start: start, count: count, entries: Array(entries[count...]), end: position.index)
    }
  }

  /// Adds the objects of scrolled content.
  ///
  /// - Parameters:
  ///   - vector: The movement from the coordinates of the content to those of the caller.
  ///   - clip: The visible part, in the coordinates of the caller. The frames of objects are limited to it, and objects
  ///     outside of it are marked as offscreen.
  public mutating func translated(by vector: Vector, in clip: Rect, _ body: (inout AccessibleTree) -> Void) {
    let outer = position
    let clip = clip.offset(by: outer.offset)
    position.visible = outer.visible.map { $0.intersection(clip) } ?? clip
    position.offset = outer.offset + vector
    body(&self)
    (position.offset, position.visible) = (outer.offset, outer.visible)
  }

  /// Adds objects of overlays, which are drawn over the neighbors of a container with a visible part.
  ///
  /// - Parameter bounds: The area of the overlays, in the coordinates of the caller.
  package mutating func overlaid(in bounds: Rect, _ body: (inout AccessibleTree) -> Void) {
    let visible = position.visible
    position.visible = nil
    translated(by: .zero, in: bounds, body)
    position.visible = visible
  }

  @discardableResult private mutating func append(_ node: AccessibleNode, at index: Int) -> Int {
    var node = node
    node.frame = node.frame.offset(by: position.offset)
    if let visible = position.visible {
      if !node.frame.intersects(visible) { node.states.insert(.offscreen) }
      node.frame = node.frame.clamped(to: visible)
    }
    entries.append(
      Entry(path: position.path, parent: position.parent, index: index, node: node.sanitized, childCount: 0))
    return entries.count - 1
  }
}

/// A request of an assistive program.
public struct AccessibilityRequest: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Perform the action with an id.
    case perform(String)
    /// Move the keyboard focus to the object. If a control ignores the request, its container moves the focus to the
    /// control.
    case focus
    /// Change the value. The number is in the range of the value.
    case setValue(Double)
    /// Move the caret. Offsets are those of the text (`AccessibleText`).
    case setCaret(Int)
    /// Select a part of the text, or nothing.
    case select(Range<Int>?)
    /// Replace a part of the text. No object with a secret accepts it.
    case replaceText(Range<Int>, with: String)
    /// Select or deselect an element of a list, or all elements if the object is the list.
    case setSelected(Bool)
  }

  /// The keys from the control that receives the request to the object.
  public var path: ArraySlice<AccessibleKey>
  public var kind: Kind
  /// The index of the object in its parent at the time of the request. It finds an element of a long list without a search.
  public var index: Int?

  public init(_ kind: Kind, of path: AccessiblePath, at index: Int? = nil) {
    (self.kind, self.path, self.index) = (kind, path[...], index)
  }

  /// Returns the request as a member of a container receives it. `nil` if it is for another member.
  public func forMember(_ key: AccessibleKey) -> AccessibilityRequest? {
    guard path.first == key else { return nil }
    var request = self
    request.path.removeFirst()
    return request
  }
}
