/// Consecutive parts of a value that lie in memory in order at a constant stride, one in each of
/// several records of equal size.
public struct StridedMatch: Hashable, Sendable {
  /// The index of the first matched part among all parts.
  public let start: Int
  /// The distance between consecutive parts in bytes; negative if they lie in reverse order.
  public let stride: Int
  public let region: ProcessMemory.Region
}

extension ProcessMemory {
  /// Returns the matches of consecutive keycodes at a constant stride, as in lists of events.
  ///
  /// - Parameter keycodes: The keycodes, all different.
  public func stridedMatches(of keycodes: [UInt8]) -> [StridedMatch] {
    stridedMatches(ofParts: keycodes.map { [$0] }, length: 6)
  }

  /// Returns the matches of consecutive parts at a constant stride of 16 to 1024 bytes, as in
  /// buffers of requests.
  ///
  /// - Parameters:
  ///   - parts: The parts, all different and none empty.
  ///   - length: The number of consecutive parts of a match, at least 2.
  /// - Complexity: O(*n* · *m*) in the size of the memory and the number of parts.
  public func stridedMatches(ofParts parts: [[UInt8]], length: Int) -> [StridedMatch] {
    var matches: [StridedMatch] = []
    let maximumLength = parts.map(\.count).max() ?? 0
    let overlap = (length - 1) * Self.strides.upperBound + maximumLength
    for region in regions {
      forEachPart(of: region.addresses, overlap: overlap) { part in
        for start in 0...parts.count - length {
          let slice = Array(parts[start..<start + length])
          for stride in Self.strides(of: slice, in: part) {
            matches.append(StridedMatch(start: start, stride: stride, region: region))
          }
        }
      }
    }
    return matches
  }

  private static let strides = 16...1024

  /// Returns the strides at which all parts of a sequence occur.
  private static func strides(of parts: [[UInt8]], in memory: UnsafeRawBufferPointer) -> Set<Int> {
    var found: Set<Int> = []
    forEachIndex(of: parts[0][0], in: memory) { index in
      guard matches(parts[0], at: index, in: memory) else { return true }
      var step = strides.lowerBound
      while step <= strides.upperBound {
        if matches(parts, at: index, by: step, in: memory) { found.insert(step) }
        if matches(parts, at: index, by: -step, in: memory) { found.insert(-step) }
        step += 4
      }
      return true
    }
    return found
  }

  private static func matches(
    _ parts: [[UInt8]], at index: Int, by step: Int, in memory: UnsafeRawBufferPointer
  ) -> Bool {
    let next = index + step
    // Nearly all candidates are rejected here.
    guard 0 <= next, next < memory.count, memory[next] == parts[1][0] else { return false }
    return parts.indices.allSatisfy { matches(parts[$0], at: index + $0 * step, in: memory) }
  }

  private static func matches(_ part: [UInt8], at index: Int, in memory: UnsafeRawBufferPointer) -> Bool {
    guard 0 <= index, index + part.count <= memory.count else { return false }
    return part.indices.allSatisfy { memory[index + $0] == part[$0] }
  }
}
