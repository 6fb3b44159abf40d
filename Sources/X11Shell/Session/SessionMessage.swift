import Glibc

/// What a session manager sends: a header of eight bytes, and as much more as that says.
enum SessionMessage {
  /// Whether a message has come with all of its body, as those of a manager do, which are short and
  /// written at once. For what is missing libICE would wait, and with it the window.
  static func hasArrived(on descriptor: Int32) -> Bool {
    var header = (opcodes: UInt32(0), length: UInt32(0))
    let size = MemoryLayout.size(ofValue: header)
    let flags = Int32(MSG_PEEK | MSG_DONTWAIT)
    guard recv(descriptor, &header, size, flags) == size else { return false }
    var count: Int32 = 0
    // In units of eight bytes, in the byte order of a manager on this machine.
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0
      && Int(count) >= size + 8 * Int(header.length)
  }
}
