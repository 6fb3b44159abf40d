import Scene
import ScreenDriver
import Testing

@testable import Windowing

// A window in which an input method composes text.
extension `Window on a display` {
  /// A text field that accepts composed text.
  static let field = TextInputContext(
    caret: Rect(origin: Point(x: 60, y: 40), size: Size(width: 1, height: 20)))

  /// Runs a window that connects to an input method, and performs the steps.
  func compose(
    showing styles: [PreeditStyle] = PreeditStyle.allCases,
    preparing prepare: (InputMethod) -> Void = { _ in }, _ steps: [Step]
  ) throws -> ScriptedWindow {
    let start: Step = { client, _, _ in
      client.textInput = Self.field
      return true
    }
    return try run(
      preparing: {
        $0.serverName = InputMethod.serverName(in: InputMethodProcess.modifiers)
        $0.styles = styles
        prepare($0)
      }, hasKeyboard + [start] + steps
    ).client
  }

  /// Returns a step that types keys by their names.
  func typed(_ keys: String...) -> Step {
    does { [self] _, _, _ in
      #expect(throws: Never.self) {
        try send { input in for key in keys { try input.tap(key) } }
      }
    }
  }

  /// Returns a step that waits until the transcript ends with the given entries, which may begin
  /// with earlier ones.
  func logged(_ transcript: String..., sourceLocation: SourceLocation = #_sourceLocation) -> Step {
    awaited(sourceLocation: sourceLocation) { client, _ in
      client.transcript.suffix(transcript.count) == transcript[...]
    }
  }

  /// A step that waits until the input method handles keys, and then composes a consonant.
  ///
  /// The input method must be found first. It may lose a key while its engine starts, so a key is typed again when
  /// the last one was returned or seems to be lost.
  var isReadingKeys: Step {
    var answered = -1
    return awaited { [self] client, attempt in
      if client.transcript.last == "[ㅁ]" { return true }
      guard client.transcript.count != answered || attempt % 1000 == 999 else { return false }
      answered = client.transcript.count
      #expect(throws: Never.self) { try send { try $0.tap("a") } }
      return false
    }
  }

  /// A step that waits until the engine has converted a key, independent of the preedit style.
  var hasEngine: Step {
    var typed = 0
    return awaited { [self] client, attempt in
      let answered = client.transcript.count { $0 == "enter" }
      guard typed == answered || attempt % 500 == 499 else { return false }
      if client.transcript.contains("'ㅁ'") { return true }
      typed = answered + 1
      #expect(throws: Never.self) {
        try send { input in for key in ["a", "Return"] { try input.tap(key) } }
      }
      return false
    }
  }

  /// Returns a step that waits for a condition and lets other processes run in the meantime.
  func awaited(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping (ScriptedWindow, Int) -> Bool
  ) -> Step {
    var attempt = 0
    var deadline: Deadline?
    return { client, _, _ in
      if body(client, attempt) { return true }
      attempt += 1
      deadline = deadline ?? Deadline(after: .defaultTimeout)
      if deadline?.hasPassed == true {
        Issue.record(
          "timed out after \(client.transcript.suffix(20))", sourceLocation: sourceLocation)
        client.exitStatus = -1
      }
      Deadline(after: .milliseconds(1)).wait()
      return false
    }
  }

  /// A step that clicks in the window.
  var clicked: Step {
    does { [self] _, _, _ in
      #expect(throws: Never.self) { try send { try $0.click(at: PixelPoint(x: 5, y: 5)) } }
    }
  }

  /// Returns a step that changes the text field that receives text.
  func setField(_ field: TextInputContext?) -> Step {
    does { client, _, _ in client.textInput = field }
  }
}
