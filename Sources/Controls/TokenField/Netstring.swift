/// Bytes of any kind one after another, each with its length before it.
enum Netstring {
  static func append(_ content: [UInt8], to bytes: inout [UInt8]) {
    bytes += "\(content.count):".utf8
    bytes += content
    bytes.append(UInt8(ascii: ","))
  }
}

/// How far something that is read in steps has been read.
enum ReadingProgress {
  case unfinished, whole
  /// It is not what it was taken for.
  case malformed
}

/// Takes netstrings apart, so that a long row of them can be read in steps.
struct NetstringReader {
  /// Where the next one begins.
  private var offset = 0

  /// Reads on.
  ///
  /// - Parameters:
  ///   - bytes: The same in each step.
  ///   - count: After how many bytes to stop; the netstring that reaches so far is read to its end.
  ///   - body: Is lent each content, and may refuse it.
  /// - Returns: `malformed` where it did, or where the bytes are no netstrings.
  mutating func read(
    _ bytes: Span<UInt8>, atMost count: Int = .max, _ body: (Span<UInt8>) -> Bool
  ) -> ReadingProgress {
    let stop = count < bytes.count - offset ? offset + count : bytes.count
    while offset < stop {
      guard let content = nextContent(of: bytes), body(bytes.extracting(content)) else {
        return .malformed
      }
      offset = content.upperBound + 1
    }
    return offset == bytes.count ? .whole : .unfinished
  }

  /// Where the content of the next netstring is; `nil` where none is next. No zero leads its length.
  private func nextContent(of bytes: Span<UInt8>) -> Range<Int>? {
    var (index, length) = (offset, 0)
    while index < bytes.count, bytes[index] != UInt8(ascii: ":") {
      guard let digit = bytes[index].digit, length <= bytes.count, index == offset || length > 0
      else { return nil }
      length = length * 10 + digit
      index += 1
    }
    let content = index + 1..<index + 1 + length
    guard index > offset, content.upperBound < bytes.count,
      bytes[content.upperBound] == UInt8(ascii: ",")
    else { return nil }
    return content
  }
}

extension UInt8 {
  /// Its value as a decimal digit; `nil` where it is none.
  fileprivate var digit: Int? {
    let zero = UInt8(ascii: "0")
    return self >= zero && self <= zero + 9 ? Int(self - zero) : nil
  }
}
