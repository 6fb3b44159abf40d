import ScreenDriver
import Testing

extension `The program`.`has a token field` {
  @Test(.needs(.inputMethodEngine(.hangul)))
  func `rows 42 and 43: that makes tokens of what a comma and Tab end in an input method`() throws {
    let sitting = try Program.start(environment: ["XMODIFIERS": InputMethodProcess.modifiers])
    let inputMethod = try InputMethodProcess(on: sitting.display, engine: .hangul)
    try sitting.focusTokenField()
    try sitting.hand.tap("End")
    try sitting.expectHangul()
    for (keys, ending, word) in [("gksrnr", "comma", "한국"), ("skfk", "Tab", "나라")] {
      try sitting.hand.type(keys)
      try sitting.hand.tap(ending)
      // Back from the field that comes next, once the word has become a token there.
      if ending == "Tab" {
        _ = try sitting.settledPicture()
        try sitting.hand.tap("Tab", with: [.shift])
      }
      // A token is selected by this; of text it would take the last syllable.
      try sitting.expectSelection(word) { try $0.tap("BackSpace") }
      try sitting.hand.tap("BackSpace")
    }
    withExtendedLifetime(inputMethod) {}
  }
}

extension Sitting {
  /// Types a syllable, and takes it back, until it is one: the input method is found and gets ready
  /// while keys come already.
  fileprivate func expectHangul() throws {
    let deadline = Deadline(after: .seconds(8))
    var isHangul = false
    while !isHangul, !deadline.hasPassed {
      for key in ["g", "k", "s", "comma"] { try hand.tap(key) }
      try hand.tap("BackSpace")
      for _ in 0..<25 where !isHangul {
        isHangul = try selectedText() == "한"
        Deadline(after: .milliseconds(2)).wait()
      }
      try hand.tap("BackSpace")
    }
    #expect(isHangul, "the input method does not compose")
  }

  /// Does something and waits until that is what is selected.
  fileprivate func expectSelection(_ wanted: String, after act: (Hand) throws -> Void) throws {
    try act(hand)
    var seen: String?
    let deadline = Deadline(after: .patience)
    while seen != wanted, !deadline.hasPassed { seen = try selectedText() }
    #expect(seen == wanted)
  }
}
