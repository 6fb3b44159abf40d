import CX11
import Testing

@testable import Windowing
@testable import X11

@Suite struct `Conversion request` {
  @Test func `compares times correctly when the server clock wraps`() {
    func isValid(_ time: Time, since ownership: UInt) -> Bool {
      var event = XSelectionRequestEvent()
      event.time = time
      return ConversionRequest(event).isValid(for: ServerTime(ownership))
    }
    #expect(isValid(5, since: 0xFFFF_FFF0) && !isValid(0xFFFF_FFF0, since: 5))
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

  @Test func `contain requests before an open range from an earlier beginning on`() {
    var ranges = IgnoredErrorRanges()
    ranges.begin(at: 10, processed: 0)
    ranges.begin(at: 5, processed: 0)
    ranges.end(at: 12)
    #expect([4, 5, 11, 12].map(ranges.contains) == [false, true, true, false])
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
