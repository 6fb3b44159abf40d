import Glibc

/// An observer of the files in a directory (`inotify(7)`).
public struct DirectoryWatch: ~Copyable {
  /// The descriptor that is readable after a change.
  public let descriptor: Int32

  /// Observes files that are written, replaced or removed.
  ///
  /// - Returns: `nil` if the directory does not exist or cannot be observed.
  public init?(_ path: String) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    let events = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB
    guard descriptor >= 0 else { return nil }
    if inotify_add_watch(descriptor, path, UInt32(events)) < 0 {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  /// Removes the reported changes, so that the descriptor is readable only after the next one.
  public func clear() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
