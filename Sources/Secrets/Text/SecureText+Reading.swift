extension SecureText {
  /// Puts what is read in the place of the text, without its line feed at the end, if it has one; or
  /// leaves the text as it is.
  ///
  /// It is read straight into locked memory, and no more of it than says that it is too long.
  ///
  /// - Parameter read: Fills some of the memory that it is lent, from its start, and returns how many
  ///   bytes it filled; 0 at the end.
  /// - Throws: What `read` throws.
  public mutating func fill<Failure: Error>(
    by read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Insertion {
    // As many bytes as a text may have, a line feed, and one byte that is too many.
    var input = LockedBuffer<UInt8>(count: Self.longestLine)
    let count = try input.fill(by: read)
    guard count < input.count else { return .refused(.tooLong) }
    let all = 0..<graphemeCount
    return input.withSpan { bytes in
      let hasLineFeed = count > 0 && bytes[count - 1] == UInt8(ascii: "\n")
      return replace(
        graphemes: all, with: bytes.extracting(first: hasLineFeed ? count - 1 : count))
    }
  }
}

extension SecureText.Refusal {
  /// One line that tells a person what is wrong.
  public var message: String {
    switch self {
    case .tooLong: "A password has at most \(SecureText.capacity) characters."
    case .controlCharacter: "A password has no line breaks or other control characters."
    case .invalidUTF8: "The password is no UTF-8."
    }
  }
}

extension LockedBuffer<UInt8> {
  /// Reads until nothing more comes, or there is no more room.
  ///
  /// - Returns: How many bytes were read.
  fileprivate mutating func fill<Failure: Error>(
    by read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    let capacity = count
    return try withUnsafeMutablePointer { start throws(Failure) in
      var filled = 0
      while filled < capacity {
        let room = UnsafeMutableRawBufferPointer(start: start + filled, count: capacity - filled)
        let step = try read(room)
        precondition((0...room.count).contains(step), "\(step) bytes of \(room.count) were read")
        if step == 0 { break }
        filled += step
      }
      return filled
    }
  }
}
