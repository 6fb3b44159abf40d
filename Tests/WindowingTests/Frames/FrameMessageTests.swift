import CX11
import Motion
import TestSupport
import Testing

@testable import Windowing
@testable import X11

@Suite struct `Frame messages` {
  private let atoms = Atoms.numbered

  private func message(_ type: Atoms.Name, _ values: [Int], format: Int32 = 32) -> FrameMessage? {
    var event = FakeEvent.message(atoms[type], 0, format: format)
    withUnsafeMutableBytes(of: &event.xclient.data) { data in
      for (index, value) in values.prefix(5).enumerated() {
        data.storeBytes(of: value, toByteOffset: 8 * index, as: Int.self)
      }
    }
    return FrameMessage(event.xclient, atoms: atoms)
  }

  @Test func `decode a sync request for either counter`() {
    let atom = Int(atoms[.netWMSyncRequest])
    let basic = message(.wmProtocols, [atom, 99, -1, 2, 0])
    #expect(basic == .syncRequested(CounterValue(value: 0x2_FFFF_FFFF, isExtended: false)))
    let extended = message(.wmProtocols, [atom, 99, 240, 0, 1])
    #expect(extended == .syncRequested(CounterValue(value: 240, isExtended: true)))
  }

  @Test func `decode the time at which a frame was drawn`() {
    let drawn = message(.netWMFrameDrawn, [4, 0, 0x7FFF_FFFF, 3])
    #expect(drawn == .drawn(counter: 4, microseconds: 0x3_7FFF_FFFF))
  }

  @Test func `decode the presentation time and the refresh interval`() {
    let timed = message(.netWMFrameTimings, [6, 1, -250, 16_667, 0])
    #expect(
      timed
        == .timed(
          FrameTimings(counter: 0x1_0000_0006, offset: .microseconds(-250), interval: 16_667_000)))
    let empty = message(.netWMFrameTimings, [6, 0, 0, 0, 0])
    #expect(empty == .timed(FrameTimings(counter: 6, offset: nil, interval: nil)))
  }

  @Test func `reject other types and formats`() {
    #expect(message(.wmProtocols, [Int(atoms[.netWMPing])]) == nil)
    #expect(message(.netWMState, [1, 2, 3, 4, 5]) == nil)
    for format in [0, 8, 16, 64] as [Int32] {
      #expect(message(.netWMFrameDrawn, [4, 0, 0, 0], format: format) == nil)
    }
  }

  /// Any client can send any message.
  @Test(arguments: seeds(20))
  func `cause no implausible frame time with arbitrary data`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var clock = FrameClock()
    clock.setComposited(true)
    var counters = FrameCounters()
    let types: [Atoms.Name] = [.wmProtocols, .netWMFrameDrawn, .netWMFrameTimings]
    for step in 0..<500 {
      let now = Instant(nanoseconds: Int64(step) * 10_000_000)
      var values = (0..<5).map { _ in
        Int.random(in: .min ... .max, using: &random) >> Int.random(in: 0..<64, using: &random)
      }
      if Bool.random(using: &random) { values[0] = Int(atoms[.netWMSyncRequest]) }
      clock.compositor.recordSent(Int64(values[0] & 0xFFFF_FFFF), startedAt: now)
      switch message(types.randomElement(using: &random) ?? .wmProtocols, values) {
      case .syncRequested(let request): counters.take(request, at: now)
      case .drawn(let counter, _): clock.handleFrameDrawn(counter, at: now, receivedAt: now)
      case .timed(let timings): clock.handleFrameTimings(timings)
      case nil: break
      }
      _ = counters.configure()
      _ = counters.beginFrame()
      _ = counters.endFrame(hasRested: true)
      let seen = clock.beginFrame(at: now, for: .pendingUpdate)
      #expect(seen >= now && seen <= now + .seconds(2))
      clock.endFrame(at: now, isAnswered: true)
    }
  }
}
