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
    compare(new.range, of: new, old.range, of: old, in: DisplayList.Space(scale: scale))
  }

  /// Takes all of some pixels as changed, and no others.
  public mutating func cover(_ bounds: PixelRect) {
    rects.removeAll(keepingCapacity: true)
    insert(bounds)
  }
}

extension Damage {
  /// Siblings in a display list: single elements, and groups with all their content.
  private struct Siblings {
    let list: DisplayList
    /// Where in `starts` each of them has its start; the last one is the end of the last sibling.
    let places: Range<Int>

    var count: Int { places.count - 1 }
  }

  /// Notes where each of some siblings starts; whoever calls this takes the notes away again.
  private mutating func siblings(in part: Range<Int>, of list: DisplayList) -> Siblings {
    let first = starts.count
    var index = part.lowerBound
    while index < part.upperBound {
      starts.append(index)
      index += list.footprints[index].extent
    }
    starts.append(part.upperBound)
    return Siblings(list: list, places: first..<starts.count)
  }

  /// The elements of a sibling.
  private func elements(of index: Int, _ siblings: Siblings) -> Range<Int> {
    let place = siblings.places.lowerBound + index
    return starts[place]..<starts[place + 1]
  }

  private mutating func compare(
    _ newPart: Range<Int>, of newList: DisplayList, _ oldPart: Range<Int>, of oldList: DisplayList,
    in space: DisplayList.Space
  ) {
    let depth = starts.count
    defer { starts.removeLast(starts.count - depth) }
    let (new, old) = (siblings(in: newPart, of: newList), siblings(in: oldPart, of: oldList))
    let shorter = min(new.count, old.count)
    var head = 0
    while head < shorter, isSame(head, new, head, old) { head += 1 }
    var tail = 0
    while tail < shorter - head, isSame(new.count - 1 - tail, new, old.count - 1 - tail, old) {
      tail += 1
    }

    let (newMiddle, oldMiddle) = (head..<new.count - tail, head..<old.count - tail)
    if newMiddle.count == oldMiddle.count {
      for index in newMiddle { comparePair(index, new, old, in: space) }
    } else if newMiddle.isEmpty || oldMiddle.isEmpty {
      // As where something is typed: all of it has come, or gone.
      for index in newMiddle { add(elements(of: index, new), of: new.list, in: space) }
      for index in oldMiddle { add(elements(of: index, old), of: old.list, in: space) }
    } else {
      compareByEdits(newMiddle, new, oldMiddle, old, in: space)
    }
  }

  /// Whether two siblings are found to be equal; what recordings show is not looked at.
  private func isSame(_ index: Int, _ new: Siblings, _ other: Int, _ old: Siblings) -> Bool {
    let (part, otherPart) = (elements(of: index, new), elements(of: other, old))
    guard part.count == otherPart.count else { return false }
    return new.list.elements.withUnsafeBufferPointer { elements in
      old.list.elements.withUnsafeBufferPointer { others in
        zip(part, otherPart).allSatisfy {
          elements.holdsSameBytes(at: $0, as: others, at: $1) || elements[$0].isSame(as: others[$1])
        }
      }
    }
  }

  /// Two siblings in the same place of their lists.
  private mutating func comparePair(
    _ index: Int, _ new: Siblings, _ old: Siblings, in space: DisplayList.Space
  ) {
    guard !isSame(index, new, index, old) else { return }
    let (part, oldPart) = (elements(of: index, new), elements(of: index, old))
    switch (new.list.elements[part.lowerBound], old.list.elements[oldPart.lowerBound]) {
    case (.group(let group, _), .group(let other, _)) where group == other:
      compare(
        part.dropFirst(), of: new.list, oldPart.dropFirst(), of: old.list,
        in: space.entering(group))
    case (.recording(let new), .recording(let old)):
      compare(new.list.range, of: new.list, old.list.range, of: old.list, in: space)
    default:
      add(part, of: new.list, in: space)
      add(oldPart, of: old.list, in: space)
    }
  }

  /// Siblings of which some came or went: those that an edit script leaves alone are not drawn
  /// anew.
  private mutating func compareByEdits(
    _ newMiddle: Range<Int>, _ new: Siblings, _ oldMiddle: Range<Int>, _ old: Siblings,
    in space: DisplayList.Space
  ) {
    let newSiblings = newMiddle.map { new.list.elements[elements(of: $0, new)] }
    let oldSiblings = oldMiddle.map { old.list.elements[elements(of: $0, old)] }
    for change in newSiblings.difference(from: oldSiblings) {
      switch change {
      case .insert(_, let sibling, _): add(sibling.indices, of: new.list, in: space)
      case .remove(_, let sibling, _): add(sibling.indices, of: old.list, in: space)
      }
    }
  }

  /// Adds what some elements cover, groups and recordings with all their content.
  private mutating func add(
    _ part: Range<Int>, of list: DisplayList, in space: DisplayList.Space
  ) {
    var index = part.lowerBound
    while index < part.upperBound {
      let footprint = list.footprints[index]
      let next = index + footprint.extent
      switch list.elements[index] {
      case .group(let group, _): add(index + 1..<next, of: list, in: space.entering(group))
      case .recording(let recording):
        add(recording.list.range, of: recording.list, in: space)
      default: insert(space.reach(of: footprint.ink))
      }
      index = next
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

extension DisplayList.Element {
  fileprivate func isSame(as other: Self) -> Bool {
    if case .recording(let a) = self, case .recording(let b) = other {
      return a.list.isKnownSame(as: b.list)
    }
    return self == other
  }
}

extension UnsafeBufferPointer {
  /// Whether two elements have the same bytes, as most have that are equal: then none has to be
  /// copied for a closer look.
  fileprivate func holdsSameBytes(at index: Int, as others: Self, at other: Int) -> Bool {
    let bytes = UnsafeRawBufferPointer(extracting(index..<index + 1))
    let otherBytes = UnsafeRawBufferPointer(others.extracting(other..<other + 1))
    let words = stride(from: 0, to: bytes.count, by: MemoryLayout<UInt64>.size)
    return words.allSatisfy {
      bytes.load(fromByteOffset: $0, as: UInt64.self)
        == otherBytes.load(fromByteOffset: $0, as: UInt64.self)
    }
  }
}
