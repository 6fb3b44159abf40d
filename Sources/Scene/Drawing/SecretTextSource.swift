/// The identifier of a secret. It does not contain the secret.
public struct SecretHandle: Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// A source of secret text that a renderer reads one grapheme at a time.
///
/// A display list contains only a `SecretHandle` and a generation number. The owner keeps the
/// secret in memory of its own and provides each grapheme for the duration of one call.
public protocol SecretTextSource: ~Copyable {
  /// Calls `body` with the UTF-8 bytes of one grapheme. Does nothing if there is no such grapheme.
  ///
  /// - Parameters:
  ///   - index: The index of the grapheme, counted in grapheme clusters from 0.
  ///   - handle: The secret to read.
  ///   - body: Reads the bytes. It must not keep the span.
  func withGrapheme(at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void)
}

/// A source without secrets, for drawing content that shows none.
public struct EmptySecretTextSource: SecretTextSource {
  public init() {}

  public func withGrapheme(at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void) {}
}
