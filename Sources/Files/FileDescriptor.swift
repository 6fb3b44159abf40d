import Glibc

/// An open file or folder, which is closed when it goes.
struct FileDescriptor: ~Copyable {
  /// The kernel's number for it.
  let number: CInt

  /// Takes over what a call such as `open` returned.
  init(owning number: CInt) { self.number = number }

  deinit { close(number) }
}
