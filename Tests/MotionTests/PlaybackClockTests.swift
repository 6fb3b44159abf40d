import Motion
import TestSupport
import Testing

@Suite struct `Playback clock` {
  private func at(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

  @Test(arguments: [Int64.min, -1, 0, 7, 1 << 60, .max])
  func `shows the time of the parent clock initially`(nanoseconds: Int64) {
    #expect(PlaybackClock().time(at: at(nanoseconds)) == at(nanoseconds))
    #expect(PlaybackClock().parentTime(of: at(nanoseconds)) == at(nanoseconds))
  }

  // The test of niri's clock.rs, whose clock also runs backward.
  @Test func `matches niri's clock`() {
    var playback = PlaybackClock()
    playback.setRate(0.5, at: .zero)
    #expect(playback.time(at: at(100)) == at(50))
    #expect(playback.time(at: at(200)) == at(100))
    #expect(playback.time(at: at(150)) == at(75))
    playback.setRate(2, at: at(150))
    #expect(playback.time(at: at(250)) == at(275))
  }

  @Test func `stops while its rate is 0`() {
    var playback = PlaybackClock()
    playback.setRate(3, at: .zero)
    playback.setRate(0, at: at(100))
    #expect(playback.time(at: at(999)) == at(300))
    #expect(playback.parentTime(of: at(300)) == nil)
    playback.setRate(3, at: at(2000))
    #expect(playback.time(at: at(2010)) == at(330))
  }

  @Test(arguments: seeds(200))
  func `is continuous when its rate changes and returns the first parent time`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var playback = PlaybackClock()
    var now = at(Int64.random(in: 0...(1 << 50), using: &generator))
    for _ in 0..<20 {
      let before = playback.time(at: now)
      playback.setRate(generator.flip() ? generator.number(in: 0...3) : 0.1, at: now)
      #expect(playback.time(at: now) == before)
      for _ in 0..<10 {
        let time = before + .nanoseconds(Int64.random(in: -10_000...(1 << 40), using: &generator))
        guard let moment = playback.parentTime(of: time) else { continue }
        let isFirst =
          playback.time(at: moment) >= time && playback.time(at: moment - .nanoseconds(1)) < time
        if !isFirst { Issue.record("\(moment) is not the first moment of \(time)") }
      }
      now = now + .nanoseconds(Int64.random(in: -1000...1_000_000_000, using: &generator))
    }
  }

  @Test(arguments: [(Double.nan, 1.0), (-2, 0), (.infinity, 1000), (1e9, 1000), (1e-12, 0)])
  func `clamps a rate outside its range`(rate: Double, counted: Double) {
    var playback = PlaybackClock()
    playback.setRate(rate, at: .zero)
    #expect(playback.rate == counted)
  }

  @Test(arguments: [0, 1e-9, 0.3, 1, 1000])
  func `saturates instead of trapping`(rate: Double) {
    var playback = PlaybackClock()
    playback.setRate(1000, at: .distantPast)
    playback.setRate(rate, at: .distantFuture)
    for time in [Instant.distantPast, .zero, .distantFuture] {
      _ = (playback.time(at: time), playback.parentTime(of: time))
    }
    #expect(playback.time(at: .distantFuture) == .distantFuture)
  }
}
