/// Data from another client, or the reason why none arrived.
public struct ReceivedData: Sendable {
  /// The source of the data.
  public enum Source: Hashable, Sendable {
    /// The data was requested from a pasteboard.
    case pasteboard(Pasteboard)
    /// The data was dropped at a position in the window.
    case drop(at: Point)
    /// The data was requested as a secret with this request number.
    case secret(request: Int)
  }

  public var source: Source
  public var result: Result<Content, Failure>

  /// The data in the first requested type that the other client supports.
  public struct Content: Sendable {
    public var type: DataType
    public var bytes: ReceivedBytes

    public init(type: DataType, bytes: ReceivedBytes) { (self.type, self.bytes) = (type, bytes) }
  }

  /// The reason why no data arrived.
  public enum Failure: Error, Hashable, Sendable {
    /// No client offers data, or none of the requested types is available.
    case noData
    /// The other client stopped responding.
    case timedOut
    /// The data was not requested, because the maximum number of requests is pending.
    case tooManyRequests
    /// The data has more than `limit` bytes. None of them were kept.
    case tooLarge(limit: Int)
  }

  public init(from source: Source, _ result: Result<Content, Failure>) {
    (self.source, self.result) = (source, result)
  }
}
