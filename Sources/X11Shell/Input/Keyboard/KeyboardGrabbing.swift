import CX11
import Motion
import Scene

/// Takes the keyboard for a window, tries again where another program has it, and gives it back.
///
/// Window managers hold the keyboard for a moment while they switch windows, so one refusal is no news
/// yet. Whoever holds it for longer may do so for good, as a lock or a menu does: then the window tries
/// less and less often, in the end only when something happens to it, and nothing is left that wakes the
/// program.
///
/// Once it is taken it is kept though another window gets the focus: that is what it is taken for. Only
/// the person lets another window have it, by a press there.
struct KeyboardGrabbing {
  private(set) var state = KeyboardGrab.none
  /// When the next try is due by itself; `nil` where none is.
  private(set) var deadline: Instant?
  /// How many in a row were in vain.
  private var refusals = 0
  private var isPointerInside = false
  /// Whether the last press was elsewhere, and nothing of the keyboard has come since.
  private var isPersonElsewhere = false

  /// From the first refusal to the next try; from then on each wait is twice the one before.
  static let firstDelay = Duration.milliseconds(100)
  /// How many tries follow the first.
  static let mostRetries = 6

  /// Lets there be a try soon, since something has happened that may have changed the answer.
  mutating func reconsider(at now: Instant) {
    guard refusals > 0 else { return }
    (refusals, deadline) = (1, now)
  }

  /// Takes in that the server has let go of the keyboard, with the window.
  mutating func lose() { (state, deadline, refusals) = (.none, nil, 0) }

  /// Takes in that the pointer has come into the window, or has left it.
  mutating func notePointer(isInside: Bool) { isPointerInside = isInside }

  /// Takes in that a person has pressed, in the window or elsewhere.
  mutating func notePressAnywhere() { isPersonElsewhere = !isPointerInside }

  /// Takes in that a key or the focus has come.
  mutating func noteReturn() { isPersonElsewhere = false }

  /// Does what is due.
  ///
  /// - Parameters:
  ///   - isWanted: Whether the window is to have the keyboard, as it can.
  ///   - grab: Asks for it; answers with anything but `none`.
  ///   - letGo: Gives it back.
  mutating func follow(
    isWanted: Bool, at now: Instant, grab: () -> KeyboardGrab, letGo: () -> Void
  ) {
    guard isWanted, !isPersonElsewhere else {
      if state == .held { letGo() }
      return lose()
    }
    let isDue = deadline.map { $0 <= now } ?? (refusals == 0)
    guard state != .held, isDue else { return }
    take(grab(), at: now)
  }

  private mutating func take(_ answer: KeyboardGrab, at now: Instant) {
    deadline = nil
    guard answer != .held else {
      (state, refusals) = (.held, 0)
      return
    }
    refusals += 1
    if refusals > 1 { state = answer }
    if refusals <= Self.mostRetries { deadline = now + Self.firstDelay * (1 << (refusals - 1)) }
  }
}

extension Connection {
  /// Asks for all keys of the keyboard, for a window that has the focus (`XGrabKeyboard`); a round
  /// trip.
  ///
  /// The window's own keys come as ever. That the focus came is told without a time, and any time that
  /// is known is older than the grab by which a window manager has just switched to the window, for
  /// which the server would refuse; so it is the server's present one.
  func grabKeyboard(for window: Window) -> KeyboardGrab {
    let status = XGrabKeyboard(
      display, window, True, GrabModeAsync, GrabModeAsync, Time(CurrentTime))
    return switch status {
    case GrabSuccess: .held
    case AlreadyGrabbed, GrabFrozen: .heldElsewhere
    default: .refused
    }
  }

  /// Gives the keyboard back.
  func ungrabKeyboard() { XUngrabKeyboard(display, Time(CurrentTime)) }
}

extension RunLoop {
  /// Has the window hold the keyboard for as long as the client wants it to, and tells how that goes.
  ///
  /// To be called once a turn, when the frame is out: it may wait for the server.
  mutating func followKeyboardGrab(of client: inout some WindowClient & ~Copyable) {
    // A window that cannot be seen holds no keyboard: a lock that covers it must get it.
    let isWanted = client.wantsKeyboardGrab && focus.isFocused && visibility.isShown
    let (connection, window) = (self.window.connection, self.window.id)
    keyboardGrab.follow(isWanted: isWanted, at: MonotonicClock.now) {
      connection.grabKeyboard(for: window)
    } letGo: {
      connection.ungrabKeyboard()
    }
    if keyboardGrab.state != keyboardStatus.grab { tellKeyboard(&client) }
    let isHeld = keyboardGrab.state == .held
    guard isHeld != focus.holdsKeyboard else { return }
    xinput?.hearPressesAnywhere(isHeld)
    if let isFocused = focus.hold(isHeld) {
      take(.focus(isFocused: isFocused, received: MonotonicClock.now), &client)
    }
  }

  /// Takes in what may have freed the keyboard: its keys come only where nobody else has them, and the
  /// focus comes, or comes back, when a grab ends.
  mutating func hearOfKeyboardGrab(_ event: XEvent) {
    switch event.type {
    case EnterNotify, LeaveNotify:
      guard event.xcrossing.detail != NotifyInferior else { return }
      keyboardGrab.notePointer(isInside: event.type == EnterNotify)
    case KeyPress:
      keyboardGrab.noteReturn()
      keyboardGrab.reconsider(at: MonotonicClock.now)
    case FocusIn:
      // What follows from the grab's own end is no return.
      if event.xfocus.mode != NotifyUngrab { keyboardGrab.noteReturn() }
      keyboardGrab.reconsider(at: MonotonicClock.now)
    default: break
    }
  }
}
