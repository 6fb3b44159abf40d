import CX11
import Glibc

/// Wakes the run loop from any thread (`eventfd`).
public final class WakeSource: Sendable {
  let descriptor: Int32

  /// - Throws: `noDescriptor` where the kernel gives none.
  public init() throws(X11Error) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard descriptor >= 0 else { throw .noDescriptor(call: "eventfd", errno: errno) }
  }

  deinit {
    close(descriptor)
  }

  /// Has the run loop call `WindowClient.wake(at:)` soon; several calls before that count as one.
  public func wake() {
    eventfd_write(descriptor, 1)
  }

  /// Forgets all calls so far.
  func clear() {
    var count: UInt64 = 0
    eventfd_read(descriptor, &count)
  }
}
