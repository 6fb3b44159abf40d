public import Scene

/// A text offered to other programs, in separate locked memory until its last owner releases it.
public final class SecureTextProvider: SecretProvider {
  private let text: SecureText

  public init(_ text: consuming SecureText) { self.text = text }

  public func withUTF8<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    text.withCodeUnits { body($0.span) }
  }
}
