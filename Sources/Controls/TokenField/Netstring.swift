/// A sequence of byte strings, each preceded by its length.
enum Netstring {
  static func append(_ content: [UInt8], to bytes: inout [UInt8]) {
    bytes += "\(content.count):".utf8
    bytes += content
    bytes.append(UInt8(ascii: ","))
  }
}

/// The result of a parsing step.
enum ParsingProgress {
  case incomplete, complete
  /// The data does not have the expected format.
  case malformed
}

/// An incremental parser for a sequence of netstrings.
struct NetstringReader {
  /// The offset of the next netstring.
  private var offset = 0

  /// Reads the next netstrings.
  ///
  /// - Parameters:
  ///   - bytes: The data. Pass the same bytes in each step.
  ///   - count: The number of bytes after which to stop. A netstring that has begun is read
  ///     completely.
  ///   - body: Called with each content. Returns `false` to reject it.
  /// - Returns: `malformed` if `body` rejected a content or the bytes are not netstrings.
  mutating func read(_ bytes: Span<UInt8>, atMost count: Int = .max, _ body: (Span<UInt8>) -> Bool)
    -> ParsingProgress
  {
    let stop = count < bytes.count - offset ? offset + count : bytes.count
    while offset < stop {
      guard let content = nextContent(of: bytes), body(bytes.extracting(content)) else { return .malformed }
      offset = content.upperBound + 1
    }
    return offset == bytes.count ? .complete : .incomplete
  }

  /// Returns the range of the next netstring's content, or `nil` if there is no valid netstring.
  /// The length must not have leading zeros.
  private func nextContent(of bytes: Span<UInt8>) -> Range<Int>? {
    var (index, length) = (offset, 0)
    while index < bytes.count, bytes[index] != UInt8(ascii: ":") {
      guard let digit = bytes[index].digit, length <= bytes.count, index == offset || length > 0 else {
        return nil
      }
      length = length * 10 + digit
      index += 1
    }
    let content = index + 1..<index + 1 + length
    guard index > offset, content.upperBound < bytes.count, bytes[content.upperBound] == UInt8(ascii: ",")
    else { return nil }
    return content
  }
}

extension UInt8 {
  /// The value of a decimal digit, or `nil` for another byte.
  fileprivate var digit: Int? {
    let zero = UInt8(ascii: "0")
    return self >= zero && self <= zero + 9 ? Int(self - zero) : nil
  }
}
