import Scene
import ScreenDriver
import Testing

@testable import X11Shell

// An input method that shows by itself what it composes, and tells of it only when it commits.
extension `A window on a display` {
  private static let unseen = [PreeditStyle.overTheSpot, .apart]

  /// The step at which a person has done several things at once, with no look at what comes of them.
  private func did(_ act: @escaping (Hand) throws -> Void) -> Step {
    { [self] _, _, _ in
      #expect(throws: Never.self) { try types(act) }
      return true
    }
  }

  @Test(.needs(.inputMethodEngine(.hangul)), arguments: unseen)
  func `row 42: ends what is composed out of sight where it stands, before a press`(
    style: PreeditStyle
  ) throws {
    let inputMethod = try InputMethodProcess(on: display, engine: .hangul)
    let client = try compose(
      showing: [style],
      [
        hasEngine,
        typed("g", "k", "s"), clicked, told("'한'", "press"),
        did { hand in
          for key in ["r", "m", "f"] { try hand.tap(key) }
          try hand.click(at: PixelPoint(x: 9, y: 9))
          for key in ["g", "k", "s"] { try hand.tap(key) }
          try hand.click(at: PixelPoint(x: 5, y: 5))
          for key in ["r", "n", "r", "Return"] { try hand.tap(key) }
        },
        told("'글'", "press", "'한'", "press", "'국'", "enter"),
        // A syllable that was committed leaves the next one unfinished.
        typed("g", "k", "s", "r", "m", "f"), told("enter", "'한'"),
        clicked, told("'한'", "'글'", "press"),
        // What is handed back in between says nothing of what is composed.
        typed("g", "k", "s", "Shift_L", "Shift_L"), clicked, told("press", "'한'", "press"),
        // There is nothing to end.
        typed("Return"), told("press", "enter"), clicked, told("enter", "press"),
        awaited { client, _ in client.events.last?.hasPrefix("pointerReleased") == true },
      ])
    let pointer = client.events.filter { $0.hasPrefix("pointer") }
    let presses = pointer.indices.filter { pointer[$0].hasPrefix("pointerPressed") }
    #expect(presses.count == 6)
    #expect(
      presses.allSatisfy {
        $0 + 1 < pointer.count && pointer[$0 + 1].hasPrefix("pointerReleased")
      })
    withExtendedLifetime(inputMethod) {}
  }

  @Test(.needs(.inputMethodEngine(.hangul)), arguments: unseen)
  func `row 42: ends what is composed out of sight before the window is without the focus`(
    style: PreeditStyle
  ) throws {
    let inputMethod = try InputMethodProcess(on: display, engine: .hangul)
    let client = try compose(
      showing: [style],
      [
        hasEngine,
        typed("g", "k", "s"),
        { client, onlooker, _ in
          onlooker.movePointerOnScreen(to: 900, 700)
          return client.focusChanges.last == false
        },
        { client, onlooker, id in
          onlooker.movePointer(to: 5, 5, of: id)
          return client.focusChanges.last == true
        },
        typed("r", "n", "r", "Return"), told("'한'", "'국'", "enter"),
      ])
    let ends = client.events.filter {
      $0.hasPrefix("textCommitted") || $0.hasPrefix("windowFocusChanged(isFocused: false")
    }
    #expect(ends.suffix(3).map { $0.hasPrefix("text") } == [true, false, true])
    withExtendedLifetime(inputMethod) {}
  }

  @Test(.needs(.inputMethodEngine(.hangul)), arguments: unseen)
  func `row 42: presses a moment later though the input method hangs`(style: PreeditStyle) throws {
    let inputMethod = try InputMethodProcess(on: display, engine: .hangul)
    _ = try compose(
      showing: [style],
      [
        hasEngine,
        typed("g", "k"),
        { _, _, _ in
          inputMethod.freeze()
          return true
        },
        clicked, told("press"),
        { _, _, _ in
          inputMethod.thaw()
          return true
        },
        told("press", "'하'"),
      ])
    withExtendedLifetime(inputMethod) {}
  }
}
