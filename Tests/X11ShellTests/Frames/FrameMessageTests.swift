import CX11
import Motion
import TestSupport
import Testing

@testable import X11Shell

@Suite struct `A message about frames` {
  private let atoms = Atoms.numbered

  private func message(_ type: Atoms.Name, _ words: [Int], format: Int32 = 32) -> FrameMessage? {
    var event = HandBuilt.message(atoms[type], 0, format: format)
    withUnsafeMutableBytes(of: &event.xclient.data) { data in
      for (index, word) in words.prefix(5).enumerated() {
        data.storeBytes(of: word, toByteOffset: 8 * index, as: Int.self)
      }
    }
    return FrameMessage(event.xclient, atoms: atoms)
  }

  @Test func `asks for a counter's value`() {
    let word = Int(atoms[.netWMSyncRequest])
    let basic = message(.wmProtocols, [word, 99, -1, 2, 0])
    #expect(basic == .syncRequested(SyncRequest(value: 0x2_FFFF_FFFF, isExtended: false)))
    let extended = message(.wmProtocols, [word, 99, 240, 0, 1])
    #expect(extended == .syncRequested(SyncRequest(value: 240, isExtended: true)))
  }

  @Test func `tells when a frame was drawn`() {
    let drawn = message(.netWMFrameDrawn, [4, 0, 0x7FFF_FFFF, 3])
    #expect(drawn == .drawn(counter: 4, microseconds: 0x3_7FFF_FFFF))
  }

  @Test func `tells when a frame was seen and how long a refresh is`() {
    let timed = message(.netWMFrameTimings, [6, 1, -250, 16_667, 0])
    #expect(
      timed
        == .timed(
          FrameTimings(counter: 0x1_0000_0006, offset: .microseconds(-250), interval: 16_667_000)))
    let silent = message(.netWMFrameTimings, [6, 0, 0, 0, 0])
    #expect(silent == .timed(FrameTimings(counter: 6, offset: nil, interval: nil)))
  }

  @Test func `is of no other kind and format`() {
    #expect(message(.wmProtocols, [Int(atoms[.netWMPing])]) == nil)
    #expect(message(.netWMState, [1, 2, 3, 4, 5]) == nil)
    for format in [0, 8, 16, 64] as [Int32] {
      #expect(message(.netWMFrameDrawn, [4, 0, 0, 0], format: format) == nil)
    }
  }

  /// Any client can send any message.
  @Test(arguments: 0..<20)
  func `does no harm whatever it says`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var clock = FrameClock()
    clock.setComposited(true)
    var counters = FrameCounters()
    let types: [Atoms.Name] = [.wmProtocols, .netWMFrameDrawn, .netWMFrameTimings]
    for turn in 0..<500 {
      let now = Instant(nanoseconds: Int64(turn) * 10_000_000)
      var words = (0..<5).map { _ in
        Int.random(in: .min ... .max, using: &random) >> Int.random(in: 0..<64, using: &random)
      }
      if Bool.random(using: &random) { words[0] = Int(atoms[.netWMSyncRequest]) }
      clock.compositor.send(Int64(words[0] & 0xFFFF_FFFF), begunAt: now)
      switch message(types.randomElement(using: &random) ?? .wmProtocols, words) {
      case .syncRequested(let request): counters.take(request, at: now)
      case .drawn(let counter, _): clock.hearDrawn(counter, at: now, toldAt: now)
      case .timed(let timings): clock.hearTimings(timings)
      case nil: break
      }
      _ = counters.configure()
      _ = counters.beginFrame()
      _ = counters.endFrame(hasRested: true)
      let seen = clock.beginFrame(at: now, for: .news)
      #expect(seen >= now && seen <= now + .seconds(2))
      clock.endFrame(at: now, isAnswered: true)
    }
  }
}
