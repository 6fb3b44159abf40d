/// A request of a client, as it went over the wire (X11 protocol, section 1).
public struct WireRequest: Hashable, Sendable {
  /// Below 128 a request of the core protocol, else an extension's.
  public var opcode: Int
  /// An extension's own number of it; of a core request the byte that some use.
  public var detail: Int
  /// The extension it belongs to, where its client has asked for that by name.
  public var extensionName: String?
  /// Counted from 1 in the order of sending.
  public var sequence: Int
  /// Its whole length.
  public var bytes: Int
}

extension WireRequest {
  /// Core requests that tests look for, by their numbers (X11 protocol, appendix B).
  public enum Core {
    public static let mapWindow = 8
    public static let configureWindow = 12
    public static let grabServer = 36
    /// What `XSync` asks.
    public static let getInputFocus = 43
    public static let copyArea = 62
    public static let putImage = 72
    public static let queryExtension = 98
    public static let listExtensions = 99
  }
}

/// An error that the server has reported about a request.
public struct WireError: Hashable, Sendable {
  public var code: Int
  /// Of the request at fault.
  public var opcode: Int
  /// An extension's own number of that request, else 0.
  public var detail: Int
  /// Of the request at fault, by its last 16 bits.
  public var sequence: Int
}
