/// An array in which a change close to the previous one moves only the elements between them.
struct GapArray<Element>: RandomAccessCollection, RangeReplaceableCollection {
  /// The elements before the position of the last change.
  private var head: [Element] = []
  /// The elements after it, the last one first.
  private var tail: [Element] = []

  init() {}

  var startIndex: Int { 0 }
  var endIndex: Int { head.count + tail.count }

  subscript(position: Int) -> Element {
    position < head.count ? head[position] : tail[tail.count - 1 - (position - head.count)]
  }

  mutating func reserveCapacity(_ count: Int) { head.reserveCapacity(count) }

  mutating func append(_ element: Element) {
    moveGap(to: endIndex)
    head.append(element)
  }

  /// Appends elements of another array.
  mutating func append(_ range: Range<Int>, of other: GapArray) {
    moveGap(to: endIndex)
    let (count, gap) = (other.count, other.head.count)
    let (first, last) = (range.clamped(to: 0..<gap), range.clamped(to: gap..<count))
    head += other.head[first]
    head += other.tail[count - last.upperBound..<count - last.lowerBound].reversed()
  }

  /// - Complexity: O(*m* + *d*) for *m* old and new elements and *d* elements between this change and the previous one.
  mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<Element>) {
    // Elements that are removed do not move.
    let gap = Swift.min(Swift.max(head.count, range.lowerBound), range.upperBound)
    moveGap(to: gap)
    Self.removeLast(range.upperBound - gap, of: &tail)
    head.replaceSubrange(range.lowerBound..<gap, with: elements)
  }

  private mutating func moveGap(to position: Int) {
    let count = position - head.count
    if count < 0 {
      tail.append(contentsOf: head[position...].reversed())
      Self.removeLast(-count, of: &head)
    } else if count > 0 {
      head.append(contentsOf: tail.suffix(count).reversed())
      Self.removeLast(count, of: &tail)
    }
  }

  /// Removes elements from the end, and frees the memory of most of an array.
  private static func removeLast(_ count: Int, of array: inout [Element]) {
    if count > array.count / 2 { array = Array(array.dropLast(count)) } else { array.removeLast(count) }
  }
}
