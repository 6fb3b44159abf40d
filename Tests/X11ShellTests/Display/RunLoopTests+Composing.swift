import Scene
import ScreenDriver
import Testing

@testable import X11Shell

// A window that an input method composes in.
extension `A window on a display` {
  /// Where the caret of a field is that may be composed in.
  static let field = TextInput(
    caret: Rect(origin: Point(x: 60, y: 40), size: Size(width: 1, height: 20)))

  /// Runs a window that looks for an input method, and has text typed into it.
  func compose(
    showing styles: [PreeditStyle] = PreeditStyle.allCases,
    preparing prepare: (InputMethod) -> Void = { _ in }, _ steps: [Step]
  ) throws -> ScriptedClient {
    let start: Step = { client, _, _ in
      client.textInput = Self.field
      return true
    }
    return try run(
      preparing: {
        $0.serverName = InputMethodName(modifiers: InputMethodProcess.modifiers)
        $0.styles = styles
        prepare($0)
      }, hasKeyboard + [start] + steps
    ).client
  }

  /// The step at which a person has typed keys by their names.
  func typed(_ keys: String...) -> Step {
    { [self] _, _, _ in
      #expect(throws: Never.self) {
        try types { hand in for key in keys { try hand.tap(key) } }
      }
      return true
    }
  }

  /// The step at which the client was told all that, after what it was told before.
  func told(_ transcript: String...) -> Step {
    awaited { client, _ in client.transcript.suffix(transcript.count) == transcript[...] }
  }

  /// The step at which the input method reads the keys, which then composes a consonant.
  ///
  /// It has to be found first, and while its engine gets ready it may lose a key, so that one is
  /// typed again and again.
  var isReadingKeys: Step {
    awaited { [self] client, attempt in
      if client.transcript.last == "[ㅁ]" { return true }
      if attempt % 50 == 0 { #expect(throws: Never.self) { try types { try $0.tap("a") } } }
      return false
    }
  }

  /// The step at which the engine has made something of a key, however that is shown.
  var hasEngine: Step {
    var typed = 0
    return awaited { [self] client, attempt in
      let answered = client.transcript.count { $0 == "enter" }
      guard typed == answered || attempt % 500 == 499 else { return false }
      if client.transcript.contains("'ㅁ'") { return true }
      typed = answered + 1
      #expect(throws: Never.self) {
        try types { hand in for key in ["a", "Return"] { try hand.tap(key) } }
      }
      return false
    }
  }

  /// The step at which something has come about; other processes have their turn meanwhile.
  func awaited(_ body: @escaping (ScriptedClient, Int) -> Bool) -> Step {
    var attempt = 0
    var deadline: Deadline?
    return { client, _, _ in
      if body(client, attempt) { return true }
      attempt += 1
      deadline = deadline ?? Deadline(after: .seconds(8))
      if deadline?.hasPassed == true {
        Issue.record("waited in vain after \(client.transcript.suffix(20))")
        client.exitStatus = -1
      }
      Deadline(after: .milliseconds(1)).wait()
      return false
    }
  }

  /// The step at which a person has pressed the pointer in the window.
  var clicked: Step {
    { [self] _, _, _ in
      #expect(throws: Never.self) { try types { try $0.click(at: PixelPoint(x: 5, y: 5)) } }
      return true
    }
  }

  /// The step at which text goes somewhere else from now on.
  func goesInto(_ field: TextInput?) -> Step {
    { client, _, _ in
      client.textInput = field
      return true
    }
  }
}
