/// Bytes of a stream that have come and are not yet taken apart.
struct StreamBuffer {
  private var bytes: [UInt8] = []
  private var start = 0

  /// How many bytes wait.
  var count: Int { bytes.count - start }

  mutating func append(_ chunk: ArraySlice<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += chunk
  }

  /// Takes so many bytes away, or `nil` where there are not yet so many.
  mutating func take(_ length: Int) -> ArraySlice<UInt8>? {
    guard count >= length else { return nil }
    defer { start += length }
    return bytes[start..<start + length]
  }

  /// A byte that waits, counted from the first of them; `nil` beyond the last.
  func byte(_ offset: Int) -> Int? {
    offset < count ? Int(bytes[start + offset]) : nil
  }

  /// A 16-bit number in this machine's order, as `byte` counts.
  func short(_ offset: Int) -> Int? {
    guard let low = byte(offset), let high = byte(offset + 1) else { return nil }
    return low | high << 8
  }

  /// A 32-bit number, likewise.
  func word(_ offset: Int) -> Int? {
    guard let low = short(offset), let high = short(offset + 2) else { return nil }
    return low | high << 16
  }
}
