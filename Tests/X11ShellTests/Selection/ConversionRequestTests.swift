import CX11
import Testing

@testable import X11Shell

@Suite struct `A request for what is selected` {
  private func request(property: Atom = 3, time: Time = 100) -> ConversionRequest {
    var event = XSelectionRequestEvent()
    (event.requestor, event.selection, event.target) = (0x2A, 1, 2)
    (event.property, event.time) = (property, time)
    return ConversionRequest(event)
  }

  @Test func `is answered where it says`() {
    let answer = request().answer(isGranted: true)
    #expect(answer.type == SelectionNotify)
    #expect(answer.xselection.requestor == 0x2A)
    #expect([answer.xselection.selection, answer.xselection.target] == [1, 2])
    #expect([answer.xselection.property, answer.xselection.time] == [3, 100])
  }

  @Test func `of an obsolete client is answered under the target's name`() {
    let obsolete = request(property: Atom(None))
    #expect(!obsolete.namesProperty)
    #expect(obsolete.answer(isGranted: true).xselection.property == 2)
    #expect(request().namesProperty)
  }

  @Test func `is refused by naming no property`() {
    #expect(request().answer(isGranted: false).xselection.property == Atom(None))
  }

  @Test func `is meant for what was offered by then`() {
    #expect(request(time: 100).isMeant(for: ServerTime(100)))
    #expect(request(time: 101).isMeant(for: ServerTime(100)))
    #expect(!request(time: 99).isMeant(for: ServerTime(100)))
    #expect(request(time: Time(CurrentTime)).isMeant(for: ServerTime(100)))
  }

  @Test func `is meant for it across the wrap of the server's clock`() {
    let before = ServerTime(0xFFFF_FFF0)
    #expect(request(time: 5).isMeant(for: before))
    #expect(!request(time: 0xFFFF_FFF0).isMeant(for: ServerTime(5)))
  }

  @Test func `for several values is taken apart in pairs`() {
    let pairs = Conversion.pairs(in: [1, 2, 3, 4, 5])
    #expect(pairs == [Conversion(target: 1, property: 2), Conversion(target: 3, property: 4)])
    #expect(Conversion.pairs(in: []) == [] && Conversion.pairs(in: [1]) == [])
  }

  @Test func `is no request inside itself, and needs a place for each answer`() {
    let atoms = Atoms.numbered
    #expect(Conversion(target: 1, property: 2).isPlain(atoms))
    #expect(!Conversion(target: atoms[.multiple], property: 2).isPlain(atoms))
    #expect(!Conversion(target: 1, property: Atom(None)).isPlain(atoms))
  }
}

@Suite struct `Requests whose errors are passed over` {
  @Test func `are those in between`() {
    var pardoned = PardonedRequests()
    pardoned.begin(at: 10, processed: 0)
    #expect([9, 10, 99].map(pardoned.contains) == [false, true, true])
    pardoned.end(at: 12)
    #expect([9, 10, 11, 12].map(pardoned.contains) == [false, true, true, false])
  }

  @Test func `are none where none was made`() {
    var pardoned = PardonedRequests()
    pardoned.begin(at: 10, processed: 0)
    pardoned.end(at: 10)
    #expect(!pardoned.contains(10))
  }

  @Test func `are forgotten once the server has answered them`() {
    var pardoned = PardonedRequests()
    for first in [10, 20] as [UInt] {
      pardoned.begin(at: first, processed: 0)
      pardoned.end(at: first + 5)
    }
    pardoned.begin(at: 30, processed: 15)
    pardoned.end(at: 31)
    #expect([10, 20, 30].map(pardoned.contains) == [false, true, true])
  }
}
