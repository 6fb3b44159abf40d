/// A few characters that were just typed, held inline: never on the heap and never in a `String`,
/// since they may belong to a password.
///
/// Longer text, as an input method may commit it, travels as several values, cut between Unicode
/// scalars. The bytes are valid UTF-8: an initialiser given others fails.
public struct TypedText: Sendable {
  /// The most bytes that one value holds.
  public static let capacity = 32

  private var storage = InlineArray<32, UInt8>(repeating: 0)
  private var count: UInt8 = 0

  /// No text at all, as most keys type.
  public init() {}

  /// The text of those bytes.
  ///
  /// - Returns: `nil` where they are more than `capacity` or not UTF-8.
  public init?(utf8: Span<UInt8>) {
    guard utf8.count <= Self.capacity, (try? UTF8Span(validating: utf8)) != nil else { return nil }
    for index in utf8.indices { storage[index] = utf8[index] }
    count = UInt8(utf8.count)
  }

  /// The text of one Unicode scalar.
  public init(_ scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar).unsafelyUnwrapped {
      storage[Int(count)] = byte
      count += 1
    }
  }

  public var isEmpty: Bool { count == 0 }

  /// The bytes, for as long as the call.
  public func withUTF8<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(storage.span.extracting(0..<Int(count)))
  }
}

extension TypedText: CustomStringConvertible {
  /// Tells only how many bytes there are.
  public var description: String { "TypedText(\(count) bytes)" }
}

extension TypedText: CustomReflectable {
  /// Shows nothing of the text to a debugger's or a test's dump.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
