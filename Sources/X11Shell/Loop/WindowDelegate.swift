public import Motion
public import Scene

/// The application side of the run loop: it handles events and draws the window.
///
/// All calls are made on one thread. There are two sequences of instants, and neither goes back.
/// `advance`, `handle`, `resize`, `wake` and `closeRequested` receive the time of the event.
/// `paint` receives the time at which the frame is presented, which may be one or two refreshes
/// later because a compositor delays frames. It is never earlier than the last event. So `paint`
/// must not change any state: a later event may have happened before the painted instant, and is
/// handled as if that frame had not been painted.
public protocol WindowDelegate: ~Copyable {
  /// Handles user input. `advance(to:)` was called with the same instant before.
  ///
  /// - Returns: Whether the displayed content may change. If `false`, no frame is drawn.
  mutating func handle(_ event: InputEvent, at now: Instant) -> Bool

  /// Processes all changes that are due until then.
  mutating func advance(to now: Instant)

  /// Lays out the content for a new size or scale. Called once before the first frame.
  ///
  /// - Parameters:
  ///   - size: The size of the content in logical pixels.
  ///   - scale: The number of device pixels in one logical pixel.
  mutating func resize(to size: Size, scale: Double, at now: Instant)

  /// Handles a change of the desktop settings.
  mutating func settingsChanged(to settings: DesktopSettings, at now: Instant)

  /// Handles data that another thread provided before it called `WakeSource.wake()`.
  mutating func wake(at now: Instant)

  /// Handles a request of the window manager or a signal to end the program.
  mutating func closeRequested(at now: Instant)

  /// Saves the state of the program, which may be terminated without further notice. The default
  /// implementation does nothing.
  mutating func saveState(at now: Instant)

  /// Draws the changes since the last frame.
  ///
  /// - Parameters:
  ///   - surface: The surface with the content of the last call, unless `isWhole`.
  ///   - instant: The expected presentation time.
  ///   - isWhole: Whether the surface is new, so that all of it must be drawn.
  /// - Returns: The changed areas; ignored if `isWhole`.
  mutating func paint(on surface: WindowSurface, at instant: Instant, isWhole: Bool) -> [PixelRect]

  /// Called after each frame with the statistics of all frames. The default implementation does
  /// nothing.
  ///
  /// This call triggers no frame. To display the statistics, store them for the next frame.
  mutating func frameSent(_ statistics: FrameStatistics)

  /// Called when the compositor reports that a frame was presented. The default implementation does
  /// nothing.
  ///
  /// - Parameter counter: The counter value of the frame, as in `FrameStatistics`.
  mutating func frameSeen(_ counter: Int64, at instant: Instant)

  /// Returns the window icon in several sizes, for task bars. The default implementation returns
  /// none.
  ///
  /// Called once, after the first frame is shown.
  func makeIcons() -> [WindowIcon]

  /// Performs setup that the first frame does not need. The default implementation does nothing.
  ///
  /// Called once, after the first frame is shown.
  func performDeferredSetup()

  /// Returns the type in which data dropped at this position would be accepted, or `nil` to refuse
  /// it. The default implementation refuses all data.
  ///
  /// Called after `handle(.data(.dragUpdated))` with the same data.
  func acceptedType(ofDrop hover: DropInfo) -> DataType?

  /// Returns the earliest instant at which the content changes without input.
  ///
  /// - Returns: `now` or earlier during an animation, or `nil` at rest, which uses no CPU time.
  func nextChange(after now: Instant) -> Instant?

  /// The pointer shape at the current position.
  var pointerShape: PointerShape { get }

  /// The destination of typed text, or `nil` if keys are not text (as on a button) or must not be
  /// known to others (as in a password field). The default is `nil`.
  ///
  /// While it is `nil`, dead keys and Compose sequences still work, but the input method receives
  /// no keys and nothing is composed. When it becomes `nil`, no further `InputEvent.preeditChanged`
  /// is sent: a view that shows preedit text commits or discards it. The run loop reads it at every
  /// key, and once in each iteration while an input method is running.
  var textInput: TextInputContext? { get }

  /// Whether the window should grab the keyboard while it has the focus. The default is `false`.
  ///
  /// Read once in each iteration. `InputEvent.keyboardChanged` reports the result. During the grab,
  /// other windows and the desktop's shortcuts receive no keys. If another window takes the focus,
  /// the grab continues until the user presses a button elsewhere. Only
  /// `KeyboardGrabStatus.grabbedWithoutFocus` reports this loss of the focus. On a server without
  /// XInput 2.2 the grab ends with the focus.
  var wantsKeyboardGrab: Bool { get }

  /// Returns and removes the pending effects for the window system.
  mutating func takeEffects() -> [WindowEffect]

  /// The exit status of the process when the program wants to end, otherwise `nil`.
  var exitStatus: Int32? { get }
}

extension WindowDelegate where Self: ~Copyable {
  public mutating func saveState(at now: Instant) {}

  public mutating func frameSent(_ statistics: FrameStatistics) {}

  public mutating func frameSeen(_ counter: Int64, at instant: Instant) {}

  public func makeIcons() -> [WindowIcon] { [] }

  public func performDeferredSetup() {}

  public func acceptedType(ofDrop hover: DropInfo) -> DataType? { nil }

  public var textInput: TextInputContext? { nil }

  public var wantsKeyboardGrab: Bool { false }
}

/// An action that only the window system can perform.
public enum WindowEffect {
  /// Rings the display's bell.
  case bell
  /// Offers data to other clients until one of them takes over the selection.
  ///
  /// Each representation is created on request. When the program ends, the clipboard manager takes
  /// over the clipboard.
  case offer(DataProvider, in: Pasteboard)
  /// Offers a secret in the clipboard, as UTF-8 and with a hint for clipboard managers that it is a
  /// secret. The offer ends when another client offers data there or the secret is withdrawn.
  ///
  /// It is never transferred to the clipboard manager. The delegate must withdraw it before the
  /// program ends.
  case offerSecret(any SecretProvider)
  /// Withdraws this program's offer, if any.
  case withdraw(Pasteboard)
  /// Requests the data of a pasteboard in the first available of the types.
  ///
  /// `InputEvent.data(.received)` always follows in a later iteration of the run loop, with data or
  /// with the reason for the failure. If the user has disabled pasting the primary selection, it is
  /// not read.
  case request(Pasteboard, types: [DataType])
  /// Requests text that may be a password. Its only copy is delivered by
  /// `InputEvent.data(.received)`, with the source `ReceivedData.Source.secret(request: number)`.
  ///
  /// - Parameter room: The allocator and size limit for the data. Larger data is refused.
  case requestSecret(from: Pasteboard, number: Int, room: ReceiveConfiguration)
  /// Starts dragging data with the pressed pointer, inside and outside this window, until the last
  /// button is released. Escape or another button cancels the drag.
  ///
  /// The delegate receives no pointer events during the drag, so it must first end its own press.
  /// This window receives `InputEvent.data(.dragUpdated)` with `isLocal`, like any target.
  /// `InputEvent.data(.dragEnded)` always follows, after `.received` if the data was dropped here.
  case beginDrag(DataProvider, picture: DragPicture?)
}
