public import Motion
public import Scene

/// What a window shows and how it answers: the program's side of the run loop.
///
/// All calls come on one thread. There are two successions of instants, and neither goes back.
/// What happens is told by the time at which it happened: to `advance`, `handle`, `resize`, `wake`
/// and `closeRequested`. What is painted is the picture at the time at which it will be seen, which
/// may be a refresh or two ahead of that: a compositor shows no frame at once. It is never behind
/// what was told. So `paint` looks ahead and nothing may follow from it: an event that is told
/// afterwards may have happened before the instant that was painted, and is answered as if it had
/// not been.
public protocol WindowClient: ~Copyable {
  /// Takes in what a person did. `advance(to:)` was called with the same instant before.
  ///
  /// - Returns: Whether the picture may look different for it; where not, no frame is drawn.
  mutating func handle(_ event: InputEvent, at now: Instant) -> Bool

  /// Lets all that was due until then happen.
  mutating func advance(to now: Instant)

  /// Lays the content out anew; called once before the first frame.
  ///
  /// - Parameters:
  ///   - size: The content's, in logical pixels.
  ///   - scale: Device pixels to one logical pixel.
  mutating func resize(to size: Size, scale: Double, at now: Instant)

  /// Takes in that the person has set the desktop otherwise.
  mutating func settingsChanged(to settings: DesktopSettings, at now: Instant)

  /// Takes what another thread left before it called `WakeSource.wake()`.
  mutating func wake(at now: Instant)

  /// Somebody asks the program to end: the window manager, or a signal.
  mutating func closeRequested(at now: Instant)

  /// Keeps what is to outlive the program, which may be ended without another word; does nothing
  /// unless implemented.
  mutating func keepState(at now: Instant)

  /// Draws what differs from the frame before.
  ///
  /// - Parameters:
  ///   - surface: Shows what the last call left on it, unless `isWhole`.
  ///   - instant: When it is expected to be seen.
  ///   - isWhole: The surface is fresh, and all of it must be drawn.
  /// - Returns: What changed; ignored where `isWhole`.
  mutating func paint(
    on surface: WindowSurface, at instant: Instant, isWhole: Bool
  ) -> [PixelRect]

  /// Hears what became of the frames so far, after each; does nothing unless implemented.
  ///
  /// To show it, keep it for the next frame: none follows from this call.
  mutating func frameSent(_ statistics: FrameStatistics)

  /// Hears from the compositor when a frame was seen; does nothing unless implemented.
  ///
  /// - Parameter counter: The frame's, as `FrameStatistics` had it.
  mutating func frameSeen(_ counter: Int64, at instant: Instant)

  /// The same picture of the window in several sizes, for task bars; none unless implemented.
  ///
  /// Called once, when the first frame is on the screen.
  func makeIcons() -> [WindowIcon]

  /// Does what the first frame did not wait for; nothing unless implemented.
  ///
  /// Called once, when the first frame is on the screen.
  func settle()

  /// In which of its types data would be taken that were dropped where it is; not at all unless
  /// implemented.
  ///
  /// Asked after `handle(.data(.dropMoved))` with the same data.
  func acceptedType(ofDrop hover: DropHover) -> DataType?

  /// The earliest instant at which something changes by itself.
  ///
  /// - Returns: `now` or before while something moves; `nil` at rest, which costs nothing.
  func nextChange(after now: Instant) -> Instant?

  /// What the pointer looks like where it is.
  var pointerShape: PointerShape { get }

  /// Where the text goes that is typed; `nil` unless implemented, and where keys are no text, as
  /// over a button, or where nobody else may know them, as in a password field.
  ///
  /// While it is `nil`, dead keys and Compose sequences type as ever, but no input method is told of
  /// any key, and nothing is composed. Where it becomes `nil`, `InputEvent.preeditChanged` comes no
  /// more: who shows a preedit keeps it as text, or drops it. It is asked for at every key, and once
  /// a turn where an input method runs.
  var textInput: TextInput? { get }

  /// Whether the window is to have the keyboard for itself while it has the focus; `false` unless
  /// implemented.
  ///
  /// Asked once a turn. `InputEvent.keyboardChanged` tells what came of it. While it is held, no other
  /// window gets a key, and neither do the hot keys of the desktop; the window keeps the focus, though
  /// another takes it, until a person presses elsewhere. Where the server has no XInput 2.2, it keeps
  /// nothing. `KeyboardGrab.kept` alone tells of such a loss of the focus.
  var wantsKeyboardGrab: Bool { get }

  /// Hands over what is to be done outside of the program's own state, and forgets it.
  mutating func takeEffects() -> [WindowEffect]

  /// The process's exit status, once the program wants to end; until then `nil`.
  var exitStatus: Int32? { get }
}

extension WindowClient where Self: ~Copyable {
  public mutating func keepState(at now: Instant) {}

  public mutating func frameSent(_ statistics: FrameStatistics) {}

  public mutating func frameSeen(_ counter: Int64, at instant: Instant) {}

  public func makeIcons() -> [WindowIcon] { [] }

  public func settle() {}

  public func acceptedType(ofDrop hover: DropHover) -> DataType? { nil }

  public var textInput: TextInput? { nil }

  public var wantsKeyboardGrab: Bool { false }
}

/// Something that only the window system can do.
public enum WindowEffect {
  /// Sounds the display's bell.
  case bell
  /// Offers data to other programs, until one of them offers something else in the same place.
  ///
  /// Each form is made only when it is asked for. What is in the clipboard when the program ends, a
  /// clipboard manager takes over.
  case offer(DataOffer, in: Pasteboard)
  /// Offers a secret in the clipboard, as UTF-8 and beside word for clipboard managers that it is
  /// one, until another program offers something there or it is withdrawn.
  ///
  /// It is never handed over to be kept. Who withdraws it before the program ends is the client.
  case offerSecret(any OfferedSecret)
  /// Offers nothing there any more, if it did.
  case withdraw(Pasteboard)
  /// Asks for what is there, in the first of the types in which it can be had.
  ///
  /// `InputEvent.data(.received)` always follows, in a later turn of the run loop, with data or
  /// with the reason why there is none. Where the person wants no pasting of what is selected,
  /// nothing is.
  case request(Pasteboard, types: [DataType])
  /// Asks for text that may be a password, so that nothing of it is left in memory besides what
  /// `InputEvent.data(.received)` tells, as from `ReceivedData.Source.secret(request: number)`.
  ///
  /// - Parameter room: Where it is kept on its way and when it is told; where there is more than its
  ///   limit, none is.
  case requestSecret(from: Pasteboard, number: Int, room: DataRoom)
  /// Has the pointer that is pressed in the window carry data, in this window and out of it, until
  /// its last button is up; Escape or another button gives it up.
  ///
  /// The pointer's own events are not told meanwhile: whatever is pressed must be let go of first.
  /// This window is told of the data over it as any is, by `InputEvent.data(.dropMoved)` with
  /// `isOwn`. `InputEvent.data(.dragEnded)` always follows, after `.received` where it was dropped
  /// here.
  case beginDrag(DataOffer, picture: DragPicture?)
}
