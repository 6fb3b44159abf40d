import Motion
import Testing
import X11

@testable import Windowing

@Suite struct `Keys under way` {
  /// The times of presses in milliseconds after the last key elsewhere, and those of the presses that are accepted.
  @Test(arguments: [
    ([100, 200, 650], []), ([499, 998, 1498], [1498]), ([500, 510], [500, 510]),
    ([100, 700, 710], [700, 710]),
  ])
  func `are dropped up to their first pause by the times of the server`(
    presses: [UInt32], accepted: [UInt32]
  ) {
    // The time of the server wraps around in between.
    for start in [1000, UInt32.max - 300] {
      var burst = KeyBurst()
      burst.begin(after: ServerTime(milliseconds: start))
      let others = presses.filter {
        !burst.takes(pressAt: ServerTime(milliseconds: start &+ $0), isRepeat: false)
      }
      #expect(others == accepted)
      #expect(burst.hasDroppedKeys == accepted.isEmpty)
    }
  }

  @Test func `include the repetition of a key that was down, and end with a press of a button`() {
    var burst = KeyBurst()
    func takes(_ time: UInt32, isRepeat: Bool = false) -> Bool {
      burst.takes(pressAt: ServerTime(milliseconds: time), isRepeat: isRepeat)
    }
    #expect(!takes(0) && !takes(10, isRepeat: true))
    burst.begin(after: ServerTime(milliseconds: 20))
    #expect(takes(700, isRepeat: true) && takes(730))
    burst.end()
    #expect(!takes(740) && !burst.hasDroppedKeys)
  }

  /// Escape cancels all questions of a prompt, but was meant for the window that had the keyboard before.
  @Test func `include Escape unless the prompt had the keyboard before all of them`() {
    var burst = KeyBurst()
    func takes(_ time: UInt32, isRepeat: Bool = false) -> Bool {
      burst.takes(pressAt: ServerTime(milliseconds: time), isRepeat: isRepeat, isEscape: true)
    }
    burst.begin(after: ServerTime(milliseconds: 0))
    #expect(takes(100))
    burst.begin(after: ServerTime(milliseconds: 100), hadKeyboard: true)
    #expect(takes(200))
    // Its first pause.
    #expect(!takes(800))
    burst.begin(after: ServerTime(milliseconds: 800), hadKeyboard: true)
    #expect(!takes(900) && takes(910, isRepeat: true))
  }

  /// The keys of a burst, of which `true` is Escape, and whether the user goes on with an answer of the prompt after them.
  @Test(arguments: [
    ([], false), ([false], true), ([false, false], true), ([true], false), ([false, true], false),
    ([true, false], true),
  ])
  func `continue an answer if the prompt had the keyboard before, and Escape is not the last one`(
    keys: [Bool], continuesAnswer: Bool
  ) {
    for hadKeyboard in [true, false] {
      var burst = KeyBurst()
      burst.begin(after: ServerTime(milliseconds: 0), hadKeyboard: hadKeyboard)
      for (index, isEscape) in keys.enumerated() {
        let time = ServerTime(milliseconds: UInt32(index + 1) * 100)
        _ = burst.takes(pressAt: time, isRepeat: false, isEscape: isEscape)
      }
      #expect(burst.continuesAnswer == (hadKeyboard && continuesAnswer))
      // A press of a button, or a key after a pause, ends the burst.
      var (pressed, paused) = (burst, burst)
      pressed.end()
      _ = paused.takes(pressAt: ServerTime(milliseconds: 9000), isRepeat: false)
      #expect(!pressed.continuesAnswer && !paused.continuesAnswer)
    }
  }

  @Test func `end half a second after the last one when their prompt has closed, and within five seconds`() {
    let start = Instant.zero
    #expect(TrailingKeys(after: start, at: start + .milliseconds(500)) == nil)
    var keys = TrailingKeys(after: start, at: start + .milliseconds(499))
    #expect(keys?.end == start + .milliseconds(500))
    keys?.add(pressAt: start + .milliseconds(700))
    #expect(keys?.end == start + .milliseconds(1200))
    keys?.add(pressAt: start + .seconds(5))
    #expect(keys?.end == start + .milliseconds(5499))
  }
}
