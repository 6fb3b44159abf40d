import Accessibility
import CX11
import Motion
import Scene
import X11

/// The pointer input, the keys and the input method of a window. It keeps the order in which the user has made the
/// input: what follows a key waits until the input method has reported everything before it.
final class WindowInput {
  typealias Item = DeferredInputQueue.Item
  typealias Key = DeferredInputQueue.Key

  private unowned let window: Window
  let method: InputMethod
  private var translation: EventTranslation
  private var waiting = DeferredInputQueue()
  private var userTime = UserTime()
  private var pressDelay = PressDelay()
  /// The key that was Insert or Caps Lock when it was last pressed, which is a modifier of screen readers.
  private var screenReaderKey: UInt8?
  /// The buffer for the text of a key, which is used again as long as it is empty. Most keys need no space.
  private var typed = WipedBytes()

  init(of window: Window) {
    self.window = window
    method = InputMethod(
      for: window.id, selecting: Window.eventMask, through: window.application.inputMethodConnection)
    translation = EventTranslation(scale: window.scale)
    translation.usesScreenPositions = window.overlay != nil
  }

  private var application: Application { window.application }

  /// Whether a button or touch that was pressed in the window is down.
  var isPressed: Bool { translation.isPressed }

  /// Whether input was read that is not handled yet. Keys may wait for an input method that never answers, and the
  /// content changes in the meantime.
  var hasUnhandledInput: Bool { hasDeferredReleases || waiting.holdsMoreThanKeys }

  func setScale(_ scale: Double) { translation.scale = scale }

  /// Publishes the time of a new press, if any.
  func publishUserTime() {
    guard let time = userTime.take() else { return }
    window.connection.write(
      .words([UInt(time.milliseconds)], type: XA_CARDINAL), to: .netWMUserTime, of: window.id)
  }
}

// Pointers.
extension WindowInput {
  /// Switches from the core pointer to XInput, if the server supports it.
  ///
  /// It takes a round trip, so the first frame does not wait for it. A button that is down during
  /// the switch stays with the core protocol until it is released, so that no event is reported
  /// twice or lost.
  func chooseXInput() {
    guard let xinput = application.devices?.xinput else { return }
    if xinput.isXwayland { window.keyboard.dropKeysUnderWay() } else { window.keyboard.observePresses() }
    translation.xinputStart = xinput.select(on: window.id)
    translation.pointers = xinput.masterPointers()
  }

  /// Handles a pointer event of the core protocol, or the end of all presses with the window.
  func handle(_ event: XEvent, receivedAt received: Instant) {
    if event.type == UnmapNotify { pressDelay = PressDelay() }
    if let meaning = translation.translate(event) { handle(translated: meaning, at: received) }
  }

  /// Handles an event of XInput.
  ///
  /// - Parameter cookie: The event with its data.
  func handle(_ cookie: XGenericEventCookie, from xinput: XInput, receivedAt received: Instant) {
    if cookie.evtype == XI_Enter, let pointer = translation.pointerToRead(after: cookie) {
      translation.pointers[pointer] = xinput.masterPointers(pointer)[pointer]
    }
    if let meaning = translation.translate(cookie, receivedAt: received) {
      handle(translated: meaning, at: received)
    }
  }

  private func handle(translated meaning: TranslatedEvent, at received: Instant) {
    switch meaning {
    case .input(let input, let time): handleOrDefer(.pointer(input, time: time, received: received))
    case .inputs(let first, let second, let time):
      handleOrDefer(.pointer(first, time: time, received: received))
      handleOrDefer(.pointer(second, time: time, received: received))
    case .pressedAnywhere(let isTouch):
      window.keyboard.pressedAnywhere(isTouch: isTouch, at: received)
      // The position of a touch is unknown; one in the program's windows is reported to them.
      if !isTouch, window.menu != nil, application.windowUnderPointer == nil { window.closeMenus() }
    case .deferred: window.sendNoOpEvent()
    }
  }

  var hasDeferredReleases: Bool { !translation.deferredReleases.isEmpty }

  /// Delivers the deferred releases, if the next event proves that the user caused them.
  func deliverDeferredReleases(before event: XEvent) {
    guard let xinput = application.devices?.xinput,
      EventTranslation.confirmsReleases(event, opcode: xinput.opcode)
    else { return }
    for release in translation.takeDeferredReleases() {
      handle(translated: release.meaning, at: release.received)
      window.frames.recordEvent(receivedAt: release.received)
    }
  }

  /// Handles pointer input, a focus change or a drop, or defers it until the composition has ended.
  func handleOrDefer(_ item: Item) {
    if case .pointer(.pointerPressed, _, _) = item { window.keyboard.pressedInside() }
    let isComposing = !waiting.isEmpty || method.server?.composesUnseen == true
    // If another window gets the keyboard, the visible preedit text may be lost, so it is committed immediately.
    let awaitsCommit = method.hasPendingCommit && !item.isLeaving
    if waiting.holdsMoreThanKeys || item.endsComposition && (isComposing || awaitsCommit) {
      waiting.append(item)
    } else {
      handleNow(item)
    }
  }

  private func handleNow(_ item: Item) {
    // Each use of an unowned reference retains its object.
    let window = window
    if item.endsComposition { endPreedit() }
    switch item {
    case .key(let key): passToInputMethod(key)
    case .pointer(let input, let time, let received):
      let instant = pressDelay.instant(
        of: input, at: application.recordAction(at: time, receivedAt: received), after: window.latest,
        isLast: !isPressed)
      switch input {
      // A loss of the pointer to a screen locker is not user input.
      case .pointerMoved, .pointerReleased, .scrolled: window.frames.recordUserActivity()
      case .pointerPressed:
        window.frames.recordUserActivity()
        userTime.record(ServerTime(time))
      default: break
      }
      if window.drag.holdsPress, window.drag.takes(input) { return }
      window.deliver(.input(input), at: instant)
    case .focus(let isFocused, _):
      if !isFocused { window.keyboard.forgetHeldKeys() }
      method.setFocus(isFocused)
      window.deliver(.input(.windowFocusChanged(isFocused: isFocused)))
    case .drop(let source, let time, let received):
      window.transfers.receiveDrop(from: source, since: time, at: received)
    }
  }
}

// Keys.
extension WindowInput {
  /// Handles a key press or release. If the input method still has an earlier key, it waits.
  func handleKey(_ event: XEvent, receivedAt received: Instant) {
    if event.type == KeyPress {
      // A key shows that no other client has the keyboard.
      window.keyboard.retry(at: received)
      if window.keyboard.drops(event.xkey, receivedAt: received) { return }
    }
    // If the text destination has changed, keys are deferred until the server knows it.
    followTextInput()
    let key = Key(event: event, received: received)
    let isReturned = method.server?.hasReturned(event.xkey) == true
    let mustWait =
      event.type == KeyRelease
      ? waiting.hasDeferredPress(endedBy: event.xkey) : method.hasPendingCommit || waiting.next != nil
    if mustWait, !isReturned { waiting.append(.key(key)) } else { passToInputMethod(key) }
  }

  /// Passes a key to the input method. The content receives a key that is not used there.
  private func passToInputMethod(_ key: Key) {
    var key = key
    if key.event.type == KeyPress { window.frames.recordUserActivity() }
    key.isRepeat = window.keyboard.record(key.event.xkey)
    guard !method.filters(&key), key.event.type == KeyPress else { return sendPreeditChange() }
    // A commit of the server has no key code and precedes a key that waits for it. So does what a server has composed
    // whose end Xlib has noticed by this key.
    if key.event.xkey.keycode != 0, method.hasPendingCommit || method.server?.hasRemains == true {
      waiting.append(returned: key)
    } else {
      handlePress(key)
    }
  }

  /// Handles a press that the input method did not use, or a commit.
  private func handlePress(_ key: Key) {
    var event = key.event.xkey
    let method = method
    let symbols = KeySymbols(event, on: window.connection)
    if isCommandOfScreenReader(event, symbols.symbol) { return }
    let press = event.keycode == 0 ? nil : KeyPress(symbols, state: event.state, isRepeat: key.isRepeat)
    if press?.key == .escape, window.drag.cancel() { return }
    var time = key.received
    // A commit of an input method may have no time.
    if event.time != CurrentTime {
      userTime.record(ServerTime(event.time))
      time = application.recordAction(at: event.time, receivedAt: time)
    }
    let text = typed
    defer { if !text.isEmpty { typed = WipedBytes() } }
    let outcome: Composer.Outcome
    if let press {
      // A key that the server did not use ends an unfinished composition.
      if press.key != .unidentified {
        method.server?.recordUnused()
        if method.isComposing { endPreedit() }
      }
      outcome = method.compose(symbols.symbol, isCommand: press.modifiers.command, into: text)
    } else {
      outcome = method.readCommit(&event, into: text) ? .typed : .taken
    }
    if let preedit = method.takePreedit() { window.deliver(.input(.preeditChanged(preedit)), at: time) }
    switch outcome {
    case .plain:
      if let press { window.deliver(.input(.keyPressed(press)), at: time) }
    case .typed:
      TypedText.forEachChunk(of: text.bytes.span) { window.deliver(.input(.textCommitted($0)), at: time) }
      method.showSequence()
    case .taken: break
    }
    sendPreeditChange()
    followTextInput()
  }

  /// Returns whether a press is a command of Orca, which before version 45 does not keep its keys from the program: the
  /// key of "Where am I", or any key while Insert or Caps Lock is held, unless that is Control in this layout.
  private func isCommandOfScreenReader(_ event: XKeyEvent, _ symbol: KeySym) -> Bool {
    guard event.keycode != 0, application.accessibility?.isListening == true else { return false }
    if [XK_Insert, XK_KP_Insert, XK_Caps_Lock].contains(where: { symbol == KeySym($0) }) {
      screenReaderKey = UInt8(truncatingIfNeeded: event.keycode)
      return false
    }
    let isHeld = event.state & UInt32(ControlMask) == 0 && screenReaderKey.map(window.keyboard.isDown) == true
    return isHeld || symbol == KeySym(XK_KP_Enter)
  }

  /// Sends the preedit text to the content if it has changed.
  func sendPreeditChange() {
    if let preedit = method.takePreedit() { window.deliver(.input(.preeditChanged(preedit))) }
  }

  /// Ends the composition because the focus or the pointer moves, and commits its text in place, as
  /// Qt does. An input method that ends it by itself may discard the text.
  private func endPreedit() {
    followTextInput()
    let text = method.end()
    sendPreeditChange()
    commit(text)
  }

  /// Sends text that the input method has composed.
  private func commit(_ text: String) {
    let time = window.currentTime
    TypedText.forEachChunk(of: text.utf8Span.span) { window.deliver(.input(.textCommitted($0)), at: time) }
  }

  /// Updates the input method's destination.
  private func followTextInput() { method.setTextInput(window.cues.textInput) }

  /// Updates the input method's destination and the location of its candidate window.
  ///
  /// Call it once in each iteration after the frame was sent: it may wait for the server.
  func updateInputMethod() {
    guard method.hasServer else { return }
    followTextInput()
    method.updateSpotLocation(scale: window.scale)
  }
}

// Deferred input.
extension WindowInput {
  /// Whether input waits for the input method, or is left of one that has ended.
  var hasDeferredInput: Bool { !waiting.isEmpty || method.server?.hasRemains == true }

  /// Processes deferred input, as far as the input method has reported everything before it.
  func processDeferredInput() {
    while method.server?.hasRemains == true || !method.hasPendingCommit {
      if let (text, press) = method.server?.takeRemains() {
        sendPreeditChange()
        commit(text)
        if let press { handlePress(press) }
      } else if let key = waiting.takeReturned() {
        handlePress(key)
      } else if window.connection.queuedEventCount == 0, let next = waiting.next {
        // Keys that the server returned are in the event queue and come first: Xlib identifies them by a number that
        // other keys may share.
        if next.endsComposition, method.server?.composesUnseen == true {
          _ = method.end()
        } else if let next = waiting.takeNext() {
          handleNow(next)
          followTextInput()
        }
      } else {
        return
      }
    }
    if !waiting.isEmpty { method.server?.queryPendingCommit() }
  }

  /// The timeout of the oldest deferred input, or `nil` if there is none.
  var deadline: Instant? {
    waiting.isEmpty ? nil : waiting.deadline(after: method.server?.lastMessageTime ?? .distantPast)
  }

  /// Processes deferred input without the input method if it has timed out.
  func endOverdue() {
    guard let deadline, deadline <= application.inputTimes.read else { return }
    while !waiting.isEmpty, window.connection.queuedEventCount == 0 {
      method.server?.stopWaiting()
      processDeferredInput()
    }
  }
}

/// The time until which all input is known. Contents receive no later time, except by the `PressDelay` of a press. So the
/// times of the server alone decide whether a press was a tap, held or a drag, however late the program reads it.
struct InputTime {
  /// The time at which the current iteration of the event loop began, before it reads from the server.
  var woke: Instant
  /// The time until which everything that the server had sent was read and handled.
  var read: Instant
  /// The latest time at which the server was asked for an event that has arrived. Over a slow
  /// connection, it may be much later than the times of the input that was read.
  private(set) var proven = Instant.distantPast
  /// The time at which the server was asked for an event that has not arrived. `nil` if there is none.
  var asked: Instant?

  /// The server time of the last user action, or `nil` before the first.
  var lastAction: ServerTime?
  /// The conversion of the server's times.
  var clock = ServerClock()

  /// Handles the arrival of an event that was asked for. Only the last one is awaited.
  mutating func handleReply(_ message: XClientMessageEvent) {
    guard let asked, message.data.l.0 == Int(Int32(truncatingIfNeeded: asked.nanoseconds)) else { return }
    (proven, self.asked) = (asked, nil)
  }
}

extension Application {
  /// Records the time of user input as that of the last action, and returns its instant.
  func recordAction(at time: Time, receivedAt received: Instant) -> Instant {
    inputTimes.lastAction = ServerTime(time)
    // A copy, so that accesses to the property need no check at run time.
    var clock = inputTimes.clock
    defer { inputTimes.clock = clock }
    return clock.instant(of: time, receivedAt: received)
  }

  /// Whether a button or touch that was pressed in a window is down.
  fileprivate var isPressed: Bool { windows.contains { $0.input.isPressed } }

  /// The time until which all input is known and handled. `nil` while input waits to be handled.
  ///
  /// During a press, only an answer of the server proves it: the release may be on its way.
  fileprivate var knownTime: Instant? {
    guard inputTimes.read == inputTimes.woke, !windows.contains(where: \.input.hasUnhandledInput) else {
      return nil
    }
    return isPressed ? inputTimes.proven : inputTimes.woke - inputTimes.clock.delay
  }
}

extension Window {
  /// The time for everything that is sent to the content without a time of the server.
  var currentTime: Instant { application.knownTime.map { min(MonotonicClock.now, $0) } ?? latest }

  /// The time of the content's next change. `nil` if it is due, but input from before it may arrive.
  var nextKnownChange: Instant? {
    guard let next = nextContentChange, next > latest else { return nextContentChange }
    guard let known = application.knownTime else { return nil }
    guard application.isPressed else { return next + application.inputTimes.clock.delay }
    return next <= known || next > MonotonicClock.now || application.inputTimes.asked == nil ? next : nil
  }

  /// Asks the server for all input until now, if the content changes with time during a press.
  func askForInputIfNeeded() {
    let times = application.inputTimes
    guard application.isPressed, times.asked == nil, let next = nextContentChange else { return }
    // An animation needs no exact times.
    let due = next > latest ? next : max(latest, times.proven) + .milliseconds(20)
    if times.proven < due, due <= MonotonicClock.now { sendNoOpEvent() }
  }

  /// Makes the server send the window an event without meaning, after all earlier input. It is a reply that
  /// need not be awaited. No other client receives it.
  func sendNoOpEvent() {
    let now = MonotonicClock.now
    application.inputTimes.asked = now
    // Of the time, 32 bits are sent, which identify the event.
    var event = XEvent(
      message: connection.atoms[.null], about: id, word: UInt(bitPattern: Int(now.nanoseconds)))
    XSendEvent(connection.display, id, False, NoEventMask, &event)
  }
}

/// The delay with which a content gets the input of a press.
///
/// A server that draws sends a press late. If the content has received a later time before, the press begins at that time.
/// Without the same delay of all that follows, it would be too short, and a long press would become a tap.
struct PressDelay {
  /// The maximum: changes of the content wait until their times, so a longer delay would be visible.
  static let maximum = Duration.seconds(1)

  /// The delay of the current press. `nil` if there is none.
  private var delay: Duration?

  /// Returns the time of pointer input for the content.
  ///
  /// - Parameters:
  ///   - instant: The time of the input by the server.
  ///   - latest: The last instant that was sent to the content.
  ///   - isLast: Whether no button is down after the input.
  mutating func instant(
    of input: InputEvent, at instant: Instant, after latest: Instant, isLast: Bool
  ) -> Instant {
    defer {
      switch input {
      case .pointerReleased, .pointerGrabLost: if isLast { delay = nil }
      default: break
      }
    }
    if case .pointerPressed = input, delay == nil {
      delay = min(max(.zero, instant.duration(to: latest)), Self.maximum)
    }
    return instant + (delay ?? .zero)
  }
}

/// Converts X server timestamps to instants of the local monotonic clock.
///
/// A server counts milliseconds in 32 bits from its own origin and wraps after 49.7 days. The
/// offset between the origins is estimated from the events: an event without delay shows the true
/// offset, any other a larger one, so the minimum is used. The difference between two instants is
/// then the one that the server measured, independent of how busy this program was.
struct ServerClock {
  /// The timestamp of the last event and its time of receipt.
  private var last: (time: UInt32, received: Instant)?
  /// The last timestamp without wrapping, in nanoseconds since the first. An input method server may send any
  /// timestamps, so the sum may overflow. It wraps around, as do `offset` and their differences, which stay right.
  private var elapsed: Int64 = 0
  /// The difference between an instant and `elapsed`, in nanoseconds.
  private var offset: Int64 = 0
  /// Whether the server reads the same clock as this process, so that `offset` is exact.
  private var isLocal = false
  private var latest = Instant.distantPast
  /// The shortest delay of an event so far, if the server reads the same clock as this process. It is long
  /// over a slow connection. Otherwise zero, since `offset` includes it.
  private(set) var delay = Duration.zero

  /// The maximum plausible delay of an event, in nanoseconds. If it is exceeded, the server's clock
  /// was set.
  private static let maximumDelay: Int64 = 10_000_000_000
  /// The maximum time between events of the same timestamp. If it is exceeded, the counter has
  /// wrapped.
  private static let maximumRepeatInterval = Duration.seconds(10)
  /// The inverse of the maximum drift between the clocks: one part in a thousand, ten times that of
  /// a bad crystal.
  private static let driftDivisor: Int64 = 1000

  /// Returns the time of an event. It is never before an earlier result and never after the
  /// receipt. Successive equal timestamps give the same result.
  ///
  /// - Parameters:
  ///   - time: The timestamp of the event in milliseconds; 32 bits in a `long`, as Xlib has it.
  ///   - received: The time of receipt, not before that of the previous call.
  mutating func instant(of time: UInt, receivedAt received: Instant) -> Instant {
    let time = UInt32(truncatingIfNeeded: time)
    // A change of the offset in between would separate events that the server reports for the same
    // moment.
    if let last, last.time == time, received < last.received + Self.maximumRepeatInterval { return latest }
    let previous = last ?? (time, received)
    // As a signed number, the difference is right across a wrap and for events in the wrong order.
    elapsed &+= Int64(Int32(bitPattern: time &- previous.time)) * 1_000_000
    if last == nil {
      let localOffset = Self.localOffset(of: time, receivedAt: received)
      (offset, isLocal) = (localOffset ?? received.nanoseconds, localOffset != nil)
      // A first event may be late for another reason.
      delay = min(.nanoseconds(received.nanoseconds &- offset), .seconds(1))
    } else {
      learnOffset(
        from: received.nanoseconds &- elapsed,
        drift: (received.nanoseconds - previous.received.nanoseconds) / Self.driftDivisor)
    }
    last = (time, received)
    latest = min(received, max(latest, Instant(nanoseconds: elapsed &+ offset)))
    return latest
  }

  /// Returns the offset of a first event if the server reads the same clock as this process
  /// (`CLOCK_MONOTONIC`), as servers on the same machine do. Otherwise, returns `nil`.
  ///
  /// Without it, an offset that is learned from late events would shorten the next press: a press of
  /// 200 ms that is received late, and a release that is received in time, would seem shorter.
  private static func localOffset(of time: UInt32, receivedAt received: Instant) -> Int64? {
    let now = received.nanoseconds / 1_000_000
    let delay = Int64(UInt32(truncatingIfNeeded: now) &- time) * 1_000_000
    return delay <= maximumDelay ? now * 1_000_000 - delay : nil
  }

  private mutating func learnOffset(from candidate: Int64, drift: Int64) {
    let delay = candidate &- offset
    if delay < 0 || delay > Self.maximumDelay {
      (offset, isLocal, self.delay) = (candidate, false, .zero)
    } else if isLocal {
      self.delay = min(self.delay, .nanoseconds(delay))
    } else {
      offset &+= min(delay, drift)
    }
  }
}
