/// A secret text that other clients may request. It is read in place, so offering it creates no
/// copy.
public protocol SecretProvider: AnyObject {
  /// Calls `body` with the text as UTF-8. The span is valid only during the call, and the text
  /// never changes.
  func withUTF8<Result>(_ body: (Span<UInt8>) -> Result) -> Result
}
