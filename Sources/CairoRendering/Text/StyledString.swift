import Scene

/// The cache key of a line of text.
struct StyledString: Hashable {
  let string: String
  let style: TextStyle

  /// Omits the families, whose names are longer than most lines. Texts that differ only in their
  /// families are rare, and equality distinguishes them.
  func hash(into hasher: inout Hasher) {
    hasher.combine(string)
    hasher.combine(style.size)
    hasher.combine(style.weight)
  }
}
