import CX11
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
  private(set) var unanswered = UnansweredPresses()
  private var composition = Composition()
  /// Whether it was heard after the last key that it was passed.
  private var hasAnswered = false
  /// Whether it was heard since it was last told the caret's place.
  private var isAwake = false
  /// Where it was told that the caret is; `nil` where it may think anything.
  private var spot: InputSpot?
  /// Whether no key has come since it got the focus.
  private var isFresh = false
  /// Whether it may have something to tell yet of the press that it was passed last.
  var owedText = OwedText()
  private var lastPassed = XKeyEvent()
  /// How many of the events that come next may be keys that it has handed back: Xlib puts them
  /// before all others.
  private var mostReturned = 0
  /// The releases that it was passed and has not handed back.
  private var releases = UnansweredPresses()

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

  /// Tells it whether keys are for it; none of them waits for an answer.
  func setFocus(_ isFocused: Bool) {
    unanswered.removeAll()
    owedText.forgive()
    (isFresh, spot) = (isFocused, nil)
    guard let handles else { return }
    connection.aboutStrangers {
      if isFocused { XSetICFocus(handles.context) } else { XUnsetICFocus(handles.context) }
    }
  }

  /// Whether the server keeps the event to itself (`XFilterEvent`).
  func filters(_ event: inout XEvent) -> Bool {
    guard isOpen else { return false }
    var isFiltered = isFilteredOnce(&event)
    let isKey = event.type == KeyPress || event.type == KeyRelease
    if !isKey, isFiltered { mostReturned = max(mostReturned, 1) }
    guard isKey, event.xkey.keycode != 0 else {
      if isKey { hear() }
      return isFiltered
    }
    // What it handed back when it had not the focus has Xlib take one key for another such.
    if !isFiltered, isFresh { isFiltered = isFilteredOnce(&event) }
    isFresh = false
    note(event, isFiltered: isFiltered)
    return isFiltered
  }

  private func isFilteredOnce(_ event: inout XEvent) -> Bool {
    connection.aboutStrangers { XFilterEvent(&event, Window(None)) != False }
  }

  private func note(_ event: XEvent, isFiltered: Bool) {
    if isFiltered { hasAnswered = false } else { hear() }
    guard event.type == KeyPress else {
      return noteRelease(event.xkey, isFiltered: isFiltered)
    }
    if isFiltered {
      composition.noteKey()
      unanswered.append(event.xkey, at: MonotonicClock.now)
      lastPassed = event.xkey
      owedText.begin()
    } else {
      // Where it composes, all or some may have become text by this press.
      let mayEnd = unanswered.handedBack(event.xkey) && handles?.style != .onTheSpot
      if composition.isEmpty, !mayEnd { owedText.forgive() }
    }
  }

  private func noteRelease(_ release: XKeyEvent, isFiltered: Bool) {
    if isFiltered {
      releases.append(release, at: MonotonicClock.now)
    } else {
      _ = releases.remove(release)
    }
  }

  /// While Xlib waits for an answer, it takes in all that comes before.
  private static let mostReturnedAtOnce = 32

  /// Whether an event is a key that it has handed back, or has made a copy of.
  ///
  /// To be asked once for each. By key and time alone two presses are the same that come within a
  /// millisecond.
  func hasReturned(_ key: XKeyEvent) -> Bool {
    guard key.time != CurrentTime else { return true }
    let isPassed =
      key.type == KeyRelease
      ? releases.contains(key) : key.isSame(as: lastPassed) || unanswered.contains(key)
    let hasReturned = isPassed && mostReturned > 0
    mostReturned = hasReturned ? mostReturned - 1 : 0
    return hasReturned
  }

  private func hear() {
    (hasAnswered, isAwake) = (true, true)
    owedText.hear()
  }
}

extension InputMethodServer {
  /// Takes in what it does to what it composes.
  func composes(_ change: (inout Composition) -> Void) {
    hear()
    change(&composition)
  }

  /// Ends what it composes, as it stands.
  ///
  /// Where it does not answer, it is only told that the focus was elsewhere, which ends it in most.
  ///
  /// - Returns: The text to keep; what the server makes of it is passed over.
  func end() -> String {
    let text = composition.end()
    guard let handles, !text.isEmpty else { return text }
    unanswered.removeAll()
    owedText.forgive()
    mostReturned = Self.mostReturnedAtOnce
    connection.aboutStrangers {
      if hasAnswered {
        XFree(Xutf8ResetIC(handles.context))
      } else {
        XUnsetICFocus(handles.context)
        XSetICFocus(handles.context)
      }
    }
    return text
  }

  /// Tells it where the caret is, so that what it offers to choose from stands there.
  ///
  /// That waits for its answer, so it is told when it has just been heard, and while nothing is
  /// composed only where it draws that itself.
  func setSpot(_ spot: InputSpot) {
    guard let handles, isAwake else { return }
    isAwake = false
    let isToBeTold =
      switch handles.style {
      // What it says of a composition meanwhile, Xlib passes on only with what it says next.
      case .onTheSpot: hasAnswered && (self.spot == nil || !composition.isEmpty)
      case .overTheSpot: true
      case .apart: false
      }
    guard isToBeTold, spot != self.spot else { return }
    self.spot = spot
    mostReturned = Self.mostReturnedAtOnce
    connection.aboutStrangers { CX11SetSpot(handles.context, XPoint(x: spot.x, y: spot.y)) }
  }

  /// Forgets the presses that it has not answered; it may still answer them.
  ///
  /// - Returns: What they were.
  func forgetUnanswered() -> UnansweredPresses {
    owedText.forgive()
    defer { unanswered.removeAll() }
    return unanswered
  }

  /// The server is gone and Xlib frees both handles itself; nothing may be asked of them any more.
  ///
  /// What it left unanswered comes once more, now to be read without it, and what it composed of
  /// that is shown no longer.
  func ended() {
    handles = nil
    fonts = nil
    composition = Composition()
    (hasAnswered, isAwake) = (false, false)
    owedText.forgive()
    callbacks.release()
    unanswered.takeBack(at: MonotonicClock.now) { press in
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

  /// Takes in a text that it commits.
  ///
  /// - Returns: Whether it is to be typed.
  func takesIn(commit utf8: Span<UInt8>) -> Bool {
    unanswered.removeAll()
    return composition.commit(utf8)
  }
}
