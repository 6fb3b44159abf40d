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

  mutating func append(contentsOf elements: some Sequence<Element>) {
    moveGap(to: endIndex)
    head.append(contentsOf: elements)
  }

  /// - Complexity: O(*m* + *d*) for *m* old and new elements and *d* elements between this change and the previous one.
  mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<Element>) {
    moveGap(to: range.upperBound)
    head.replaceSubrange(range, with: elements)
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
