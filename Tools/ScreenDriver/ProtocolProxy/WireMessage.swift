/// A request of a client, as transmitted (X11 protocol, section 1).
public struct WireRequest: Hashable, Sendable {
  /// The major opcode: below 128 for a request of the core protocol, otherwise of an extension.
  public var opcode: Int
  /// The minor opcode of an extension's request. For a core request, the second byte, which some
  /// use.
  public var detail: Int
  /// The name of the extension, if the client has queried the extension by name.
  public var extensionName: String?
  /// The sequence number, from 1.
  public var sequence: Int
  /// The total length in bytes.
  public var byteCount: Int
}

extension WireRequest {
  /// Opcodes of core requests that tests examine (X11 protocol, appendix B).
  public enum Core {
    public static let mapWindow = 8
    public static let grabServer = 36
    /// The request that `XSync` sends.
    public static let getInputFocus = 43
    public static let copyArea = 62
    public static let queryExtension = 98
  }
}

/// An error that the server has reported about a request.
public struct WireError: Hashable, Sendable {
  public var code: Int
  /// The major opcode of the failed request.
  public var opcode: Int
  /// The minor opcode of the failed request; 0 for core requests.
  public var detail: Int
  /// The last 16 bits of the failed request's sequence number.
  public var sequence: Int
}
