import Motion
import Testing

@testable import Windowing

@Suite struct `Frame counters` {
  private let start = Instant(nanoseconds: 1_000_000_000)

  @Test func `are odd during a frame and even between frames`() {
    var counters = FrameCounters()
    for hasRested in [true, false, false, true, false] {
      let before = counters.value
      let begin = counters.beginFrame()
      #expect(begin == CounterValue(value: before + 1, isExtended: true))
      let end = counters.endFrame(hasRested: hasRested)
      #expect(end.value == before + (hasRested ? 4 : 2))
      #expect(end.isExtended && end.value.isMultiple(of: 2))
    }
  }

  @Test func `answer a resize request once, after its frame was sent`() {
    var counters = FrameCounters()
    counters.take(CounterValue(value: 41, isExtended: false), at: start)
    var answer = counters.answer()
    #expect(answer == nil, "the window does not have the new size yet")
    var mustPaint = counters.configure()
    #expect(mustPaint && !counters.mustReportEmptyFrame)
    answer = counters.answer()
    #expect(answer == CounterValue(value: 41, isExtended: false))
    answer = counters.answer()
    #expect(answer == nil)
    mustPaint = counters.configure()
    #expect(!mustPaint)
    #expect(counters.deadline == nil)
  }

  @Test(arguments: [240, 241, 0x1_0000_0000] as [Int64])
  func `exceed the requested value in the frame of the new size`(value: Int64) {
    var counters = FrameCounters()
    counters.take(CounterValue(value: value, isExtended: true), at: start)
    var begin = counters.beginFrame().value
    #expect(begin == 1, "the frame before the new size")
    var end = counters.endFrame(hasRested: false).value
    #expect(end == 2)
    let mustPaint = counters.configure()
    #expect(mustPaint && counters.mustReportEmptyFrame)
    begin = counters.beginFrame().value
    #expect(begin > value && !begin.isMultiple(of: 2) && begin <= value + 2)
    end = counters.endFrame(hasRested: false).value
    #expect(end == begin + 1)
    #expect(!counters.mustReportEmptyFrame)
    let answer = counters.answer()
    #expect(answer == nil)
  }

  @Test(arguments: [true, false])
  func `answer after 100 ms if no frame comes`(isExtended: Bool) throws {
    var counters = FrameCounters()
    counters.take(CounterValue(value: 12, isExtended: isExtended), at: start)
    let deadline = try #require(counters.deadline)
    #expect(start.duration(to: deadline) == .milliseconds(100))
    var answer = counters.answerLate(at: deadline - .nanoseconds(1))
    #expect(answer == nil)
    answer = counters.answerLate(at: deadline)
    #expect(answer == CounterValue(value: 12, isExtended: isExtended))
    answer = counters.answerLate(at: deadline)
    #expect(answer == nil)
  }

  @Test func `answer only the last of several requests`() {
    var counters = FrameCounters()
    for value in Int64(1)...5 {
      counters.take(CounterValue(value: value, isExtended: false), at: start)
      _ = counters.configure()
    }
    let answer = counters.answer()
    #expect(answer?.value == 5)
  }

  @Test(arguments: [Int64.max, .min, -1, .max - 1])
  func `accept any value without overflow`(value: Int64) {
    var counters = FrameCounters()
    counters.take(CounterValue(value: value, isExtended: true), at: start)
    _ = counters.configure()
    _ = counters.beginFrame()
    _ = counters.endFrame(hasRested: true)
    counters.take(CounterValue(value: value, isExtended: true), at: .distantFuture)
    _ = counters.answerLate(at: .distantFuture)
    #expect(counters.deadline == nil)
  }
}
