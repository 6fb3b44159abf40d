extension DisplayList {
  /// What must be drawn anew so that a picture of `old` becomes one of this list.
  ///
  /// Every device pixel whose stack of elements differs lies in one of the rectangles; no two of
  /// them overlap. Sound because both lists are read as the same sequence with some elements taken
  /// out or put in, and only those change a pixel.
  ///
  /// - Complexity: O(*n*) in the number of elements while few differ.
  public func damage(comparedTo old: DisplayList, scale: Double) -> [PixelRect] {
    var damage = Damage()
    damage.compare(
      Siblings(elements: elements[...]), Siblings(elements: old.elements[...]),
      in: Space(scale: scale))
    return damage.rects
  }

  /// Where elements are painted: what damage and whoever paints must agree on.
  public struct Space: Sendable {
    /// From the elements' own space to the window's, in logical pixels.
    public private(set) var transform = Transform.identity
    /// The upright rectangle around all enclosing groups' clips, in the window's space.
    private var clip: Rect?
    /// Device pixels to one logical pixel of the window.
    public let scale: Double

    /// The window's own space.
    public init(scale: Double) { self.scale = scale }

    /// The space of what a group contains.
    public func entering(_ group: Group) -> Space {
      var inner = self
      inner.transform = group.transform.followed(by: transform)
      if let clip = group.clip {
        let outer = inner.transform(clip.rect)
        inner.clip = self.clip.map(outer.intersection) ?? outer
      }
      return inner
    }

    /// The device pixels that a rectangle touches; none where the clip hides it.
    public func pixels(covering rect: Rect) -> PixelRect {
      let outer = transform(rect)
      let visible = clip.map(outer.intersection) ?? outer
      guard !visible.isEmpty else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
      return PixelRect(covering: visible, scale: scale)
    }

    /// The device pixels that an element with that ink may change: one more on each side, since
    /// glyphs and shadows keep to whole pixels; none where the clip hides it.
    public func reach(of ink: Rect) -> PixelRect {
      let pixels = pixels(covering: ink)
      return pixels.isEmpty ? pixels : pixels.outset(by: 1)
    }
  }
}

extension DisplayList.Element {
  /// How many elements of a list belong to this one, itself included.
  var extent: Int {
    if case .group(_, let count) = self { count + 1 } else { 1 }
  }

  /// What a single element covers, in its own space; `nil` for a group.
  public var ink: Rect? {
    switch self {
    case .shape(let shape, let paint, _): shape.bounds.inset(by: -paint.reach)
    case .shadow(let shape, let shadow):
      shape.rect.offset(by: shadow.offset).inset(by: -Shadow.extent * shadow.blur)
    case .text(let text): text.ink
    case .secret(let secret): secret.clip
    case .group: nil
    }
  }
}

/// Siblings in a display list: single elements, and groups with all their content.
private struct Siblings {
  let elements: ArraySlice<DisplayList.Element>
  /// Where each sibling starts.
  let starts: [Int]

  init(elements: ArraySlice<DisplayList.Element>) {
    self.elements = elements
    var starts: [Int] = []
    var index = elements.startIndex
    while index < elements.endIndex {
      starts.append(index)
      index += elements[index].extent
    }
    self.starts = starts
  }

  var count: Int { starts.count }

  subscript(index: Int) -> ArraySlice<DisplayList.Element> {
    let start = starts[index]
    return elements[start..<start + elements[start].extent]
  }
}

/// Collects the device pixels that two lists paint differently.
private struct Damage {
  private(set) var rects: [PixelRect] = []

  mutating func compare(_ new: Siblings, _ old: Siblings, in space: DisplayList.Space) {
    let shorter = min(new.count, old.count)
    var head = 0
    while head < shorter, new[head] == old[head] { head += 1 }
    var tail = 0
    while tail < shorter - head, new[new.count - 1 - tail] == old[old.count - 1 - tail] {
      tail += 1
    }

    let newMiddle = head..<new.count - tail
    let oldMiddle = head..<old.count - tail
    if newMiddle.count == oldMiddle.count {
      for index in newMiddle { comparePair(new[index], old[index], in: space) }
    } else {
      compareByEdits(new, newMiddle, old, oldMiddle, in: space)
    }
  }

  /// Two siblings in the same place of their lists.
  private mutating func comparePair(
    _ new: ArraySlice<DisplayList.Element>, _ old: ArraySlice<DisplayList.Element>,
    in space: DisplayList.Space
  ) {
    guard new != old else { return }
    if case .group(let group, _)? = new.first, case .group(group, _)? = old.first {
      compare(
        Siblings(elements: new.dropFirst()), Siblings(elements: old.dropFirst()),
        in: space.entering(group))
    } else {
      add(new, in: space)
      add(old, in: space)
    }
  }

  /// Siblings of which some came or went: those that an edit script leaves alone are not drawn
  /// anew.
  private mutating func compareByEdits(
    _ new: Siblings, _ newMiddle: Range<Int>, _ old: Siblings, _ oldMiddle: Range<Int>,
    in space: DisplayList.Space
  ) {
    let newItems = newMiddle.map { new[$0] }
    let oldItems = oldMiddle.map { old[$0] }
    for change in newItems.difference(from: oldItems) {
      switch change {
      case .insert(_, let item, _), .remove(_, let item, _): add(item, in: space)
      }
    }
  }

  private mutating func add(
    _ elements: ArraySlice<DisplayList.Element>, in space: DisplayList.Space
  ) {
    guard let first = elements.first else { return }
    if case .group(let group, _) = first {
      let content = Siblings(elements: elements.dropFirst())
      for index in 0..<content.count { add(content[index], in: space.entering(group)) }
    } else if let ink = first.ink {
      insert(space.reach(of: ink))
    }
  }

  /// Adds a rectangle and joins it with all that it meets.
  private mutating func insert(_ rect: PixelRect) {
    guard !rect.isEmpty else { return }
    var grown = rect
    while let index = rects.firstIndex(where: { $0.intersects(grown) }) {
      grown = grown.union(rects.remove(at: index))
    }
    rects.append(grown)
  }
}
