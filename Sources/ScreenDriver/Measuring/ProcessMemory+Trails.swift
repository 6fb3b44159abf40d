/// Keys that stand in memory in the order in which they were pressed, one in each of several values of
/// the same size.
public struct KeyTrail: Hashable, Sendable {
  /// The place of the first of them in what was typed.
  public let start: Int
  /// From one to the next, in bytes; negative where they stand backward.
  public let stride: Int
  public let region: ProcessMemory.Region
}

extension ProcessMemory {
  /// Where any runs of keys stand at a steady distance, of 16 to 1024 bytes, as in lists of events.
  ///
  /// - Parameters:
  ///   - keycodes: All different.
  ///   - length: Of a run.
  /// - Complexity: O(*n* · *m*) in the size of the memory and the number of keys.
  public func trails(of keycodes: [UInt8], length: Int = 6) -> [KeyTrail] {
    var trails: [KeyTrail] = []
    let reach = (length - 1) * Self.strides.upperBound
    for region in regions {
      forEachPart(of: region.addresses, overlap: reach) { part in
        for start in 0...keycodes.count - length {
          let run = Array(keycodes[start..<start + length])
          for stride in Self.strides(of: run, in: part) {
            trails.append(KeyTrail(start: start, stride: stride, region: region))
          }
        }
      }
    }
    return trails
  }

  private static let strides = 16...1024

  /// The distances at which all of a run stands.
  private static func strides(of run: [UInt8], in memory: UnsafeRawBufferPointer) -> Set<Int> {
    var found: Set<Int> = []
    forEachPlace(of: run[0], in: memory) { place in
      var step = strides.lowerBound
      while step <= strides.upperBound {
        if stands(run, at: place, by: step, in: memory) { found.insert(step) }
        if stands(run, at: place, by: -step, in: memory) { found.insert(-step) }
        step += 4
      }
      return true
    }
    return found
  }

  private static func stands(
    _ run: [UInt8], at place: Int, by step: Int, in memory: UnsafeRawBufferPointer
  ) -> Bool {
    let next = place + step
    // Nearly all of them end here.
    guard 0 <= next, next < memory.count, memory[next] == run[1] else { return false }
    let end = place + (run.count - 1) * step
    guard 0 <= end, end < memory.count else { return false }
    return run.indices.allSatisfy { memory[place + $0 * step] == run[$0] }
  }
}
