import CX11
import Glibc

/// An event that wakes the run loop from any thread (`eventfd`).
public final class WakeSource: Sendable {
  let descriptor: Int32

  /// Creates the event.
  ///
  /// - Throws: `noDescriptor` if the kernel cannot create the descriptor.
  public init() throws(X11Error) {
    descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    guard descriptor >= 0 else { throw .noDescriptor(call: "eventfd", errno: errno) }
  }

  deinit { close(descriptor) }

  /// Makes the run loop call `WindowDelegate.wake(at:)` soon. Calls before that are combined into
  /// one.
  public func wake() { eventfd_write(descriptor, 1) }

  /// Clears the event.
  func clear() {
    var count: UInt64 = 0
    eventfd_read(descriptor, &count)
  }
}
