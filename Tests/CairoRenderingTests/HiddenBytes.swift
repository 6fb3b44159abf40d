import Glibc

/// Bytes to search for in the memory of this process. They are stored with inverted bits, so that
/// the search does not find them here. The real bytes exist only during `withBytes(_:)`.
struct HiddenBytes {
  let inverted: [UInt8]

  func withBytes(_ body: (Span<UInt8>) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: inverted.count) { bytes in
      _ = bytes.initialize(from: inverted.lazy.map { ~$0 })
      body(bytes.span)
      bytes.update(repeating: 0)
    }
  }

  /// Returns the number of occurrences in the writable memory of this process.
  func copiesInMemory() -> Int {
    guard let maps = fopen("/proc/self/maps", "r"), let memory = fopen("/proc/self/mem", "r") else {
      return -1
    }
    defer {
      fclose(maps)
      fclose(memory)
    }
    var regions: [(start: UInt, end: UInt)] = []
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, Int32(line.count), maps) != nil {
      let text = String(decoding: line.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let fields = text.split(separator: " ")
      let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      if fields[1].hasPrefix("rw"), bounds.count == 2 { regions.append((bounds[0], bounds[1])) }
    }
    return regions.reduce(0) { $0 + copies(from: $1.start, to: $1.end, of: fileno(memory)) }
  }

  private func copies(from start: UInt, to end: UInt, of memory: Int32) -> Int {
    let page = 4096
    var count = 0
    withUnsafeTemporaryAllocation(byteCount: 2 * page, alignment: 1) { buffer in
      guard let first = buffer.baseAddress else { return }
      for address in stride(from: start, to: end, by: page) {
        let length = pread(memory, first, 2 * page, off_t(address))
        // The read buffer itself contains a copy of the previous page.
        let base = UInt(bitPattern: first)
        guard length > 0, address + UInt(2 * page) <= base || address >= base + UInt(2 * page) else {
          continue
        }
        count += occurrences(in: UnsafeRawBufferPointer(rebasing: buffer[..<length]), before: page)
      }
      explicit_bzero(first, 2 * page)
    }
    return count
  }

  /// Returns the number of occurrences that begin before `limit`.
  private func occurrences(in bytes: UnsafeRawBufferPointer, before limit: Int) -> Int {
    var count = 0
    var index = 0
    while index < min(limit, bytes.count - inverted.count),
      let base = bytes.baseAddress,
      let found = memchr(base + index, Int32(~inverted[0]), min(limit, bytes.count) - index)
    {
      index = UnsafeRawPointer(found) - base
      if index + inverted.count <= bytes.count,
        inverted.indices.allSatisfy({ bytes[index + $0] == ~inverted[$0] })
      {
        count += 1
      }
      index += 1
    }
    return count
  }
}
