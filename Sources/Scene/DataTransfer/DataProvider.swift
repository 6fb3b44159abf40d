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
