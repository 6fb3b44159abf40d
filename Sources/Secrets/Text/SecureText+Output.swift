extension SecureText {
  /// Calls `body` with the text between a prefix and a suffix, so that one system call can write all of it. The
  /// copy is in locked memory, and wiped after the call.
  ///
  /// - Parameters:
  ///   - prefix: The bytes before the text.
  ///   - suffix: The bytes after the text.
  ///   - limit: The maximum number of bytes of the text that are used, as whole scalars.
  ///   - substitution: Returns the bytes that replace a byte of the text, at most three, or `nil` to keep it.
  ///   - body: The memory is valid only during the call.
  package func withFramedBytes<Result>(
    prefix: StaticString = "", suffix: StaticString = "", limit: Int = .max,
    replacing substitution: (UInt8) -> StaticString? = { _ in nil },
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    withCodeUnits { utf8 in
      let bytes = utf8.span
      let count = bytes.scalarEnd(before: limit)
      let frameSize = prefix.withUTF8Buffer(\.count) + suffix.withUTF8Buffer(\.count)
      // At least one byte, because an empty buffer has no address.
      var output = LockedBuffer<UInt8>(count: max(1, frameSize + 3 * count))
      return output.withUnsafeMutablePointer { start in
        var end = 0
        func append(_ text: StaticString) {
          text.withUTF8Buffer { utf8 in
            for byte in utf8 {
              start[end] = byte
              end += 1
            }
          }
        }
        append(prefix)
        for index in 0..<count {
          if let replacement = substitution(bytes[index]) {
            append(replacement)
          } else {
            start[end] = bytes[index]
            end += 1
          }
        }
        append(suffix)
        return body(UnsafeRawBufferPointer(start: start, count: end))
      }
    }
  }
}

extension Span<UInt8> {
  /// Returns the last offset of valid UTF-8 that is at most `limit` and not inside a scalar.
  fileprivate func scalarEnd(before limit: Int) -> Int {
    guard limit < count else { return count }
    var end = max(0, limit)
    while end > 0, self[end] & 0b1100_0000 == 0b1000_0000 { end -= 1 }
    return end
  }
}
