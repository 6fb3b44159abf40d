import CProcess
import Glibc

/// The end of any process, also of one that this process has not started.
public final class ProcessEnd {
  /// The descriptor that is readable when the process has ended (`pidfd_open(2)`).
  public let descriptor: Int32

  /// Observes a process. Returns `nil` if it does not exist, or is the first process, which adopts those whose parents have
  /// ended.
  public init?(of id: Int32) {
    descriptor = id > 1 ? pidfd_open(id, 0) : -1
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Whether the process has ended.
  public var hasOccurred: Bool {
    var target = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&target, 1, 0) > 0
  }
}
