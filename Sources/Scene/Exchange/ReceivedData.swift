/// Data that came from another program, or word that none came.
public struct ReceivedData: Sendable {
  /// Where it came from.
  public enum Source: Hashable, Sendable {
    case pasteboard(Pasteboard)
    /// It was dropped at a place in the window.
    case drop(at: Point)
    /// It was asked for as a secret, by this number.
    case secret(request: Int)
  }

  public var source: Source
  public var result: Result<Content, Failure>

  /// What came, in the first of the wanted types that the other program had.
  public struct Content: Sendable {
    public var type: DataType
    public var bytes: ReceivedBytes

    public init(type: DataType, bytes: ReceivedBytes) {
      (self.type, self.bytes) = (type, bytes)
    }
  }

  /// Why nothing came.
  public enum Failure: Error, Hashable, Sendable {
    /// Nobody offers anything, or nothing of a type that was wanted.
    case nothingThere
    /// The other program fell silent.
    case noProgress
    /// It was not asked for, since as much is on its way as may be at once.
    case tooMany
    /// There is more than `limit` bytes, of which none were kept.
    case tooLarge(limit: Int)
  }

  public init(from source: Source, _ result: Result<Content, Failure>) {
    (self.source, self.result) = (source, result)
  }
}
