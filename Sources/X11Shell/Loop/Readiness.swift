import CX11
import Glibc
import Motion

/// Which of the run loop's descriptors have something to read.
struct Readiness: OptionSet {
  let rawValue: UInt8

  static let connection = Readiness(rawValue: 1 << 0)
  static let wake = Readiness(rawValue: 1 << 1)
  static let signal = Readiness(rawValue: 1 << 2)
  static let bus = Readiness(rawValue: 1 << 3)
  static let session = Readiness(rawValue: 1 << 4)
}

extension Readiness {
  /// Sleeps until a descriptor can be read or has failed, or until the deadline (`ppoll`).
  ///
  /// Never waits for room to write to the server: its socket nearly always has some, and the loop
  /// would spin.
  ///
  /// - Parameters:
  ///   - descriptors: The connection's, the wake source's, the signal source's; −1 for none.
  ///   - bus: Another one, and what to wait for on it, in the bits of `poll(2)`.
  ///   - session: The session manager's; −1 for none.
  ///   - deadline: `nil` sleeps for as long as it takes.
  static func wait(
    for descriptors: InlineArray<3, Int32>,
    bus: (descriptor: Int32, events: Int16) = (-1, 0), session: Int32 = -1,
    until deadline: Instant?
  ) -> Readiness {
    func reading(_ descriptor: Int32) -> pollfd {
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    }
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

  private static func poll(
    _ polled: inout InlineArray<5, pollfd>, until deadline: Instant?
  ) -> Int32 {
    var span = polled.mutableSpan
    return span.withUnsafeMutableBufferPointer { polled in
      guard let deadline else {
        return CX11Poll(polled.baseAddress, UInt(polled.count), nil, nil)
      }
      var timeout = timespec(MonotonicClock.now.duration(to: deadline))
      return CX11Poll(polled.baseAddress, UInt(polled.count), &timeout, nil)
    }
  }
}

extension timespec {
  /// A timeout: none where the duration is negative.
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = max(duration, .zero).components
    self.init(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  }
}
