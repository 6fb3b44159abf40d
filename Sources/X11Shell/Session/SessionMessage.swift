import Glibc

/// A message of a session manager: a header of eight bytes and a body of the length given there.
enum SessionMessage {
  /// Returns whether a complete message has arrived. A manager writes its short messages in one
  /// step. libICE would block, and with it the window, until the rest of an incomplete message
  /// arrives.
  static func hasArrived(on descriptor: Int32) -> Bool {
    var header = (opcodes: UInt32(0), length: UInt32(0))
    let size = MemoryLayout.size(ofValue: header)
    let flags = Int32(MSG_PEEK | MSG_DONTWAIT)
    guard recv(descriptor, &header, size, flags) == size else { return false }
    var count: Int32 = 0
    // The length is in units of eight bytes, in the byte order of this machine's manager.
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 && Int(count) >= size + 8 * Int(header.length)
  }
}
