import CX11
import Motion
import Testing

@testable import X11Shell

@Suite struct `Text that an input method owes` {
  @Test func `is there when the server answers twice with nothing else to tell`() {
    var text = OwedText()
    let asks = [text.begin(), text.begin()]
    #expect(asks == [true, false], "it is asked one question at a time")
    let asksOn = [text.answer(), text.answer()]
    #expect(asksOn == [true, false])
    #expect(!text.isOwed)
  }

  @Test func `is waited for anew after each thing that the server tells`() {
    var text = OwedText()
    _ = text.begin()
    for _ in 0..<3 {
      text.hear()
      let asksOn = text.answer()
      #expect(asksOn && text.isOwed)
    }
    let asksOn = text.answer()
    #expect(!asksOn && !text.isOwed)
  }

  @Test func `is not looked for where no key was handed back, nor where it is forgiven`() {
    var text = OwedText()
    let asks = text.answer()
    #expect(!asks && !text.isOwed)
    _ = text.begin()
    text.forgive()
    let asksOn = text.answer()
    #expect(!asksOn && !text.isOwed)
  }
}

@Suite struct `Presses that an input method has handed back` {
  private func press(_ keycode: UInt32, at milliseconds: Int64) -> ReturnedPresses.Press {
    var event = XKeyEvent()
    (event.type, event.keycode) = (KeyPress, keycode)
    return .init(
      event: event, isRepeat: false, received: Instant(nanoseconds: milliseconds * 1_000_000))
  }

  @Test func `come in their order, and wait as long as the first of them may`() {
    var presses = ReturnedPresses()
    #expect(presses.deadline == nil)
    presses.append(press(38, at: 1000))
    presses.append(press(39, at: 1300))
    #expect(presses.deadline == Instant(nanoseconds: 1_000_000_000) + ReturnedPresses.patience)
    let keycodes = [presses.takeFirst(), presses.takeFirst(), presses.takeFirst()]
      .map { $0?.event.keycode }
    #expect(keycodes == [38, 39, nil])
    #expect(presses.isEmpty)
  }
}
