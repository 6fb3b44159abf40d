import Scene

/// Bytes as they come in, wiped whenever they have moved or are given up: they may be a password.
final class IncomingBytes {
  private let room: DataRoom
  private var storage: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  /// - Parameter room: No more of it is taken than for its limit, unless there are more bytes.
  init(in room: DataRoom) {
    self.room = room
    storage = room.memory.allocate(byteCount: 0)
  }

  deinit { room.memory.wipeAndFree(storage) }

  /// - Complexity: O(*n*) in the bytes appended, on average.
  func append(_ bytes: UnsafeRawBufferPointer) {
    reserve(count + bytes.count)
    UnsafeMutableRawBufferPointer(rebasing: storage[count...]).copyMemory(from: bytes)
    count += bytes.count
  }

  private func reserve(_ capacity: Int) {
    guard capacity > storage.count else { return }
    let old = storage
    storage = room.memory.allocate(
      byteCount: max(capacity, min(max(2 * old.count, Self.leastRoom), room.limit)))
    storage.copyMemory(from: UnsafeRawBufferPointer(rebasing: old[..<count]))
    room.memory.wipeAndFree(old)
  }

  /// A page: locked memory comes in whole ones.
  private static let leastRoom = 4096

  /// A copy of all bytes.
  var received: ReceivedBytes { ReceivedBytes(copying: bytes.span, into: room.memory) }

  /// The same text in UTF-8, where these are of ISO Latin-1: Unicode's first 256 characters, of
  /// which UTF-8 has the second half in two bytes.
  ///
  /// - Complexity: O(*n*).
  func utf8FromLatin1() -> IncomingBytes {
    let length = count + bytes.count { $0 >= 0x80 }
    let text = IncomingBytes(in: DataRoom(limit: length, in: room.memory))
    text.reserve(length)
    for byte in bytes {
      if byte < 0x80 {
        text.put(byte)
      } else {
        text.put(0xC0 | byte >> 6)
        text.put(0x80 | byte & 0x3F)
      }
    }
    return text
  }

  /// Appends a byte for which there is room.
  private func put(_ byte: UInt8) {
    storage[count] = byte
    count += 1
  }

  private var bytes: UnsafeBufferPointer<UInt8> {
    let used = UnsafeMutableRawBufferPointer(rebasing: storage[..<count])
    return UnsafeBufferPointer(used.bindMemory(to: UInt8.self))
  }
}
