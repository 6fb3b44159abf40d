import Glibc

/// A reader of lines that may contain secrets. Its buffer is in locked memory, and a line is wiped after its use.
package struct SecretLineReader: ~Copyable {
  private var buffer: LockedBuffer<UInt8>
  private let descriptor: Int32
  private let limit: Int
  /// The number of bytes in the buffer.
  private var count = 0
  /// Whether the rest of a line that was too long is discarded.
  private var skipsLine = false
  /// Whether the input has ended.
  package private(set) var hasEnded = false
  /// The `errno` with which the input could not be read any further. `nil` after its regular end.
  package private(set) var failure: Int32?

  /// - Parameters:
  ///   - descriptor: The descriptor to read from, which the caller closes.
  ///   - limit: The maximum length of a line in bytes. Of a longer line, `limit + 1` bytes are returned.
  package init(_ descriptor: Int32, limit: Int) {
    (self.descriptor, self.limit) = (descriptor, limit)
    buffer = LockedBuffer(count: 4 * (limit + 1))
  }

  /// Whether no input waits that was read.
  package var isEmpty: Bool { count == 0 }

  /// Whether the buffer has no space for further input.
  package var isFull: Bool { count == buffer.count }

  /// Reads once. Waits if nothing is available.
  package mutating func read() {
    let (start, space) = (count, buffer.count - count)
    guard space > 0 else { return }
    let result = buffer.withUnsafeMutablePointer { Glibc.read(descriptor, $0 + start, space) }
    if result > 0 {
      count += result
    } else if result == 0 {
      hasEnded = true
    } else if errno != EINTR && errno != EAGAIN {
      (hasEnded, failure) = (true, errno)
    }
  }

  /// Passes the next complete line to a closure, without its line feed, and wipes it. Returns `nil` if there is
  /// none yet.
  package mutating func takeLine<Result>(_ body: (Span<UInt8>) -> Result) -> Result? {
    while true {
      let end = buffer.withSpan { bytes in (0..<count).first { bytes[$0] == UInt8(ascii: "\n") } }
      guard end != nil || count > limit else { return nil }
      let length = min(end ?? count, limit + 1)
      let isSkipped = skipsLine
      let result = isSkipped ? nil : buffer.withSpan { body($0.extracting(first: length)) }
      // Without a line feed, the rest of the line follows.
      skipsLine = end == nil
      drop(end.map { $0 + 1 } ?? count)
      if let result { return result }
    }
  }

  private mutating func drop(_ dropped: Int) {
    let rest = count - dropped
    buffer.withUnsafeMutablePointer { start in
      for index in 0..<rest { start[index] = start[dropped + index] }
    }
    buffer.wipe(rest..<count)
    count = rest
  }
}
