import CX11
import Testing

@testable import Windowing

@Suite struct `Key repeat detection` {
  @Test(arguments: [0, 8, 63, 64, 127, 128, 255] as [UInt8])
  func `reports a repeat until the key is released`(keycode: UInt8) {
    var keys = HeldKeys()
    let (fresh, held) = (keys.press(keycode, at: 1), keys.press(keycode, at: 2))
    keys.release(keycode)
    let again = keys.press(keycode, at: 3)
    #expect([fresh, held, again] == [false, true, false])
  }

  @Test func `treats a press returned by an input method as the same press`() {
    var keys = HeldKeys()
    let repeats = [5, 5, 6, 6].map { keys.press(38, at: $0) }
    #expect(repeats == [false, false, true, true])
  }

  @Test func `resets with the focus`() {
    var keys = HeldKeys()
    _ = keys.press(38, at: 1)
    keys = HeldKeys()
    let again = keys.press(38, at: 2)
    #expect(!again)
  }

  @Test func `counts keys that were down at a focus change as pressed`() {
    var event = XKeymapEvent()
    // Keycodes 36 and 255.
    withUnsafeMutableBytes(of: &event.key_vector) { vector in (vector[4], vector[31]) = (1 << 4, 1 << 7) }
    var keys = HeldKeys(event)
    for (keycode, isRepeat) in [(36, true), (255, true), (37, false), (8, false)] as [(UInt8, Bool)] {
      #expect(keys.press(keycode, at: UInt(keycode)) == isRepeat)
    }
    keys.release(36)
    let isRepeat = keys.press(36, at: 1000)
    #expect(!isRepeat)
  }
}
