/// A law that the product violates.
public struct LawViolation: Error, CustomStringConvertible {
  /// The law, with the values that violate it.
  public let description: String
}

/// Throws the description of a law if it is violated.
///
/// Unlike `#expect`, it ends a test at the first violation, and can be used where no test runs, as by a fuzzer.
public func law(_ isKept: Bool, _ description: @autoclosure () -> String) throws {
  if !isKept { throw LawViolation(description: description()) }
}
