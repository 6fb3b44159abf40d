import Glibc
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

extension `A window on a display` {
  @Test(.needs(.inputMethod))
  func `rows 40 and 41: composes what an input method hands back, and loses no key with it`() throws
  {
    try display.setKeyboardLayout("us", "-variant", "intl")
    var process: InputMethodProcess? = try InputMethodProcess(on: display)
    var inputMethod: InputMethod?
    _ = try compose(
      preparing: { inputMethod = $0 },
      [
        awaited { _, _ in inputMethod?.hasServer == true },
        typed("dead_acute", "e"), told("[´]", "[]", "'é'"),
        { _, _, _ in
          process?.freeze()
          return true
        },
        typed("a"),
        { client, _, _ in
          #expect(client.transcript.last == "'é'")
          process = nil
          return true
        },
        told("'é'", "'a'"), typed("b"), told("'a'", "'b'"),
      ])
  }

  @Test(.needs(.inputMethodEngine(.hangul)))
  func `rows 42 and 43: tells what is composed, and no key by which it is`() throws {
    let inputMethod = try InputMethodProcess(on: display, engine: .hangul)
    let client = try compose([
      isReadingKeys,
      typed("BackSpace"), told("[]"),
      // The engine commits a syllable at Enter and lets the key go on.
      typed("g", "k", "s", "Return"), told("[ㅎ]", "[하]", "[한]", "[]", "'한'", "enter"),
      // IBus hands the keys back before it commits what they have ended.
      typed("g", "k", "s", "comma", "Tab", "g", "k", "s", "comma"),
      told("[한]", "[]", "'한'", "','", "tab", "[ㅎ]", "[하]", "[한]", "[]", "'한'", "','"),
      typed("g", "k", "s", "r", "n", "r", "period"), told("[국]", "[]", "'국'", "'.'"),
      // Enter takes what is offered, and goes no further; nor does the key that offers it.
      typed("g", "k", "s", "F9", "Return"), told("[한]", "[]", "'韓'"),
      // What is shown stays where it stands, once.
      typed("g", "k", "s"), told("[한]"), clicked, told("[한]", "[]", "'한'", "press"),
      typed("a"), told("press", "[ㅁ]"),
      { client, onlooker, _ in
        onlooker.movePointerOnScreen(to: 900, 700)
        return client.focusChanges.last == false
      },
      told("[ㅁ]", "[]", "'ㅁ'"),
      { client, onlooker, id in
        onlooker.movePointer(to: 5, 5, of: id)
        return client.focusChanges.last == true
      },
      isReadingKeys,
    ])
    #expect(
      client.keys.drop { $0 == .character("a") }
        == [.enter, .character(","), .tab, .character(","), .character(".")])
    withExtendedLifetime(inputMethod) {}
  }

  @Test(.needs(.inputMethodEngine(.hangul)))
  func `rows 41 and 42: loses no key with an input method that composes, and uses the next`()
    throws
  {
    var inputMethod: InputMethodProcess? = try InputMethodProcess(on: display, engine: .hangul)
    let client = try compose([
      isReadingKeys, typed("BackSpace"), told("[]"),
      typed("g", "k", "s"), told("[한]"),
      { _, _, _ in
        inputMethod = nil
        return true
      },
      // All that it left unanswered is typed.
      told("'g'", "'k'", "'s'"),
      typed("a"), told("'s'", "'a'"),
      { [self] _, _, _ in
        #expect(throws: Never.self) {
          inputMethod = try InputMethodProcess(on: display, engine: .hangul)
        }
        return true
      },
      isReadingKeys,
    ])
    let shown = try #require(client.transcript.firstIndex(of: "[한]"))
    #expect(client.transcript[shown + 1] == "[]")
    withExtendedLifetime(inputMethod) {}
  }

  @Test(.needs(.inputMethodEngine(.hangul)))
  func `rows 41 and 42: hangs with no input method, whatever takes the keyboard from it`() throws {
    let inputMethod = try InputMethodProcess(on: display, engine: .hangul)
    _ = try compose([
      isReadingKeys, typed("BackSpace"), told("[]"),
      typed("g", "k"), told("[하]"),
      { _, _, _ in
        inputMethod.freeze()
        return true
      },
      clicked, told("[하]", "[]", "'하'", "press"),
      { client, onlooker, _ in
        onlooker.movePointerOnScreen(to: 900, 700)
        return client.focusChanges.last == false
      },
      { client, onlooker, id in
        onlooker.movePointer(to: 5, 5, of: id)
        return client.focusChanges.last == true
      },
      goesInto(nil), typed("x"), told("press", "'x'"), goesInto(Self.field),
      { _, _, _ in
        inputMethod.thaw()
        return true
      },
      typed("k"), told("'x'", "[ㅏ]"),
    ])
    withExtendedLifetime(inputMethod) {}
  }

  @Test(.needs(.inputMethodEngine(.hangul)))
  func `row 63: offers an input method no key where nobody may know it`() throws {
    let inputMethod = try InputMethodProcess(on: display, engine: .hangul)
    var known: InputMethod?
    // Xlib waits for the answer when the server is told of the focus or the caret's place; it is told
    // once it was heard, and this script stops it faster than it could ever stop by itself.
    func knowsAll() -> Step {
      awaited { client, _ in
        let knowsSpot = client.textInput == nil || known?.server?.spot != nil
        return known?.server?.isFocusSettled == true && knowsSpot
      }
    }
    func stopping(_ isStopped: Bool) -> Step {
      { _, _, _ in
        if isStopped { inputMethod.freeze() } else { inputMethod.thaw() }
        return true
      }
    }
    _ = try compose(
      preparing: { known = $0 },
      [
        isReadingKeys, goesInto(nil),
        typed("g", "k", "s"), told("'g'", "'k'", "'s'"), knowsAll(),
        stopping(true), typed("g", "k"), told("'s'", "'g'", "'k'"), stopping(false),
        // It composes anew, with no key from before.
        goesInto(Self.field), typed("k"), told("'k'", "[ㅏ]"),
        typed("BackSpace"), told("[ㅏ]", "[]"),
        // It was given keys that were typed behind the one that led to a secret.
        { client, _, _ in
          client.hasSecretBehindTab = true
          return true
        },
        knowsAll(), stopping(true), typed("Tab", "g", "k"), stopping(false),
        told("[]", "tab", "'g'", "'k'"),
        typed("s"), told("tab", "'g'", "'k'", "'s'"),
        goesInto(Self.field), typed("k"), told("'s'", "[ㅏ]"),
      ])
    withExtendedLifetime(inputMethod) {}
  }

  @Test(.needs(.inputMethodEngine(.hangul)))
  func `row 42: has what is offered to choose from stand beside the caret`() throws {
    let inputMethod = try InputMethodProcess(
      on: display, engine: .hangul, showsCandidates: true)
    for style in [PreeditStyle.onTheSpot, .overTheSpot] {
      try expectCandidatesBesideCaret(showing: style)
    }
    withExtendedLifetime(inputMethod) {}
  }

  private func expectCandidatesBesideCaret(showing style: PreeditStyle) throws {
    let connection = try DisplayConnection(to: display.name)
    var caret = Self.field.caret
    let client = try compose(
      showing: [style],
      [
        hasEngine,
        // What was offered before may still go away.
        awaited { _, _ in InputMethodProcess.candidates(on: connection) == nil },
        { client, _, _ in
          caret.origin.x += 1
          client.textInput = TextInput(caret: caret)
          return true
        },
        awaited { [self] client, attempt in
          let offered = InputMethodProcess.candidates(on: connection).flatMap { try? $0.frame() }
          let window = connection.window(ofProcess: getpid()).flatMap { try? $0.frame() }
          if let offered, let window,
            abs(offered.x - window.x - 60) <= 40, abs(offered.y - window.y - 60) <= 40
          {
            return true
          }
          // What shows them may still be starting, and knows nothing of what was told before.
          if attempt % 300 == 0 {
            #expect(throws: Never.self) {
              try types { hand in for key in ["Return", "g", "k", "s", "F9"] { try hand.tap(key) } }
            }
          }
          return false
        },
        typed("Return"),
        told("'韓'"),
      ])
    #expect(client.events.contains { $0.hasPrefix("preeditChanged") } == (style == .onTheSpot))
  }
}
