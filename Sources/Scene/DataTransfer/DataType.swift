/// A type of exchanged data, identified by its media type.
public struct DataType: Hashable, Sendable {
  /// The media type, such as `text/uri-list`.
  public let name: String

  public init(_ name: String) { self.name = name }

  /// Plain text in UTF-8.
  public static let text = DataType("text/plain;charset=utf-8")
  /// URIs of files and other resources, one per line ([RFC 2483][1], section 5).
  ///
  /// [1]: https://www.rfc-editor.org/rfc/rfc2483#section-5
  public static let uriList = DataType("text/uri-list")
  /// A hint next to a text that clipboard managers should not store. Its content is `secret` in
  /// ASCII. KDE's clipboard manager respects it.
  public static let passwordManagerHint = DataType("x-kde-passwordManagerHint")
}
