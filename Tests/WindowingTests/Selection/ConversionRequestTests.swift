import CX11
import Testing

@testable import Windowing
@testable import X11

@Suite struct `Conversion request` {
  private func request(property: Atom = 3, time: Time = 100) -> ConversionRequest {
    var event = XSelectionRequestEvent()
    (event.requestor, event.selection, event.target) = (0x2A, 1, 2)
    (event.property, event.time) = (property, time)
    return ConversionRequest(event)
  }

  @Test func `is answered in the requested property`() {
    let answer = request().answer(isGranted: true)
    #expect(answer.type == SelectionNotify)
    #expect(answer.xselection.requestor == 0x2A)
    #expect([answer.xselection.selection, answer.xselection.target] == [1, 2])
    #expect([answer.xselection.property, answer.xselection.time] == [3, 100])
  }

  @Test func `is answered in the property named like the target for an obsolete client`() {
    let obsolete = request(property: Atom(None))
    #expect(!obsolete.namesProperty)
    #expect(obsolete.answer(isGranted: true).xselection.property == 2)
    #expect(request().namesProperty)
  }

  @Test func `is refused with the property None`() {
    #expect(request().answer(isGranted: false).xselection.property == Atom(None))
  }

  @Test func `is valid from the time of ownership`() {
    #expect(request(time: 100).isValid(for: ServerTime(100)))
    #expect(request(time: 101).isValid(for: ServerTime(100)))
    #expect(!request(time: 99).isValid(for: ServerTime(100)))
    #expect(request(time: Time(CurrentTime)).isValid(for: ServerTime(100)))
  }

  @Test func `compares times correctly when the server clock wraps`() {
    let before = ServerTime(0xFFFF_FFF0)
    #expect(request(time: 5).isValid(for: before))
    #expect(!request(time: 0xFFFF_FFF0).isValid(for: ServerTime(5)))
  }

  @Test func `splits MULTIPLE into pairs of target and property`() {
    let pairs = Conversion.pairs(in: [1, 2, 3, 4, 5])
    #expect(pairs == [Conversion(target: 1, property: 2), Conversion(target: 3, property: 4)])
    #expect(Conversion.pairs(in: []) == [] && Conversion.pairs(in: [1]) == [])
  }

  @Test func `rejects MULTIPLE inside MULTIPLE and a missing property`() {
    let atoms = Atoms.numbered
    #expect(Conversion(target: 1, property: 2).isValid(atoms))
    #expect(!Conversion(target: atoms[.multiple], property: 2).isValid(atoms))
    #expect(!Conversion(target: 1, property: Atom(None)).isValid(atoms))
  }
}

@Suite struct `Ignored error ranges` {
  @Test func `contain the requests between begin and end`() {
    var ranges = IgnoredErrorRanges()
    ranges.begin(at: 10, processed: 0)
    #expect([9, 10, 99].map(ranges.contains) == [false, true, true])
    ranges.end(at: 12)
    #expect([9, 10, 11, 12].map(ranges.contains) == [false, true, true, false])
  }

  @Test func `are empty when no request was sent`() {
    var ranges = IgnoredErrorRanges()
    ranges.begin(at: 10, processed: 0)
    ranges.end(at: 10)
    #expect(!ranges.contains(10))
  }

  @Test func `are removed after the server has processed them`() {
    var ranges = IgnoredErrorRanges()
    for first in [10, 20] as [UInt] {
      ranges.begin(at: first, processed: 0)
      ranges.end(at: first + 5)
    }
    ranges.begin(at: 30, processed: 15)
    ranges.end(at: 31)
    #expect([10, 20, 30].map(ranges.contains) == [false, true, true])
  }
}
