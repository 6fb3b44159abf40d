public import Scene

/// A text that other programs may take, in locked memory of its own until the last that offers it has
/// let it go.
public final class OfferedText: OfferedSecret {
  private let text: SecureText

  public init(_ text: consuming SecureText) { self.text = text }

  public func withUTF8<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    text.withCodeUnits { body($0.span) }
  }
}
