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
      // One answer is between two words, and one is to what was asked before the second.
      let asksOn = text.answer()
      text.hear()
      let late = text.answer()
      let asksAnew = text.ask()
      #expect(asksOn && !late && asksAnew && text.isOwed)
    }
    let asksOn = [text.answer(), text.answer()]
    #expect(asksOn == [true, false] && !text.isOwed)
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

  @Test func `is asked for only after a word, where the server has something to end`() {
    var text = OwedText()
    text.begin(awaitingWord: true)
    let asksAtOnce = text.ask()
    // A key that comes back meanwhile is none.
    text.hear()
    let asksThen = text.ask()
    #expect(!asksAtOnce && !asksThen && text.isOwed)
    text.hearWord()
    let asks = text.ask()
    let asksOn = [text.answer(), text.answer()]
    #expect(asks && asksOn == [true, false] && !text.isOwed)

    text.begin(awaitingWord: true)
    text.forgive()
    text.begin()
    let asksAnew = text.ask()
    #expect(asksAnew, "what was waited for before is waited for no more")
  }
}
