/// Computes the pixels that must be redrawn to turn the image of one display list into that of
/// another.
///
/// A tracker reuses its memory between frames: a frame similar to the previous one needs no
/// allocation.
public struct DamageTracker: Sendable {
  /// The damaged rectangles: they contain every device pixel whose stack of elements differs. No
  /// two of them overlap.
  public private(set) var rects: [PixelRect] = []
  /// The start indices of siblings in their lists: those of both lists, for each level of nested
  /// groups.
  private var starts: [Int] = []

  public init() {}

  /// Compares two lists and replaces `rects` by their difference.
  ///
  /// Both lists are treated as one sequence with some elements removed or inserted. Only these
  /// elements change a pixel, so the result is complete.
  ///
  /// - Parameters:
  ///   - old: The list that the current image shows.
  ///   - new: The list to draw.
  ///   - scale: The number of device pixels per logical pixel.
  /// - Complexity: O(*n*) in the number of elements if few of them differ.
  public mutating func update(from old: DisplayList, to new: DisplayList, scale: Double) {
    rects.removeAll(keepingCapacity: true)
    compare(new.range, of: new, old.range, of: old, in: DisplayList.PaintSpace(scale: scale))
  }

  /// Marks exactly the pixels of `bounds` as damaged.
  public mutating func damageAll(_ bounds: PixelRect) {
    rects.removeAll(keepingCapacity: true)
    insert(bounds)
  }
}

extension DamageTracker {
  /// The siblings at one level of a display list: single elements, and groups with all their
  /// content.
  private struct Siblings {
    let list: DisplayList
    /// The range of `starts` with the start index of each sibling, followed by the end of the last
    /// one.
    let startsRange: Range<Int>

    var count: Int { startsRange.count - 1 }
  }

  /// Appends the start index of each sibling to `starts`. The caller must remove them.
  private mutating func siblings(in part: Range<Int>, of list: DisplayList) -> Siblings {
    let first = starts.count
    var index = part.lowerBound
    while index < part.upperBound {
      starts.append(index)
      index += list.footprints[index].elementCount
    }
    starts.append(part.upperBound)
    return Siblings(list: list, startsRange: first..<starts.count)
  }

  /// Returns the element indices of one sibling.
  private func elements(of index: Int, _ siblings: Siblings) -> Range<Int> {
    let startIndex = siblings.startsRange.lowerBound + index
    return starts[startIndex]..<starts[startIndex + 1]
  }

  private mutating func compare(
    _ newPart: Range<Int>, of newList: DisplayList, _ oldPart: Range<Int>, of oldList: DisplayList,
    in space: DisplayList.PaintSpace
  ) {
    let depth = starts.count
    defer { starts.removeLast(starts.count - depth) }
    let (new, old) = (siblings(in: newPart, of: newList), siblings(in: oldPart, of: oldList))
    let shorter = min(new.count, old.count)
    var head = 0
    while head < shorter, isSame(head, new, head, old) { head += 1 }
    // In lists of the same length, the siblings at `head`, if any, differ and were compared.
    let longestTail = max(0, shorter - head - (new.count == old.count ? 1 : 0))
    var tail = 0
    while tail < longestTail, isSame(new.count - 1 - tail, new, old.count - 1 - tail, old) { tail += 1 }

    let (newMiddle, oldMiddle) = (head..<new.count - tail, head..<old.count - tail)
    if newMiddle.count == oldMiddle.count {
      for index in newMiddle {
        // The first and the last pair are known to differ.
        let isInside = index > head && index < newMiddle.upperBound - 1
        if !isInside || !isSame(index, new, index, old) { comparePair(index, new, old, in: space) }
      }
    } else if newMiddle.isEmpty || oldMiddle.isEmpty {
      // Only insertions or only removals, for example because the user typed a character.
      for index in newMiddle { add(elements(of: index, new), of: new.list, in: space) }
      for index in oldMiddle { add(elements(of: index, old), of: old.list, in: space) }
    } else {
      compareByEdits(newMiddle, new, oldMiddle, old, in: space)
    }
  }

  /// Returns whether two siblings are known to be equal. The contents of recordings are not
  /// compared.
  private func isSame(_ index: Int, _ new: Siblings, _ other: Int, _ old: Siblings) -> Bool {
    let (part, otherPart) = (elements(of: index, new), elements(of: other, old))
    guard part.count == otherPart.count else { return false }
    return new.list.elements.withUnsafeBufferPointer { elements in
      old.list.elements.withUnsafeBufferPointer { others in
        zip(part, otherPart).allSatisfy {
          elements.hasSameBytes(at: $0, as: others, at: $1) || elements[$0].isSame(as: others[$1])
        }
      }
    }
  }

  /// Compares two siblings that differ, at the same position in their lists.
  private mutating func comparePair(
    _ index: Int, _ new: Siblings, _ old: Siblings, in space: DisplayList.PaintSpace
  ) {
    let (part, oldPart) = (elements(of: index, new), elements(of: index, old))
    switch (new.list.elements[part.lowerBound], old.list.elements[oldPart.lowerBound]) {
    case (.group(let group, _), .group(let other, _)) where group == other:
      compare(part.dropFirst(), of: new.list, oldPart.dropFirst(), of: old.list, in: space.entering(group))
    case (.recording(let new), .recording(let old)):
      compare(new.list.range, of: new.list, old.list.range, of: old.list, in: space)
    default:
      add(part, of: new.list, in: space)
      add(oldPart, of: old.list, in: space)
    }
  }

  /// Compares siblings of which some were inserted or removed. An old sibling that is found again is not
  /// damaged. The search is limited, because a shortest edit script takes longer than drawing some siblings
  /// again.
  private mutating func compareByEdits(
    _ newMiddle: Range<Int>, _ new: Siblings, _ oldMiddle: Range<Int>, _ old: Siblings,
    in space: DisplayList.PaintSpace
  ) {
    var remaining = oldMiddle
    for index in newMiddle {
      let match = remaining.prefix(Self.searchLength).first { isSame(index, new, $0, old) }
      guard let match else {
        add(elements(of: index, new), of: new.list, in: space)
        continue
      }
      for removed in remaining.lowerBound..<match { add(elements(of: removed, old), of: old.list, in: space) }
      remaining = match + 1..<oldMiddle.upperBound
    }
    for removed in remaining { add(elements(of: removed, old), of: old.list, in: space) }
  }

  /// The maximum number of old siblings that are compared with a new one.
  private static let searchLength = 32

  /// Adds the area of some elements, including the content of groups and recordings.
  private mutating func add(_ part: Range<Int>, of list: DisplayList, in space: DisplayList.PaintSpace) {
    var index = part.lowerBound
    while index < part.upperBound {
      let footprint = list.footprints[index]
      let next = index + footprint.elementCount
      if footprint.hasContent {
        switch list.elements[index] {
        case .group(let group, _): add(index + 1..<next, of: list, in: space.entering(group))
        case .recording(let recording): add(recording.list.range, of: recording.list, in: space)
        default: break
        }
      } else {
        insert(space.damageBounds(of: footprint.ink))
      }
      index = next
    }
  }

  /// Adds a rectangle and merges it with all rectangles that it intersects.
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
      return a.list.sharesStorage(with: b.list)
    }
    return self == other
  }
}

extension UnsafeBufferPointer {
  /// Returns whether two elements have the same bytes. Most equal elements have the same bytes, so
  /// that they need not be copied for a full comparison.
  fileprivate func hasSameBytes(at index: Int, as others: Self, at other: Int) -> Bool {
    let bytes = UnsafeRawBufferPointer(extracting(index..<index + 1))
    let otherBytes = UnsafeRawBufferPointer(others.extracting(other..<other + 1))
    let offsets = stride(from: 0, to: bytes.count, by: MemoryLayout<UInt64>.size)
    return offsets.allSatisfy {
      bytes.load(fromByteOffset: $0, as: UInt64.self) == otherBytes.load(fromByteOffset: $0, as: UInt64.self)
    }
  }
}

extension DisplayList {
  /// Returns the pixels that must be redrawn to turn the image of `old` into that of this list.
  ///
  /// The rectangles contain every device pixel whose stack of elements differs, and no two of them
  /// overlap. Both lists are treated as one sequence with some elements removed or inserted. Only
  /// these elements change a pixel, so the result is complete.
  ///
  /// - Parameters:
  ///   - old: The list that the current image shows.
  ///   - scale: The number of device pixels per logical pixel.
  /// - Complexity: O(*n*) in the number of elements if few of them differ.
  public func damage(comparedTo old: DisplayList, scale: Double) -> [PixelRect] {
    var damage = DamageTracker()
    damage.update(from: old, to: self, scale: scale)
    return damage.rects
  }

  /// The coordinate space of elements while they are painted. `DamageTracker` and the renderer must
  /// agree on it.
  public struct PaintSpace: Sendable {
    /// The transform from the space of the elements to that of the window, in logical pixels.
    public private(set) var transform = Transform.identity
    /// The bounding rectangle of the clips of all enclosing groups, in window space. It is `nil`
    /// without a clip.
    private var clip: Rect?
    /// The number of device pixels per logical pixel of the window.
    public let scale: Double

    /// Creates the space of the window itself.
    public init(scale: Double) { self.scale = scale }

    /// Returns the space of the content of a group.
    public func entering(_ group: Group) -> PaintSpace {
      var inner = self
      inner.transform = group.transform.followed(by: transform)
      if let clip = group.clip {
        let outer = inner.transform(clip.rect)
        inner.clip = self.clip.map(outer.intersection) ?? outer
      }
      return inner
    }

    /// Returns the device pixels that a rectangle touches, or an empty rectangle if the clip hides
    /// it.
    public func pixels(covering rect: Rect) -> PixelRect {
      let outer = transform(rect)
      let visible = clip.map(outer.intersection) ?? outer
      guard !visible.isEmpty else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
      return PixelRect(covering: visible, scale: scale)
    }

    /// Returns the device pixels that an element with the given ink may change, or an empty
    /// rectangle if the clip hides it. The result extends one pixel beyond the ink on each side,
    /// since glyphs and shadows are aligned to whole pixels.
    public func damageBounds(of ink: Rect) -> PixelRect {
      let pixels = pixels(covering: ink)
      return pixels.isEmpty ? pixels : pixels.outset(by: 1)
    }
  }
}

extension Shape {
  /// Returns the bounds of the area that the shape covers when painted with `paint`.
  public func ink(_ paint: Paint) -> Rect { bounds.inset(by: -paint.outset) }
}

extension Shadow {
  /// Returns the bounds of the shadow of a shape.
  func ink(of shape: RoundedRect) -> Rect { shape.rect.offset(by: offset).inset(by: -extent * blur) }
}

extension DisplayList.Group {
  /// Returns the visible bounds of the group's content, in the space that contains the group.
  func ink(of content: Rect) -> Rect { transform(clip.map { content.intersection($0.rect) } ?? content) }
}
