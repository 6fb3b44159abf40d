/// Finds what must be drawn anew so that a picture of one display list becomes one of another.
///
/// It keeps its memory from one frame to the next: a frame like the one before allocates nothing.
public struct Damage: Sendable {
  /// Every device pixel whose stack of elements differs lies in one of them; no two overlap.
  public private(set) var rects: [PixelRect] = []
  /// Where siblings start in their lists: those of both lists, level by level of nested groups.
  private var starts: [Int] = []

  public init() {}

  /// Compares two lists.
  ///
  /// Sound because both lists are read as the same sequence with some elements taken out or put in,
  /// and only those change a pixel.
  ///
  /// - Complexity: O(*n*) in the number of elements while few differ.
  public mutating func find(from old: DisplayList, to new: DisplayList, scale: Double) {
    rects.removeAll(keepingCapacity: true)
    compare(new.elements[...], old.elements[...], in: DisplayList.Space(scale: scale))
  }

  /// Takes all of some pixels as changed, and no others.
  public mutating func cover(_ bounds: PixelRect) {
    rects.removeAll(keepingCapacity: true)
    insert(bounds)
  }
}

extension Damage {
  private typealias Elements = ArraySlice<DisplayList.Element>

  /// Siblings in a display list: single elements, and groups with all their content.
  private struct Siblings {
    let elements: Elements
    /// Where in `starts` each of them has its start; the last one is the end of the last sibling.
    let places: Range<Int>

    var count: Int { places.count - 1 }
  }

  /// Notes where each of some siblings starts; whoever calls this takes the notes away again.
  private mutating func siblings(in elements: Elements) -> Siblings {
    let first = starts.count
    var index = elements.startIndex
    while index < elements.endIndex {
      starts.append(index)
      index += elements[index].extent
    }
    starts.append(elements.endIndex)
    return Siblings(elements: elements, places: first..<starts.count)
  }

  private func sibling(_ index: Int, of siblings: Siblings) -> Elements {
    let place = siblings.places.lowerBound + index
    return siblings.elements[starts[place]..<starts[place + 1]]
  }

  private mutating func compare(
    _ new: Elements, _ old: Elements, in space: DisplayList.Space
  ) {
    let depth = starts.count
    defer { starts.removeLast(starts.count - depth) }
    let (new, old) = (siblings(in: new), siblings(in: old))
    let shorter = min(new.count, old.count)
    var head = 0
    while head < shorter, sibling(head, of: new) == sibling(head, of: old) { head += 1 }
    var tail = 0
    while tail < shorter - head,
      sibling(new.count - 1 - tail, of: new) == sibling(old.count - 1 - tail, of: old)
    {
      tail += 1
    }

    let (newMiddle, oldMiddle) = (head..<new.count - tail, head..<old.count - tail)
    if newMiddle.count == oldMiddle.count {
      for index in newMiddle {
        comparePair(sibling(index, of: new), sibling(index, of: old), in: space)
      }
    } else {
      compareByEdits(
        newMiddle.map { sibling($0, of: new) }, oldMiddle.map { sibling($0, of: old) }, in: space)
    }
  }

  /// Two siblings in the same place of their lists.
  private mutating func comparePair(
    _ new: Elements, _ old: Elements, in space: DisplayList.Space
  ) {
    guard new != old else { return }
    if case .group(let group, _)? = new.first, case .group(group, _)? = old.first {
      compare(new.dropFirst(), old.dropFirst(), in: space.entering(group))
    } else {
      add(new, in: space)
      add(old, in: space)
    }
  }

  /// Siblings of which some came or went: those that an edit script leaves alone are not drawn
  /// anew.
  private mutating func compareByEdits(
    _ new: [Elements], _ old: [Elements], in space: DisplayList.Space
  ) {
    for change in new.difference(from: old) {
      switch change {
      case .insert(_, let sibling, _), .remove(_, let sibling, _): add(sibling, in: space)
      }
    }
  }

  /// Adds what some elements cover, groups with all their content.
  private mutating func add(_ elements: Elements, in space: DisplayList.Space) {
    var index = elements.startIndex
    while index < elements.endIndex {
      let extent = elements[index].extent
      if case .group(let group, _) = elements[index] {
        add(elements[index + 1..<index + extent], in: space.entering(group))
      } else if let ink = elements[index].ink {
        insert(space.reach(of: ink))
      }
      index += extent
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
