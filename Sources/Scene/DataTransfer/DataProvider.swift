/// A selection through which clients exchange data.
public enum Pasteboard: CaseIterable, Hashable, Sendable {
  /// The data that the user copied or cut last, in any client.
  case clipboard
  /// The text that the user selected last, in any client. A click with the middle button pastes it.
  case primary
}

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

/// Data offered to other clients. Each representation is produced only on request.
///
/// The offered data does not change: the closures own everything that they need.
public struct DataProvider {
  /// The data in one type.
  public struct Representation {
    public let type: DataType
    /// Produces the data. It may be called any number of times, or never.
    public let bytes: () -> [UInt8]

    public init(_ type: DataType, bytes: @escaping () -> [UInt8]) { (self.type, self.bytes) = (type, bytes) }
  }

  /// The representations, the preferred one first.
  public let representations: [Representation]

  public init(_ representations: [Representation]) { self.representations = representations }

  /// Creates a provider of plain text.
  public init(text: String) { self.init([Representation(.text) { Array(text.utf8) }]) }
}

/// A secret text that other clients may request. It is read in place, so offering it creates no
/// copy.
public protocol SecretProvider: AnyObject {
  /// Calls `body` with the text as UTF-8. The span is valid only during the call, and the text
  /// never changes.
  func withUTF8<Result>(_ body: (Span<UInt8>) -> Result) -> Result
}
