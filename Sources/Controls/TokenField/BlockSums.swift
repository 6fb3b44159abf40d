/// A value for each block, and the sum of the values before any block: a Fenwick tree (P. M.
/// Fenwick, A New Data Structure for Cumulative Frequency Tables, 1994,
/// [doi:10.1002/spe.4380240306][1]).
///
/// [1]: https://doi.org/10.1002/spe.4380240306
struct BlockSums<Value: AdditiveArithmetic> {
  private(set) var values: [Value] = []
  /// The sum of all values.
  private(set) var total = Value.zero
  /// The nodes. Node *i* − 1 is the sum of the last *k* values up to the *i*-th, where *k* is the
  /// lowest set bit of *i*.
  private var tree: [Value] = []

  init() {}

  /// - Complexity: O(*n*).
  init(_ values: [Value]) {
    self.values = values
    rebuild()
  }

  /// - Complexity: The setter is O(log *n*).
  subscript(index: Int) -> Value {
    get { values[index] }
    set {
      let growth = newValue - values[index]
      values[index] = newValue
      total += growth
      var node = index + 1
      while node <= tree.count {
        tree[node - 1] += growth
        node += node & -node
      }
    }
  }

  /// Returns the sum of the values before an index up to the number of values.
  ///
  /// - Complexity: O(log *n*).
  func sum(before index: Int) -> Value {
    var (sum, node) = (Value.zero, index)
    while node > 0 {
      sum += tree[node - 1]
      node &= node - 1
    }
    return sum
  }

  /// Returns the last index before which the sum fulfills a condition that only larger sums fail.
  ///
  /// - Returns: The index and the sum before it: index 0 if there is no such index, and the last
  ///   index if the sum of all values fulfills the condition.
  /// - Complexity: O(log *n*).
  func lastIndex(where isWithin: (_ sum: Value) -> Bool) -> (index: Int, sum: Value) {
    var (index, sum, step) = (0, Value.zero, 1)
    while step * 2 <= tree.count { step *= 2 }
    while step > 0 {
      let next = index + step
      // The search never passes the last value.
      if next < tree.count, isWithin(sum + tree[next - 1]) {
        index = next
        sum += tree[next - 1]
      }
      step /= 2
    }
    return (index, sum)
  }

  /// - Complexity: O(*n*) if the number of values changes, otherwise O(*m* log *n*) for *m* values.
  mutating func replaceSubrange(_ range: Range<Int>, with new: [Value]) {
    if new.count == range.count {
      for (index, value) in zip(range, new) { self[index] = value }
    } else {
      values.replaceSubrange(range, with: new)
      rebuild()
    }
  }

  private mutating func rebuild() {
    tree = values
    total = values.reduce(.zero, +)
    for node in stride(from: 1, through: tree.count, by: 1) {
      let parent = node + (node & -node)
      if parent <= tree.count { tree[parent - 1] += tree[node - 1] }
    }
  }
}
