import Controls
import Motion
import TestSupport
import Testing

@Suite struct `Caret blink` {
  private let environment = Environment(text: FixedTextMetrics())

  @Test func `T5 does not blink before it is started`() {
    let blink = CaretBlink()
    #expect(blink.nextChange(after: .zero) == nil)
    #expect(blink.opacity(at: .zero + .seconds(3)) == 1)
  }

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

  @Test func `T5 fades like a linear fade of 8/60 s, with two changes`() {
    var blink = CaretBlink()
    blink.restart(at: .zero, in: environment)
    var opacities = [blink.opacity(at: .zero)]
    for time in 0..<1067 {
      let seconds = Double(time) / 1000
      let (half, fade) = (0.4 + 8.0 / 60, 8.0 / 60)
      let change = max(0, seconds.truncatingRemainder(dividingBy: half) - 0.4) / fade
      let opacity = blink.opacity(at: .zero + .milliseconds(time))
      #expect(abs(opacity - (seconds < half ? 1 - change : change)) <= 0.25 + 1e-6)
      if opacity != opacities.last { opacities.append(opacity) }
    }
    #expect(opacities == [1, 0.5, 0, 0.5, 1])
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
