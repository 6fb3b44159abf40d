import CX11
import Motion
import TestSupport
import Testing

@testable import Windowing

@Suite struct `Pending key presses` {
  private func press(_ keycode: UInt32, at time: UInt = 1) -> XKeyEvent {
    var event = XKeyEvent()
    (event.type, event.keycode, event.time) = (KeyPress, keycode, time)
    return event
  }

  private func instant(_ seconds: Int) -> Instant {
    Instant(nanoseconds: Int64(seconds) * 1_000_000_000)
  }

  /// Removes all presses and returns the keycodes of those that have not expired, oldest first.
  private func takeUnexpired(of presses: inout PendingKeyPresses, at seconds: Int = 0) -> [UInt32] {
    var keycodes: [UInt32] = []
    presses.takeUnexpired(at: instant(seconds)) { keycodes.insert($0.keycode, at: 0) }
    return keycodes
  }

  @Test func `are returned in order, once`() {
    var presses = PendingKeyPresses()
    for keycode in [38, 39, 38] as [UInt32] { presses.append(press(keycode), at: instant(0)) }
    let (first, second) = (takeUnexpired(of: &presses), takeUnexpired(of: &presses))
    #expect(first == [38, 39, 38])
    #expect(second == [])
  }

  @Test func `are removed, with all earlier ones, when the input method returns a press`() {
    var presses = PendingKeyPresses()
    for time in 1...4 as ClosedRange<UInt> { presses.append(press(38, at: time), at: instant(0)) }
    let wereUsed = [
      presses.handleReturned(press(38, at: 3)), presses.handleReturned(press(39, at: 4)),
      presses.handleReturned(press(38, at: 4)),
    ]
    #expect(wereUsed == [true, false, false], "only the first had earlier presses")
    let count = presses.count
    #expect(count == 0)
  }

  @Test func `are identified by time after their keys were taken`() {
    var presses = PendingKeyPresses()
    for time in 1...3 as ClosedRange<UInt> {
      presses.append(press(37 + UInt32(time), at: time), at: instant(0))
    }
    #expect(presses.takeKey(of: 0).keycode == 38)
    #expect(presses.takeKey(of: 1).keycode == 39)
    let keycodes = (0..<3).map { presses[$0].keycode }
    #expect(keycodes == [0, 0, 40])
    let wereFound = [
      presses.remove(press(39, at: 2)), presses.remove(press(39, at: 2)),
      presses.remove(press(39, at: 3)), presses.remove(press(40, at: 3)),
      presses.remove(press(38, at: 1)),
    ]
    #expect(wereFound == [true, false, false, true, true])
    #expect(presses.count == 0)
  }

  @Test func `expire after ten seconds`() {
    var presses = PendingKeyPresses()
    presses.append(press(38), at: instant(0))
    presses.append(press(39), at: instant(3))
    #expect(takeUnexpired(of: &presses, at: 11) == [39])
  }

  @Test(arguments: seeds(20))
  func `keep the last 32 presses`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let keycodes = (0..<Int.random(in: 33...99, using: &random)).map { _ in
      UInt32.random(in: 8...255, using: &random)
    }
    var presses = PendingKeyPresses()
    for keycode in keycodes { presses.append(press(keycode), at: instant(0)) }
    #expect(takeUnexpired(of: &presses) == Array(keycodes.suffix(32)))
  }

  @Test func `are removed when the input method returns a copy without a time`() {
    var presses = PendingKeyPresses()
    for time in 1...3 as ClosedRange<UInt> { presses.append(press(38, at: time), at: instant(0)) }
    presses.handleReturned(press(38, at: 0))
    let times = [presses[0].time, presses[1].time]
    #expect(times == [2, 3])
  }

  @Test func `keep their order when one is removed`() {
    var presses = PendingKeyPresses()
    for keycode in [38, 39, 40] as [UInt32] { presses.append(press(keycode), at: instant(0)) }
    let isForgotten = [presses.remove(press(39)), presses.remove(press(39))]
    let keycodes = [presses[0].keycode, presses[1].keycode]
    #expect(isForgotten == [true, false])
    #expect(keycodes == [38, 40])
    let remaining = takeUnexpired(of: &presses)
    #expect(remaining == [38, 40])
  }
}
