/// Names a secret without holding it.
public struct SecretHandle: Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// Lends a secret to the renderer, one grapheme at a time.
///
/// A display list carries only a `SecretHandle` and a generation number; whoever owns the secret
/// keeps it in memory of its own and lends each grapheme for the length of one call.
public protocol SecretReading: ~Copyable {
  /// Calls `body` with the UTF-8 of one grapheme; does nothing where there is none.
  ///
  /// - Parameters:
  ///   - index: Counted in grapheme clusters from 0.
  ///   - handle: Which of the owner's secrets.
  ///   - body: May not keep the span.
  func withGrapheme(at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void)
}

/// The owner of no secret, for drawing what shows none.
public struct NoSecrets: SecretReading {
  public init() {}

  public func withGrapheme(at index: Int, of handle: SecretHandle, _ body: (Span<UInt8>) -> Void) {}
}
