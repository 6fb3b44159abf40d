/// A kind of data that programs exchange, by the name of its media type.
public struct DataType: Hashable, Sendable {
  /// As in `text/uri-list`.
  public let name: String

  public init(_ name: String) { self.name = name }

  /// Plain text in UTF-8.
  public static let text = DataType("text/plain;charset=utf-8")
  /// Names of files and other places, one a line ([RFC 2483][1], section 5).
  ///
  /// [1]: https://www.rfc-editor.org/rfc/rfc2483#section-5
  public static let uriList = DataType("text/uri-list")
  /// `secret` in ASCII, beside a text that clipboard managers are not to keep (as KDE's does not).
  public static let passwordManagerHint = DataType("x-kde-passwordManagerHint")
}
