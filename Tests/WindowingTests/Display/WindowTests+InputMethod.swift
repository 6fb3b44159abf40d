import Glibc
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import Windowing

extension `Window on a display` {
  @Test(.needs(.inputMethod))
  func `rows 40 and 41: composes returned keys, and loses none when the input method exits`() throws {
    try display.setKeyboardLayout("us", "-variant", "intl")
    var process: InputMethodProcess? = try InputMethodProcess(on: display)
    var inputMethod: InputMethod?
    _ = try compose(
      preparing: { inputMethod = $0 },
      [
        awaited { _, _ in inputMethod?.hasServer == true },
        typed("dead_acute", "e"), logged("[´]", "[]", "'é'"),
        does { _, _, _ in process?.suspend() },
        typed("a"),
        does { client, _, _ in
          #expect(client.transcript.last == "'é'")
          process = nil
        },
        logged("'é'", "'a'"), typed("b"), logged("'a'", "'b'"),
      ])
  }

  @Test(.needs(.inputMethodEngine(.hangul)))
  func `rows 42 and 43: reports preedit text, but not the keys that compose it`() throws {
    let inputMethod = try InputMethodProcess(on: display, engine: .hangul)
    let client = try compose([
      isReadingKeys,
      typed("BackSpace"), logged("[]"),
      // The engine commits a syllable at Enter and returns the key.
      typed("g", "k", "s", "Return"), logged("[ㅎ]", "[하]", "[한]", "[]", "'한'", "enter"),
      // IBus returns the keys before it commits the text that they have ended.
      typed("g", "k", "s", "comma", "Tab", "g", "k", "s", "comma"),
      logged("[한]", "[]", "'한'", "','", "tab", "[ㅎ]", "[하]", "[한]", "[]", "'한'", "','"),
      typed("g", "k", "s", "r", "n", "r", "period"), logged("[국]", "[]", "'국'", "'.'"),
      // Enter accepts a candidate and is not forwarded; nor is the key that shows the candidates.
      typed("g", "k", "s", "F9", "Return"), logged("[한]", "[]", "'韓'"),
      // The displayed text is committed at its position, once.
      typed("g", "k", "s"), logged("[한]"), clicked, logged("[한]", "[]", "'한'", "press"),
      typed("a"), logged("press", "[ㅁ]"),
      { client, observer, _ in
        observer.movePointerOnScreen(to: 900, 700)
        return client.focusChanges.last == false
      },
      logged("[ㅁ]", "[]", "'ㅁ'"),
      { client, observer, id in
        observer.movePointer(to: 5, 5, of: id)
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
  func `rows 41 and 42: keeps the text of a composing input method that exits, and uses the next`()
    throws
  {
    var inputMethod: InputMethodProcess? = try InputMethodProcess(on: display, engine: .hangul)
    _ = try compose([
      isReadingKeys, typed("BackSpace"), logged("[]"),
      typed("g", "k", "s"), logged("[한]"),
      does { _, _, _ in inputMethod = nil },
      logged("[한]", "[]", "'한'"),
      typed("a"), logged("'한'", "'a'"),
      does { [self] _, _, _ in
        #expect(throws: Never.self) {
          inputMethod = try InputMethodProcess(on: display, engine: .hangul)
        }
      },
      isReadingKeys,
    ])
    withExtendedLifetime(inputMethod) {}
  }

  @Test(.needs(.inputMethodEngine(.hangul)))
  func `rows 41 and 42: stays responsive when the input method hangs`() throws {
    let inputMethod = try InputMethodProcess(on: display, engine: .hangul)
    _ = try compose([
      isReadingKeys, typed("BackSpace"), logged("[]"),
      typed("g", "k"), logged("[하]"),
      does { _, _, _ in inputMethod.suspend() },
      clicked, logged("[하]", "[]", "'하'", "press"),
      { client, observer, _ in
        observer.movePointerOnScreen(to: 900, 700)
        return client.focusChanges.last == false
      },
      { client, observer, id in
        observer.movePointer(to: 5, 5, of: id)
        return client.focusChanges.last == true
      },
      setField(nil), typed("x"), logged("press", "'x'"), setField(Self.field),
      does { _, _, _ in inputMethod.resume() },
      typed("k"), logged("'x'", "[ㅏ]"),
    ])
    withExtendedLifetime(inputMethod) {}
  }

  @Test(.needs(.inputMethodEngine(.hangul)))
  func `row 63: sends the input method no key of a secret`() throws {
    let inputMethod = try InputMethodProcess(on: display, engine: .hangul)
    var xim: InputMethod?
    // Xlib waits for the reply when it reports the focus or the spot location to the server. These
    // are reported after the corresponding event was handled, and this script stops the server
    // faster than the server could stop by itself.
    func isInSync() -> Step {
      awaited { client, _ in
        let hasSpot = client.textInput == nil || xim?.server?.spot != nil
        // The server knows the current focus, which nothing but this test needs to know.
        let focus = xim?.server.flatMap { Mirror(reflecting: $0).descendant("focus") }.map(Mirror.init)
        let (reported, moves) = (focus?.descendant("isReported"), focus?.descendant("mustMove"))
        return reported as? Bool == (client.textInput != nil) && moves as? Bool == false && hasSpot
      }
    }
    func setSuspended(_ isSuspended: Bool) -> Step {
      does { _, _, _ in if isSuspended { inputMethod.suspend() } else { inputMethod.resume() } }
    }
    _ = try compose(
      preparing: { xim = $0 },
      [
        isReadingKeys, setField(nil),
        typed("g", "k", "s"), logged("'g'", "'k'", "'s'"), isInSync(),
        setSuspended(true), typed("g", "k"), logged("'s'", "'g'", "'k'"), setSuspended(false),
        // It starts a new composition, without earlier keys.
        setField(Self.field), typed("k"), logged("'k'", "[ㅏ]"),
        typed("BackSpace"), logged("[ㅏ]", "[]"),
        // It received keys that were typed after the key that moved the focus to a secret.
        does { client, _, _ in client.tabFocusesSecret = true },
        isInSync(), setSuspended(true), typed("Tab", "g", "k"), setSuspended(false),
        logged("[]", "tab", "'g'", "'k'"),
        typed("s"), logged("tab", "'g'", "'k'", "'s'"),
        setField(Self.field), typed("k"), logged("'s'", "[ㅏ]"),
      ])
    withExtendedLifetime(inputMethod) {}
  }

  @Test(.needs(.inputMethodEngine(.hangul)))
  func `row 42: places the candidate window at the caret`() throws {
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
        // The keyboard focus follows the pointer. At first, the candidate window may appear at the
        // origin: over the pointer, it would take the focus, which ends the composition.
        does { _, observer, id in observer.movePointer(to: 390, 290, of: id) },
        hasEngine,
        // Earlier candidates may still disappear.
        awaited { _, _ in InputMethodProcess.candidateWindow(on: connection) == nil },
        does { client, _, _ in
          caret.origin.x += 1
          client.textInput = TextInputContext(caret: caret)
        },
        awaited { [self] client, attempt in
          let candidates = InputMethodProcess.candidateWindow(on: connection).flatMap { try? $0.frame() }
          let window = connection.window(ofProcess: getpid()).flatMap { try? $0.frame() }
          if let candidates, let window,
            abs(candidates.x - window.x - 60) <= 40, abs(candidates.y - window.y - 60) <= 40
          {
            return true
          }
          // The candidate window may still be starting, without knowledge of earlier messages.
          if attempt % 300 == 0 {
            #expect(throws: Never.self) {
              try send { sim in for key in ["Return", "g", "k", "s", "F9"] { try sim.tap(key) } }
            }
          }
          return false
        },
        typed("Return"),
        logged("'韓'"),
      ])
    #expect(client.events.contains { $0.hasPrefix("preeditChanged") } == (style == .onTheSpot))
  }
}
