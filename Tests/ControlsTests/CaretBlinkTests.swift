import Controls
import Motion
import TestSupport
import Testing

@Suite struct `Caret blink` {
  private let environment = Environment(text: FixedTextMetrics())

  @Test func `T5 shows the caret permanently after blinking is disabled`() {
    var blink = CaretBlink()
    blink.restart(at: .zero, in: environment)
    #expect(blink.opacity(at: .zero + .milliseconds(600)) == 0)
    var steady = environment
    steady.preferences.caretBlinkPeriod = nil
    blink.restart(at: .zero, in: steady)
    #expect(blink.opacity(at: .zero + .milliseconds(600)) == 1)
    #expect(blink.nextChange(after: .zero) == nil)
  }

  @Test func `T5 keeps its opacity until the reported next change`() {
    var blink = CaretBlink()
    blink.restart(at: .zero, in: environment)
    for time in stride(from: 0, to: 12_000, by: 7) {
      let now = Instant.zero + .milliseconds(time)
      if let next = blink.nextChange(after: now) {
        #expect(next > now)
        #expect(blink.opacity(at: next - .nanoseconds(1)) == blink.opacity(at: now))
      } else {
        #expect(now >= .zero + .seconds(10))
      }
    }
  }

  @Test func `T5 fades also with reduced motion`() {
    var (blink, reduced) = (CaretBlink(), CaretBlink())
    blink.restart(at: .zero, in: environment)
    reduced.restart(at: .zero, in: Environment(text: FixedTextMetrics(), reducesMotion: true))
    for time in stride(from: 0, to: 12_000, by: 7) {
      let now = Instant.zero + .milliseconds(time)
      #expect(reduced.opacity(at: now) == blink.opacity(at: now))
    }
  }
}
