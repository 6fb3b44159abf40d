import Controls
import Motion
import TestSupport
import Testing

@Suite struct `A caret's blink` {
  private let environment = Environment(text: FixedTextMetrics())

  @Test func `T5 stands still until it is started`() {
    let blink = CaretBlink()
    #expect(blink.nextChange(after: .zero) == nil)
    #expect(blink.opacity(at: .zero + .seconds(3)) == 1)
  }

  @Test func `T5 is shown for good once it is stopped`() {
    var blink = CaretBlink()
    blink.restart(at: .zero, in: environment)
    #expect(blink.opacity(at: .zero + .milliseconds(600)) == 0)
    blink.stop()
    #expect(blink.opacity(at: .zero + .milliseconds(600)) == 1)
    #expect(blink.nextChange(after: .zero) == nil)
  }

  @Test func `T5 looks the same until the instant it names`() {
    var blink = CaretBlink()
    blink.restart(at: .zero, in: environment)
    for time in stride(from: 0, to: 12_000, by: 7) {
      let now = Instant.zero + .milliseconds(time)
      if let next = blink.nextChange(after: now) {
        let last = max(now, next - .nanoseconds(1))
        #expect(blink.opacity(at: last) == blink.opacity(at: now))
      } else {
        #expect(now >= .zero + .seconds(10))
      }
    }
  }

  @Test func `T5 fades where the person wants less motion too`() {
    var (blink, calm) = (CaretBlink(), CaretBlink())
    blink.restart(at: .zero, in: environment)
    calm.restart(at: .zero, in: Environment(text: FixedTextMetrics(), reducesMotion: true))
    for time in stride(from: 0, to: 12_000, by: 7) {
      let now = Instant.zero + .milliseconds(time)
      #expect(calm.opacity(at: now) == blink.opacity(at: now))
    }
  }
}
