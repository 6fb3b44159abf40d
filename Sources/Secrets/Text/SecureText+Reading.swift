import Scene

extension SecureText {
  /// Replaces the text with input, without a byte order mark at its start and a line feed at its end, or leaves the
  /// text unchanged.
  ///
  /// The input is read directly into locked memory. Reading stops when the input is known to be too
  /// long.
  ///
  /// - Parameter read: Fills the start of the given memory and returns the number of bytes, or 0 at
  ///   the end of the input.
  /// - Throws: The error of `read`.
  public mutating func fill<Failure: Error>(by read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int)
    throws(Failure) -> Insertion
  {
    // With a line feed, the last byte shows that the input is too long.
    var input = LockedBuffer<UInt8>(count: Self.maximumLineSize)
    let count = try input.fill(by: read)
    guard count < input.count else { return .rejected(.tooLong) }
    let all = 0..<graphemeCount
    return input.withSpan { bytes in
      let start = bytes.byteOrderMarkLength
      let hasLineFeed = count > start && bytes[count - 1] == UInt8(ascii: "\n")
      return replace(graphemes: all, with: bytes.extracting(start..<(hasLineFeed ? count - 1 : count)))
    }
  }
}

extension LockedBuffer<UInt8> {
  /// Reads until the end of the input or until the buffer is full.
  ///
  /// - Returns: The number of bytes read.
  fileprivate mutating func fill<Failure: Error>(
    by read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    let capacity = count
    return try withUnsafeMutablePointer { start throws(Failure) in
      var filled = 0
      while filled < capacity {
        let space = UnsafeMutableRawBufferPointer(start: start + filled, count: capacity - filled)
        let readCount = try read(space)
        precondition((0...space.count).contains(readCount), "invalid count \(readCount) of \(space.count)")
        if readCount == 0 { break }
        filled += readCount
      }
      return filled
    }
  }
}
