import CX11
import Motion
import Scene

/// A program that turns keys into text for all others, such as IBus or Fcitx (X Input Method
/// protocol), and Xlib's connection to it.
///
/// Xlib waits for such a program's answers, so it is let near only after the program has answered a
/// question that nobody waits for: one that hangs or is gone keeps nobody from typing. Where it
/// comes back, it is asked again. Whatever else Xlib would wait for is asked only where the program
/// has just been heard. It has an identity, since Xlib tells it when the server ends.
///
/// What is not yet finished is shown in the window where the server tells of it, else by the server
/// beside the caret.
final class InputMethodServer {
  /// The connection, and what of it watches the window.
  struct Handles {
    let method: OpaquePointer
    let context: OpaquePointer
    let style: PreeditStyle
  }

  let name: InputMethodName
  let connection: Connection
  let window: Window
  /// How it may show what it composes.
  let styles: [PreeditStyle]
  let atoms: InputMethodAtoms
  /// Xlib's handles; `nil` where there is no server to connect to.
  var handles: Handles?
  private(set) lazy var callbacks = InputMethodCallbacks(for: self)
  /// What an input context over the spot is made with.
  var fonts: FontSet?
  /// It was asked whether it lives, and has not answered.
  var isAsked = false
  /// Whether that was before what is owed now.
  var isAnswerStale = false
  var unanswered = UnansweredPresses()
  /// The presses that it left unanswered at its end, until they have come once more.
  var leftBehind = UnansweredPresses()
  var composition = Composition()
  /// Whether it has used presses that it is known to have answered, and may still compose of them.
  var hasUsedPresses = false
  /// Whether it has answered all questions after the last press that it was passed, and after
  /// `prepareEnd()`: it has told all, and will answer the next one.
  var isProven = false
  /// Whether it was heard since it was last told the caret's place.
  var isAwake = false
  /// When it last said anything.
  var lastHeard = Instant.distantPast
  /// Where it was told that the caret is; `nil` where it may think anything.
  var spot: InputSpot?
  /// Whether keys are for it.
  var wantsFocus = false
  /// Whether it was told last that they are.
  var hasFocus = false
  /// Whether it is to be told that they were not for a moment.
  var isRefocusDue = false
  /// Whether no key has come since it got the focus.
  var isFresh = false
  /// Whether it may have something to tell yet of the press that it was passed last.
  var owedText = OwedText()
  var lastPassed = XKeyEvent()
  /// How many of the events that come next may be keys that it has handed back: Xlib puts them
  /// before all others.
  var mostReturned = 0
  /// The releases that it was passed and has not handed back.
  var releases = UnansweredPresses()
  /// Whether it is to be passed something by which to learn that it has told all.
  var isMarkerDue = false
  /// What it was passed last to learn that it has told all, until that comes back.
  var marker: XKeyEvent?

  /// Looks for the server; one round trip for the atoms, none for its answer.
  init(
    named name: InputMethodName, showing styles: [PreeditStyle], for window: Window,
    on connection: Connection
  ) {
    self.name = name
    self.window = window
    self.connection = connection
    self.styles = styles
    atoms = InputMethodAtoms(of: name, on: connection)
    // Servers put their names there when they start, even if the same name is there already.
    connection.hearOfRoot(PropertyChangeMask)
    ask()
  }

  /// Whether it reads the keys.
  var isOpen: Bool { handles != nil }

  /// What it composes, where it tells.
  var preedit: Preedit { composition.preedit }

  /// Takes in that it lives, whatever it says.
  func hear() {
    (isAwake, lastHeard) = (true, MonotonicClock.now)
    owedText.hear()
  }
}

extension InputMethodServer {
  /// Takes in what it does to what it composes.
  func composes(_ change: (inout Composition) -> Void) {
    hear()
    change(&composition)
  }

  /// Tells it where the caret is, so that what it offers to choose from stands there.
  ///
  /// That waits for its answer, so it is told when it has just been heard, and while nothing is
  /// composed only where it draws that itself. What it says of a composition meanwhile, Xlib passes
  /// on only with what it says next (`_XimCbDispatch` in modules/im/ximcp/imCallbk.c): where it tells
  /// of one, it is asked first whether it has told all.
  func setSpot(_ spot: InputSpot) {
    defer { isAwake = false }
    guard let handles, spot != self.spot else { return }
    switch handles.style {
    case .onTheSpot where self.spot != nil && composition.isEmpty: return
    case .onTheSpot where !isProven: return askForText()
    case .apart: return
    case .onTheSpot, .overTheSpot: break
    }
    guard isAwake else { return }
    self.spot = spot
    mostReturned = Self.mostReturnedAtOnce
    connection.aboutStrangers { CX11SetSpot(handles.context, XPoint(x: spot.x, y: spot.y)) }
  }

  /// The server is gone and Xlib frees both handles itself; nothing may be asked of them any more.
  ///
  /// What it left unanswered comes once more, now to be read without it, and what it composed of
  /// that is shown no longer.
  func ended() {
    handles = nil
    fonts = nil
    composition = Composition()
    (isAsked, isAnswerStale) = (false, false)
    (isProven, isAwake, hasUsedPresses) = (false, false, false)
    (hasFocus, isRefocusDue, isMarkerDue, marker) = (false, false, false, nil)
    owedText.forgive()
    callbacks.release()
    let now = MonotonicClock.now
    unanswered.takeBack(at: now) { press in
      leftBehind.append(press, at: now)
      // The releases were heard when they came; without one of its own, the press would seem to
      // last, and the next one to be its repetition.
      for type in [KeyRelease, KeyPress] {
        var event = XEvent()
        event.xkey = press
        event.type = type
        XPutBackEvent(connection.display, &event)
      }
    }
  }
}
