/// Pieces of something that stand in memory in their order, one in each of several values of the same
/// size.
public struct Trail: Hashable, Sendable {
  /// The place of the first of them among all pieces.
  public let start: Int
  /// From one to the next, in bytes; negative where they stand backward.
  public let stride: Int
  public let region: ProcessMemory.Region
}

extension ProcessMemory {
  /// Where any runs of keys stand at a steady distance, as in lists of events.
  ///
  /// - Parameter keycodes: All different.
  public func trails(of keycodes: [UInt8]) -> [Trail] {
    trails(ofPieces: keycodes.map { [$0] }, length: 6)
  }

  /// Where any runs of pieces stand at a steady distance, of 16 to 1024 bytes, as in buffers of requests.
  ///
  /// - Parameters:
  ///   - pieces: All different, and none empty.
  ///   - length: Of a run, at least 2.
  /// - Complexity: O(*n* · *m*) in the size of the memory and the number of pieces.
  public func trails(ofPieces pieces: [[UInt8]], length: Int) -> [Trail] {
    var trails: [Trail] = []
    let longest = pieces.map(\.count).max() ?? 0
    let reach = (length - 1) * Self.strides.upperBound + longest
    for region in regions {
      forEachPart(of: region.addresses, overlap: reach) { part in
        for start in 0...pieces.count - length {
          let run = Array(pieces[start..<start + length])
          for stride in Self.strides(of: run, in: part) {
            trails.append(Trail(start: start, stride: stride, region: region))
          }
        }
      }
    }
    return trails
  }

  private static let strides = 16...1024

  /// The distances at which all of a run stands.
  private static func strides(of run: [[UInt8]], in memory: UnsafeRawBufferPointer) -> Set<Int> {
    var found: Set<Int> = []
    forEachPlace(of: run[0][0], in: memory) { place in
      guard stands(run[0], at: place, in: memory) else { return true }
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
    _ run: [[UInt8]], at place: Int, by step: Int, in memory: UnsafeRawBufferPointer
  ) -> Bool {
    let next = place + step
    // Nearly all of them end here.
    guard 0 <= next, next < memory.count, memory[next] == run[1][0] else { return false }
    return run.indices.allSatisfy { stands(run[$0], at: place + $0 * step, in: memory) }
  }

  private static func stands(
    _ piece: [UInt8], at place: Int, in memory: UnsafeRawBufferPointer
  ) -> Bool {
    guard 0 <= place, place + piece.count <= memory.count else { return false }
    return piece.indices.allSatisfy { memory[place + $0] == piece[$0] }
  }
}
