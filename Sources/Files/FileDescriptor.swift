import Glibc

/// An open file or directory, which is closed on deallocation.
struct FileDescriptor: ~Copyable {
  /// The number of the file descriptor.
  let number: CInt

  /// Takes ownership of a descriptor that a call such as `open` returned.
  init(owning number: CInt) { self.number = number }

  deinit { close(number) }
}
