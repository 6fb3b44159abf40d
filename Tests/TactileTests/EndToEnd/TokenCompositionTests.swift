import ScreenDriver
import TestSupport
import Testing

extension `Tactile program`.`Token field` {
  @Test(.needs(.inputMethodEngine(.hangul)))
  func `rows 42 and 43: creates tokens from composed text at a comma and at Tab`() throws {
    let session = try Program.start(environment: ["XMODIFIERS": InputMethodProcess.modifiers])
    let inputMethod = try InputMethodProcess(on: session.display, engine: .hangul)
    try session.focusTokenField()
    try session.input.tap("End")
    try session.expectHangul()
    for (keys, ending, word) in [("gksrnr", "comma", "한국"), ("skfk", "Tab", "나라")] {
      try session.input.type(keys)
      try session.input.tap(ending)
      // Back from the next control, after the word has become a token.
      if ending == "Tab" {
        _ = try session.settledScreenshot()
        try session.input.tap("Tab", with: [.shift])
      }
      // BackSpace selects a token, but would delete the last syllable of a text.
      try session.expectSelection(word) { try $0.tap("BackSpace") }
      try session.input.tap("BackSpace")
    }
    withExtendedLifetime(inputMethod) {}
  }
}

extension AppSession {
  /// Types and deletes a syllable until the input method composes it. Keys that arrive while the
  /// program connects to the input method are not composed.
  fileprivate func expectHangul() throws {
    let deadline = Deadline(after: .defaultTimeout)
    var isHangul = false
    while !isHangul, !deadline.hasPassed {
      for key in ["g", "k", "s", "comma"] { try input.tap(key) }
      try input.tap("BackSpace")
      for _ in 0..<25 where !isHangul {
        isHangul = try selectedText() == "한"
        Deadline(after: .milliseconds(2)).wait()
      }
      try input.tap("BackSpace")
    }
    #expect(isHangul, "the input method does not compose")
  }

  /// Performs an action and waits until the given text is selected.
  fileprivate func expectSelection(_ expected: String, after action: (InputSimulator) throws -> Void) throws {
    try action(input)
    var selected: String?
    let deadline = Deadline(after: .defaultTimeout)
    while selected != expected, !deadline.hasPassed { selected = try selectedText() }
    #expect(selected == expected)
  }
}
