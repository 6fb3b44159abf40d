import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import Windowing

// An input method that displays the preedit text itself, and reports text only when it commits.
extension `Window on a display` {
  private static let unseen = [PreeditStyle.overTheSpot, .rootWindow]

  /// Returns a step that performs several inputs together, without checks in between.
  private func did(_ act: @escaping (InputSimulator) throws -> Void) -> Step {
    does { [self] _, _, _ in #expect(throws: Never.self) { try send(act) } }
  }

  @Test(.needs(.inputMethodEngine(.hangul)), arguments: unseen)
  func `row 42: ends a composition shown by the input method before a press`(
    style: PreeditStyle
  ) throws {
    let inputMethod = try InputMethodProcess(on: display, engine: .hangul)
    let client = try compose(
      showing: [style],
      [
        hasEngine,
        typed("g", "k", "s"), clicked, logged("'한'", "press"),
        did { input in
          for key in ["r", "m", "f"] { try input.tap(key) }
          try input.click(at: PixelPoint(x: 9, y: 9))
          for key in ["g", "k", "s"] { try input.tap(key) }
          try input.click(at: PixelPoint(x: 5, y: 5))
          for key in ["r", "n", "r", "Return"] { try input.tap(key) }
        },
        logged("'글'", "press", "'한'", "press", "'국'", "enter"),
        // A committed syllable leaves the next one unfinished.
        typed("g", "k", "s", "r", "m", "f"), logged("enter", "'한'"),
        clicked, logged("'한'", "'글'", "press"),
        // Keys that are returned in between carry no information about the composition.
        typed("g", "k", "s", "Shift_L", "Shift_L"), clicked, logged("press", "'한'", "press"),
        // There is no composition to end.
        typed("Return"), logged("press", "enter"), clicked, logged("enter", "press"),
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
  func `row 42: ends a composition shown by the input method before the focus is lost`(
    style: PreeditStyle
  ) throws {
    let inputMethod = try InputMethodProcess(on: display, engine: .hangul)
    let client = try compose(
      showing: [style],
      [
        hasEngine,
        typed("g", "k", "s"),
        { client, observer, _ in
          observer.movePointerOnScreen(to: 900, 700)
          return client.focusChanges.last == false
        },
        { client, observer, id in
          observer.movePointer(to: 5, 5, of: id)
          return client.focusChanges.last == true
        },
        typed("r", "n", "r", "Return"), logged("'한'", "'국'", "enter"),
      ])
    let ends = client.events.filter {
      $0.hasPrefix("textCommitted") || $0.hasPrefix("windowFocusChanged(isFocused: false")
    }
    #expect(ends.suffix(3).map { $0.hasPrefix("text") } == [true, false, true])
    withExtendedLifetime(inputMethod) {}
  }

  @Test(.needs(.inputMethodEngine(.hangul)), arguments: unseen)
  func `row 42: delivers a delayed press when the input method hangs`(style: PreeditStyle) throws {
    let inputMethod = try InputMethodProcess(on: display, engine: .hangul)
    _ = try compose(
      showing: [style],
      [
        hasEngine,
        typed("g", "k"),
        does { _, _, _ in inputMethod.suspend() },
        clicked, logged("press"),
        does { _, _, _ in inputMethod.resume() },
        logged("press", "'하'"),
      ])
    withExtendedLifetime(inputMethod) {}
  }
}
