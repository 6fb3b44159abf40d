/// A place in a document, both counted from 1.
struct TomlPlace: Hashable, Sendable, Comparable {
  var line = 1
  /// In Unicode scalars.
  var column = 1

  static func < (a: TomlPlace, b: TomlPlace) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// What is wrong with a document, or with what it says.
struct TomlError: Error, Hashable {
  let place: TomlPlace
  /// A sentence for a person, without the place.
  let message: String
}
