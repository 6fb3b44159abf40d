import CX11
import Motion
import Testing

@testable import X11Shell

@Suite struct `Text that an input method owes` {
  @Test func `is there when the server answers twice with nothing else to tell`() {
    var text = OwedText()
    text.begin()
    let asks = [text.ask(), text.ask()]
    #expect(asks == [true, false], "it is asked one question at a time")
    let asksOn = [text.answer(), text.answer()]
    #expect(asksOn == [true, false])
    #expect(!text.isOwed)
  }

  @Test func `is waited for anew after each thing that the server tells`() {
    var text = OwedText()
    text.begin()
    _ = text.ask()
    for _ in 0..<3 {
      text.hear()
      let asksOn = text.answer()
      #expect(asksOn && text.isOwed)
    }
    let asksOn = text.answer()
    #expect(!asksOn && !text.isOwed)
  }

  @Test func `is not looked for where no key was passed, nor where it is forgiven`() {
    var text = OwedText()
    let asks = text.ask()
    #expect(!asks && !text.isOwed)
    text.begin()
    _ = text.ask()
    text.forgive()
    let asksOn = text.answer()
    #expect(!asksOn && !text.isOwed)
  }
}

@Suite struct `Keys that wait for an input method` {
  private func press(_ keycode: UInt32, at milliseconds: Int64) -> WaitingKeys.Key {
    var event = XEvent()
    event.xkey.type = KeyPress
    (event.xkey.keycode, event.xkey.time) = (keycode, Time(milliseconds))
    return .init(event: event, received: Instant(nanoseconds: milliseconds * 1_000_000))
  }

  @Test func `come in their order, and wait as long as the first of them may`() {
    var keys = WaitingKeys()
    #expect(keys.deadline == nil)
    keys.append(unpassed: press(40, at: 1400))
    keys.append(returned: press(38, at: 1000))
    keys.append(returned: press(39, at: 1300))
    #expect(keys.deadline == Instant(nanoseconds: 1_000_000_000) + WaitingKeys.patience)
    let taken = (0..<3).map { _ in keys.takeReturned()?.event.xkey.keycode }
    #expect(taken == [38, 39, nil])
    #expect(keys.takeUnpassed()?.event.xkey.keycode == 40)
    #expect(keys.isEmpty)
  }

  @Test func `have those wait that come after them, but what is from before`() {
    var keys = WaitingKeys()
    #expect(!keys.precede(press(39, at: 1500).event.xkey))
    keys.append(unpassed: press(38, at: 1400))
    #expect(keys.precede(press(39, at: 1400).event.xkey))
    #expect(!keys.precede(press(37, at: 1399).event.xkey))
    #expect(keys.holdPress(endedBy: press(38, at: 1450).event.xkey))
    #expect(!keys.holdPress(endedBy: press(37, at: 1450).event.xkey))
  }
}
