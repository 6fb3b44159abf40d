import CX11
import Glibc
import Motion

/// The file descriptors of the run loop that are ready to read.
struct Readiness: OptionSet {
  let rawValue: UInt8

  static let connection = Readiness(rawValue: 1 << 0)
  static let wake = Readiness(rawValue: 1 << 1)
  static let signal = Readiness(rawValue: 1 << 2)
  static let bus = Readiness(rawValue: 1 << 3)
  static let session = Readiness(rawValue: 1 << 4)
}

extension Readiness {
  /// Sleeps until a descriptor is readable or failed, or until the deadline (`ppoll`).
  ///
  /// It does not wait until the server's socket is writable: it nearly always is, and the loop
  /// would spin.
  ///
  /// - Parameters:
  ///   - descriptors: The descriptors of the connection, the wake source and the signal source; −1
  ///     for none.
  ///   - bus: A further descriptor and its events, in the bits of `poll(2)`.
  ///   - session: The descriptor of the session manager; −1 for none.
  ///   - deadline: The end of the wait. If `nil`, the wait has no timeout.
  static func wait(
    for descriptors: InlineArray<3, Int32>, bus: (descriptor: Int32, events: Int16) = (-1, 0),
    session: Int32 = -1, until deadline: Instant?
  ) -> Readiness {
    func reading(_ descriptor: Int32) -> pollfd { pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0) }
    var polled: InlineArray<5, pollfd> = [
      reading(descriptors[0]), reading(descriptors[1]), reading(descriptors[2]),
      pollfd(fd: bus.descriptor, events: bus.events, revents: 0), reading(session),
    ]
    while poll(&polled, until: deadline) < 0 && errno == EINTR {}
    var ready: Readiness = []
    for index in polled.indices where polled[index].revents != 0 {
      ready.insert(Readiness(rawValue: 1 << UInt8(index)))
    }
    return ready
  }

  private static func poll(_ polled: inout InlineArray<5, pollfd>, until deadline: Instant?) -> Int32 {
    var span = polled.mutableSpan
    return span.withUnsafeMutableBufferPointer { polled in
      guard let deadline else { return CX11Poll(polled.baseAddress, UInt(polled.count), nil, nil) }
      var timeout = timespec(MonotonicClock.now.duration(to: deadline))
      return CX11Poll(polled.baseAddress, UInt(polled.count), &timeout, nil)
    }
  }
}

extension timespec {
  /// Creates a timeout; 0 if the duration is negative.
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = max(duration, .zero).components
    self.init(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  }
}
