import CX11
import Motion
import Testing

@testable import Windowing
@testable import X11

@Suite struct `Incremental transfer` {
  private let atoms = Atoms.numbered
  private let start = Instant(nanoseconds: 1_000_000_000)

  private func transfer(_ bytes: [UInt8], to property: Atom = 3) -> SelectionTransfer {
    var event = XSelectionRequestEvent()
    (event.requestor, event.selection) = (42, 1)
    return SelectionTransfer(
      SharedBytes(bytes), Conversion(target: 7, property: property), of: ConversionRequest(event),
      previousEventMask: 0, at: start)
  }

  @Test func `announces the number of bytes`() {
    #expect(transfer([1, 2, 3]).announcement(atoms) == .words([3], type: atoms[.incr]))
  }

  @Test func `sends all bytes in order, then an empty chunk`() {
    var transfer = transfer(Array(0..<10))
    var chunks: [PropertyValue] = []
    while !transfer.isComplete { chunks.append(transfer.nextChunk(limit: 4, at: start)) }
    let expected: [[UInt8]] = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9], []]
    #expect(chunks == expected.map { .bytes($0, type: 7) })
  }

  @Test func `times out 5 s after its last chunk`() {
    var transfer = transfer(Array(0..<10))
    #expect(transfer.deadline == start + .seconds(5))
    _ = transfer.nextChunk(limit: 4, at: start + .seconds(3))
    #expect(transfer.deadline == start + .seconds(8))
  }

  @Test func `is identified by window and property`() {
    #expect(transfer([1]).hasSameTarget(as: transfer([2])))
    #expect(!transfer([1]).hasSameTarget(as: transfer([1], to: 4)))
  }
}
