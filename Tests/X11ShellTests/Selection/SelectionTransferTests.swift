import CX11
import Motion
import Testing

@testable import X11Shell

@Suite struct `A transfer in pieces` {
  private let atoms = Atoms.numbered
  private let start = Instant(nanoseconds: 1_000_000_000)

  private func transfer(_ bytes: [UInt8], to property: Atom = 3) -> SelectionTransfer {
    var event = XSelectionRequestEvent()
    (event.requestor, event.selection) = (42, 1)
    return SelectionTransfer(
      SharedBytes(bytes), Conversion(target: 7, property: property), of: ConversionRequest(event),
      formerEventMask: 0, at: start)
  }

  @Test func `announces how much will come`() {
    #expect(transfer([1, 2, 3]).announcement(atoms) == .words([3], type: atoms[.incr]))
  }

  @Test func `gives all bytes in order, and an empty piece at last`() {
    var transfer = transfer(Array(0..<10))
    var pieces: [PropertyValue] = []
    while !transfer.isComplete { pieces.append(transfer.nextPiece(limit: 4, at: start)) }
    let expected: [[UInt8]] = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9], []]
    #expect(pieces == expected.map { .bytes($0, type: 7) })
  }

  @Test func `is given up 5 s after its last piece`() {
    var transfer = transfer(Array(0..<10))
    #expect(transfer.deadline == start + .seconds(5))
    _ = transfer.nextPiece(limit: 4, at: start + .seconds(3))
    #expect(transfer.deadline == start + .seconds(8))
  }

  @Test func `goes into one property of one window`() {
    #expect(transfer([1]).hasSameTarget(as: transfer([2])))
    #expect(!transfer([1]).hasSameTarget(as: transfer([1], to: 4)))
  }
}
