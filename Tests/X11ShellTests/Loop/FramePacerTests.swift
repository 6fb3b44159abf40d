import Motion
import Testing

@testable import X11Shell

@Suite struct `A frame's turn` {
  private let start = Instant(nanoseconds: 1_000_000_000)

  private func pacer() -> FramePacer {
    var pacer = FramePacer(frameInterval: .milliseconds(16))
    pacer.isShown = true
    return pacer
  }

  @Test func `comes at once after a rest`() {
    var pacer = pacer()
    #expect(pacer.due(for: start) == start)
    pacer.step(at: start)
    let later = start + .milliseconds(100)
    #expect(pacer.due(for: later) == later)
  }

  @Test func `comes one interval after the last`() {
    var pacer = pacer()
    pacer.step(at: start)
    #expect(pacer.due(for: start + .milliseconds(3)) == start + .milliseconds(16))
    #expect(pacer.due(for: .distantPast) == start + .milliseconds(16))
  }

  @Test func `waits for a change that is further off`() {
    var pacer = pacer()
    pacer.step(at: start)
    #expect(pacer.due(for: start + .milliseconds(30)) == start + .milliseconds(30))
  }

  @Test func `keeps its rhythm though each wakes late`() {
    var pacer = pacer()
    pacer.step(at: start)
    for frame in 1...1000 {
      let due = pacer.due(for: .distantPast)
      #expect(due == start + .milliseconds(16) * frame)
      pacer.step(at: due + .milliseconds(2))
    }
  }

  @Test func `starts a new rhythm where one was missed`() {
    var pacer = pacer()
    pacer.step(at: start)
    let late = start + .milliseconds(21)
    pacer.step(at: late)
    #expect(pacer.due(for: .distantPast) == late + .milliseconds(16))
  }

  @Test func `comes once a second while nothing is seen`() {
    var pacer = pacer()
    pacer.step(at: start)
    pacer.isShown = false
    #expect(pacer.due(for: start) == start)
    pacer.step(at: start)
    #expect(pacer.due(for: start) == start + .seconds(1))
  }

  @Test func `comes at once when the window is seen again`() {
    var pacer = pacer()
    pacer.isShown = false
    pacer.step(at: start)
    pacer.isShown = true
    #expect(pacer.due(for: start) == start)
  }
}
