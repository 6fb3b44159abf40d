/// A number for each block, and the sums of those before any block (P. M. Fenwick, A New Data
/// Structure for Cumulative Frequency Tables, 1994, [doi:10.1002/spe.4380240306][1]).
///
/// [1]: https://doi.org/10.1002/spe.4380240306
struct BlockSums<Value: Comparable & SignedNumeric> {
  private(set) var values: [Value] = []
  /// At *i* − 1 the sum of as many values up to the *i*-th as *i*'s lowest bit says.
  private var tree: [Value] = []

  init() {}

  /// - Complexity: O(*n*).
  init(_ values: [Value]) {
    self.values = values
    rebuild()
  }

  var count: Int { values.count }

  /// - Complexity: To set it O(log *n*).
  subscript(index: Int) -> Value {
    get { values[index] }
    set {
      let growth = newValue - values[index]
      values[index] = newValue
      var node = index + 1
      while node <= tree.count {
        tree[node - 1] += growth
        node += node & -node
      }
    }
  }

  /// The sum of the values before one; of all for their number.
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

  /// The last index before which the sum is no more than a number; 0 where there is none, and the
  /// last of all where the number is beyond them.
  ///
  /// - Returns: The index with that sum.
  /// - Complexity: O(log *n*).
  func index(atSum wanted: Value) -> (index: Int, sum: Value) {
    var (index, sum, step) = (0, Value.zero, 1)
    while step * 2 <= tree.count { step *= 2 }
    while step > 0 {
      let next = index + step
      // The last value is never passed.
      if next < tree.count, sum + tree[next - 1] <= wanted {
        index = next
        sum += tree[next - 1]
      }
      step /= 2
    }
    return (index, sum)
  }

  mutating func append(_ value: Value) {
    values.append(value)
    let node = values.count
    // What the node sums up stands before it.
    tree.append(value + sum(before: node - 1) - sum(before: node - (node & -node)))
  }

  /// - Complexity: O(*n*) where the number of values changes, else O(*m* log *n*) for *m* of them.
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
    for node in stride(from: 1, through: tree.count, by: 1) {
      let parent = node + (node & -node)
      if parent <= tree.count { tree[parent - 1] += tree[node - 1] }
    }
  }
}
