/// Bytes of a stream that were received but not parsed yet.
struct StreamBuffer {
  private var bytes: [UInt8] = []
  private var start = 0

  /// The number of unparsed bytes.
  var count: Int { bytes.count - start }

  mutating func append(_ chunk: ArraySlice<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += chunk
  }

  /// Removes and returns a number of bytes. Returns `nil` if there are fewer.
  mutating func take(_ length: Int) -> ArraySlice<UInt8>? {
    guard count >= length else { return nil }
    defer { start += length }
    return bytes[start..<start + length]
  }

  /// Returns an unparsed byte by its offset. The result is `nil` beyond the last byte.
  func byte(_ offset: Int) -> Int? { offset < count ? Int(bytes[start + offset]) : nil }

  /// Returns a 16-bit number in this machine's byte order at an offset.
  func short(_ offset: Int) -> Int? {
    guard let low = byte(offset), let high = byte(offset + 1) else { return nil }
    return low | high << 8
  }

  /// Returns a 32-bit number in this machine's byte order at an offset.
  func word(_ offset: Int) -> Int? {
    guard let low = short(offset), let high = short(offset + 2) else { return nil }
    return low | high << 16
  }
}
