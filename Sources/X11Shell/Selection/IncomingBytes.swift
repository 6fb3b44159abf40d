import Scene

/// A growing buffer for received bytes. It wipes old storage because it may contain a password.
final class IncomingBytes {
  private let options: ReceiveConfiguration
  private var storage: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  /// - Parameter options: The limit caps the reserved capacity unless more bytes are appended.
  init(in options: ReceiveConfiguration) {
    self.options = options
    storage = options.allocator.allocate(byteCount: 0)
  }

  deinit { options.allocator.wipeAndFree(storage) }

  /// - Complexity: O(*n*) in the number of appended bytes, amortized.
  func append(_ bytes: UnsafeRawBufferPointer) {
    reserve(count + bytes.count)
    UnsafeMutableRawBufferPointer(rebasing: storage[count...]).copyMemory(from: bytes)
    count += bytes.count
  }

  private func reserve(_ capacity: Int) {
    guard capacity > storage.count else { return }
    let old = storage
    storage = options.allocator.allocate(
      byteCount: max(capacity, min(max(2 * old.count, Self.minimumCapacity), options.limit)))
    storage.copyMemory(from: UnsafeRawBufferPointer(rebasing: old[..<count]))
    options.allocator.wipeAndFree(old)
  }

  /// One page, because locked memory is allocated in whole pages.
  private static let minimumCapacity = 4096

  var received: ReceivedBytes { ReceivedBytes(copying: bytes.span, into: options.allocator) }

  /// Returns the text in UTF-8, if the bytes are ISO Latin-1. Latin-1 is equal to the first 256
  /// characters of Unicode, and UTF-8 encodes the second half of them in two bytes.
  ///
  /// - Complexity: O(*n*).
  func utf8FromLatin1() -> IncomingBytes {
    let length = count + bytes.count { $0 >= 0x80 }
    let text = IncomingBytes(in: ReceiveConfiguration(limit: length, in: options.allocator))
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

  /// Appends a byte. The capacity must be sufficient.
  private func put(_ byte: UInt8) {
    storage[count] = byte
    count += 1
  }

  private var bytes: UnsafeBufferPointer<UInt8> {
    let used = UnsafeMutableRawBufferPointer(rebasing: storage[..<count])
    return UnsafeBufferPointer(used.bindMemory(to: UInt8.self))
  }
}
