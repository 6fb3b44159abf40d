/// A location in a document. Line and column are counted from 1.
struct TOMLLocation: Hashable, Sendable, Comparable {
  var line = 1
  /// The column, in Unicode scalars.
  var column = 1

  static func < (a: TOMLLocation, b: TOMLLocation) -> Bool { (a.line, a.column) < (b.line, b.column) }
}

/// An error in the syntax or the content of a document.
struct TOMLError: Error, Hashable {
  let location: TOMLLocation
  /// The message for the user without the location, in lower case and without a period.
  let message: String
}
