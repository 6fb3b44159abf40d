import Motion
import TestSupport
import Testing

@Suite struct `Rubber band` {
  @Test(arguments: [
    (50.0, 25.1908396947), (100, 46.4788732394), (300, 106.451612903), (1000, 194.117647059),
    (10000, 284.482758621),
  ])
  func `matches the offsets of a scroll view`(pull: Double, offset: Double) {
    let band = RubberBand(maximumOffset: 300)
    #expect(isClose(band.offset(pulledBy: pull), offset, within: 1e-11))
    #expect(isClose(band.offset(pulledBy: -pull), -offset, within: 1e-11))
    #expect(isClose(band.pull(for: offset), pull, within: 1e-9))
  }

  @Test(arguments: seeds(100))
  func `inverts its offset without a jump`(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let band = RubberBand(
      maximumOffset: generator.number(in: 1...1000), slope: generator.number(in: 0.01...1))
    for _ in 0..<100 {
      let pull = generator.number(in: -3000...3000)
      let offset = band.offset(pulledBy: pull)
      // At a pull of thirty times the maximum offset, the inverse amplifies the rounding error of
      // the offset 900 times.
      #expect(isClose(band.pull(for: offset), pull, within: 1e-9))
      #expect(isClose(band.offset(pulledBy: band.pull(for: offset)), offset, within: 1e-15))
    }
  }

  @Test(arguments: [0.0, 1, -40, 300, -5000])
  func `returns the derivative of its offset as its rate`(pull: Double) {
    let band = RubberBand(maximumOffset: 300)
    let slope = (band.offset(pulledBy: pull + 1e-4) - band.offset(pulledBy: pull - 1e-4)) / 2e-4
    #expect(abs(band.rate(pulledBy: pull) - slope) <= 1e-6)
  }

  @Test func `starts with its slope and ends at its maximum offset`() {
    let band = RubberBand(maximumOffset: 300)
    #expect(band.rate(pulledBy: 0) == 0.55)
    #expect(band.offset(pulledBy: .infinity) == 300)
    #expect(band.pull(for: 300) == .greatestFiniteMagnitude)
    #expect(band.pull(for: -301) == -.greatestFiniteMagnitude)
    #expect(band.rate(pulledBy: -.infinity) == 0)
  }

  @Test func `is proportional with an infinite maximum offset and rigid with none`() {
    let endless = RubberBand(maximumOffset: .infinity, slope: 0.5)
    #expect(endless.offset(pulledBy: 1e-10) == 5e-11)
    #expect(endless.pull(for: 40) == 80)
    for stiff in [
      RubberBand(maximumOffset: 0), RubberBand(maximumOffset: -3), RubberBand(maximumOffset: 9, slope: 0),
    ] {
      #expect(stiff.offset(pulledBy: 10) == 0)
      #expect(stiff.pull(for: 10) == 0)
      #expect(stiff.rate(pulledBy: .infinity) == 0)
    }
  }

  @Test(arguments: extremes, extremes)
  func `is finite and never exceeds its maximum offset`(maximumOffset: Double, slope: Double) {
    let band = RubberBand(maximumOffset: maximumOffset, slope: slope)
    for x in extremes {
      let (offset, pull, rate) = (
        band.offset(pulledBy: x), band.pull(for: x), band.rate(pulledBy: x)
      )
      #expect(abs(offset) <= band.maximumOffset && pull.isFinite && (0...band.slope).contains(rate))
    }
  }
}
