import Glibc
import Synchronization

/// Stands between a program and an X server: counts what they say, and can delay it, carry it over
/// TCP, or conceal the server's extensions.
///
/// A thread of its own passes the bytes on, while tests wait and look. File descriptors that are
/// sent along (DRI3, MIT-SHM by descriptor) are not.
public final class ProtocolProxy: Sendable {
  /// Extensions that the program is told the server has not.
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

  /// What it does beside counting.
  public struct Options: Hashable, Sendable {
    /// For each direction, on top of the time that it takes anyway.
    public var delay: Duration
    public var hidden: HiddenExtensions
    /// Whether programs reach it by TCP, on this machine only, instead of by a Unix socket.
    public var isOverTCP: Bool

    public init(
      delay: Duration = .zero, hiding hidden: HiddenExtensions = .none, overTCP: Bool = false
    ) {
      self.delay = delay
      self.hidden = hidden
      isOverTCP = overTCP
    }
  }

  /// What to set a program's `DISPLAY` to.
  public let name: String
  private let record = ProxyPump.Record()
  private let thread: pthread_t
  /// Closed to have the thread end.
  private let stopper: Int32

  /// Starts between programs to come and a display of this machine, as in `:3`.
  ///
  /// - Throws: `cannotConnect` where no number is free, `file`.
  public init(
    to display: String, _ options: Options = Options()
  ) throws(ScreenDriverError) {
    let listener = try ProxyListener(overTCP: options.isOverTCP)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .file(path: "pipe", reason: lastErrorMessage()) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    name = listener.name
    stopper = ends[1]
    let pump = ProxyPump(listener, to: display, options, record: record, stop: ends[0])
    thread = Self.start(pump)
  }

  deinit {
    close(stopper)
    pthread_join(thread, nil)
  }

  /// What was said so far on the first connection, or the one so many later.
  ///
  /// - Returns: `nil` where no program has connected yet.
  public func traffic(ofConnection index: Int = 0) -> Traffic? {
    record.conversations.withLock { $0.indices.contains(index) ? $0[index].traffic : nil }
  }

  /// What was said up to the request that showed the first window, that one too.
  public func trafficBeforeMap(ofConnection index: Int = 0) -> Traffic? {
    record.conversations.withLock { $0.indices.contains(index) ? $0[index].trafficBeforeMap : nil }
  }

  /// From the program's connecting until that request.
  public func timeBeforeMap(ofConnection index: Int = 0) -> Duration? {
    record.conversations.withLock { $0.indices.contains(index) ? $0[index].timeBeforeMap : nil }
  }

  /// All errors that the server has reported on any connection.
  public var errors: [WireError] {
    record.conversations.withLock { $0.flatMap(\.traffic.errors) }
  }

  private static func start(_ pump: ProxyPump) -> pthread_t {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(pump).toOpaque()
    let status = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<ProxyPump>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context)
    precondition(status == 0, "no thread for a proxy: \(errorMessage(status))")
    return thread
  }
}
