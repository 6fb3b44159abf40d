import Scene

/// A line of text as caches know it.
struct StyledString: Hashable {
  let string: String
  let style: TextStyle

  /// Leaves out the families, whose names are longer than most lines: texts of one size that differ
  /// in nothing else are few, and equality tells them apart.
  func hash(into hasher: inout Hasher) {
    hasher.combine(string)
    hasher.combine(style.size)
    hasher.combine(style.weight)
  }
}
