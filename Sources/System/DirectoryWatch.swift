import Glibc

/// An observer of the files in directories (`inotify(7)`).
public struct DirectoryWatch: ~Copyable {
  /// The descriptor that is readable after a change.
  public let descriptor: Int32

  /// Creates an observer of no directory.
  ///
  /// - Throws: `EMFILE` if the user or the process has too many, or the error of the system call.
  public init() throws(FileError) {
    descriptor = try retryingInterrupts(at: "inotify") { inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
  }

  /// Observes files that are written, replaced or removed in a directory, if it exists. Call this again when the
  /// directory may have been replaced by another one; it has no further effect on the same one.
  public func add(_ path: String) {
    let events =
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF
    inotify_add_watch(descriptor, path, UInt32(events))
  }

  deinit { close(descriptor) }

  /// Removes the reported changes, so that the descriptor is readable only after the next one.
  public func clear() {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
      while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
