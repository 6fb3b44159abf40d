import Glibc
import Synchronization

/// A proxy between a program and an X server. It records the traffic, and can delay it, carry it
/// over TCP, close the connection, or hide extensions of the server.
///
/// A separate thread forwards the bytes. File descriptors in messages (DRI3, MIT-SHM by descriptor)
/// are not forwarded.
public final class ProtocolProxy: Sendable {
  /// The extensions that are reported to the program as absent.
  public enum HiddenExtensions: Hashable, Sendable {
    case none
    case all
    case named(Set<String>)

    func contains(_ name: String) -> Bool {
      switch self {
      case .none: false
      case .all: true
      case .named(let names): names.contains(name)
      }
    }
  }

  /// The options of a proxy in addition to recording.
  public struct Options: Hashable, Sendable {
    /// The additional delay in each direction.
    public var delay: Duration
    public var hidden: HiddenExtensions
    /// Whether programs connect by TCP, on this machine only, instead of a Unix socket.
    public var isOverTCP: Bool
    /// The number of replies after which the connection is closed, as if the server had exited. `nil` for no
    /// limit. The reply to the connection setup does not count. Must be `nil` if there is a delay.
    public var replyLimit: Int?

    public init(
      delay: Duration = .zero, hiding hidden: HiddenExtensions = .none, overTCP: Bool = false,
      replyLimit: Int? = nil
    ) {
      precondition(delay == .zero || replyLimit == nil, "delayed replies would be lost")
      self.delay = delay
      self.hidden = hidden
      isOverTCP = overTCP
      self.replyLimit = replyLimit
    }
  }

  /// The value for a program's `DISPLAY`.
  public let name: String
  private let state = ProxyWorker.SharedState()
  private let thread: pthread_t
  /// A descriptor that is closed to end the thread.
  private let stopDescriptor: Int32

  /// Starts a proxy for a display of this machine, for example `:3`.
  ///
  /// - Throws: `noFreeDisplayNumber`, `systemCall`, `file`.
  public init(to display: String, _ options: Options = Options()) throws(ScreenDriverError) {
    let listener = try ProxyListener(overTCP: options.isOverTCP)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .systemCall("create a pipe", reason: lastErrorMessage()) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    name = listener.name
    stopDescriptor = ends[1]
    let worker = ProxyWorker(listener, to: display, options, state: state, stop: ends[0])
    thread = Self.start(worker)
  }

  deinit {
    close(stopDescriptor)
    pthread_join(thread, nil)
  }

  /// Returns the traffic so far on a connection, in the order of connecting.
  ///
  /// - Returns: The traffic. `nil` if that connection does not exist yet.
  public func traffic(ofConnection index: Int = 0) -> Traffic? {
    state.parsers.withLock { $0.indices.contains(index) ? $0[index].traffic : nil }
  }

  /// Returns the traffic up to and including the request that maps the first window.
  public func trafficBeforeMap(ofConnection index: Int = 0) -> Traffic? {
    state.parsers.withLock { $0.indices.contains(index) ? $0[index].trafficBeforeMap : nil }
  }

  /// All errors that the server has reported, on any connection.
  public var errors: [WireError] { state.parsers.withLock { $0.flatMap(\.traffic.errors) } }

  private static func start(_ worker: ProxyWorker) -> pthread_t {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(worker).toOpaque()
    let status = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<ProxyWorker>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context)
    precondition(status == 0, "cannot create the proxy thread: \(errorMessage(status))")
    return thread
  }
}
