/// Data that other programs may take, each form of it made only when it is asked for.
///
/// What is offered stays as it was when it was offered: the closures own what they need.
public struct DataOffer {
  /// The same data in one type.
  public struct Form {
    public let type: DataType
    /// Makes the data; may be called many times, and never.
    public let bytes: () -> [UInt8]

    public init(_ type: DataType, bytes: @escaping () -> [UInt8]) {
      (self.type, self.bytes) = (type, bytes)
    }
  }

  /// The best first.
  public let forms: [Form]

  public init(_ forms: [Form]) { self.forms = forms }

  /// An offer of plain text.
  public init(text: String) {
    self.init([Form(.text) { Array(text.utf8) }])
  }
}
