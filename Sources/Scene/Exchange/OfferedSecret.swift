/// A secret text that other programs may take: lent where it lies, so that no copy of it is made to
/// offer it.
public protocol OfferedSecret: AnyObject {
  /// Lends the text as UTF-8, which never changes, for as long as the call.
  func withUTF8<Result>(_ body: (Span<UInt8>) -> Result) -> Result
}
