public import Motion
public import Scene

/// The content of a window: it handles events and describes its appearance.
///
/// All calls are made on one thread, and none is made during another: effects that the content
/// returns are performed after its call has returned. There are two sequences of instants, and
/// neither goes back. `handle` receives the time of the event. `draw` receives the time at which the
/// frame is presented, which may be one or two refreshes later because a compositor delays frames.
/// It is never earlier than the last event. So `draw` must not change any state: a later event may
/// have happened before the drawn instant, and is handled as if that frame had not been drawn.
///
/// A content whose display list contains secrets also conforms to `SecretTextSource`.
public protocol WindowContent: AnyObject {
  /// Handles an event, after all changes that were due before it.
  ///
  /// - Returns: The effects outside the content, in order.
  func handle(_ event: WindowEvent, at now: Instant) -> [Effect]

  /// Adds the content to a display list. The window draws the differences from the last frame.
  func draw(into list: inout DisplayList, at presentation: Instant)

  /// Adds the objects of the content to a collector, so that assistive programs can describe and operate it. Requests
  /// for them come as `InputEvent.accessibility`. The default implementation adds none.
  func describe(into tree: inout AccessibleTree, at now: Instant)

  /// Returns the earliest instant at which the content changes without input.
  ///
  /// - Returns: `now` or earlier during an animation, or `nil` at rest, which uses no CPU time. The
  ///   default implementation returns `nil`.
  func nextChange(after now: Instant) -> Instant?

  /// Returns the current requests to the window system. The default implementation returns none.
  func cues(at now: Instant) -> WindowCues

  /// Returns the part of the screen that a window of kind `overlay` covers in a frame, or `nil` to hide it.
  /// The default implementation returns `nil`.
  func placement(at presentation: Instant) -> OverlayPlacement?
}

extension WindowContent {
  public func describe(into tree: inout AccessibleTree, at now: Instant) {}

  public func nextChange(after now: Instant) -> Instant? { nil }

  public func cues(at now: Instant) -> WindowCues { WindowCues() }

  public func placement(at presentation: Instant) -> OverlayPlacement? { nil }
}

/// An event of a window.
public enum WindowEvent {
  /// User input, and data from other programs.
  case input(InputEvent)
  /// A frame is due, and the time returned by `WindowContent.nextChange(after:)` has come. Also sent after each
  /// change by `Window.update(_:)`.
  case timePassed
  /// The window has a new size in logical pixels, or a new scale in device pixels per logical pixel.
  /// Sent once before the first frame. The size of an overlay is that of the screen.
  case resized(Size, scale: Double)
  /// The monitors, the work areas or the visibility of overlays have changed. Sent only to an overlay, and
  /// once before its first frame.
  case screenChanged(ScreenLayout)
  /// The desktop settings have changed.
  case settingsChanged(DesktopSettings)
  /// The first frame is shown.
  case appeared
  /// The user, the window manager or a signal requests that the window is closed. The content closes
  /// it with `Effect.close`.
  case closeRequested
}

/// The requests of a content to the window system, which are valid until its next call.
public struct WindowCues {
  /// The pointer shape at the current position.
  public var pointerShape = PointerShape.arrow
  /// The destination of typed text, or `nil` if keys are not text (as on a button) or must not be
  /// known to others (as in a password field).
  ///
  /// While it is `nil`, dead keys and Compose sequences still work, but the input method receives
  /// no keys and nothing is composed. When it becomes `nil`, no further `InputEvent.preeditChanged`
  /// is sent: a view that shows preedit text commits or discards it.
  public var textInput: TextInputContext?
  /// Whether the window should grab the keyboard while it has the focus.
  ///
  /// `InputEvent.keyboardChanged` reports the result. During the grab, other windows and the
  /// desktop's shortcuts receive no keys. If another window takes the focus, the grab continues
  /// until the user presses a button elsewhere. Only `KeyboardGrabStatus.grabbedWithoutFocus`
  /// reports this loss of the focus. On a server without XInput 2.2 the grab ends with the focus.
  ///
  /// Windows that cover the window do not end the grab, but hiding it and a screen lock do. A prompt
  /// (`WindowConfiguration.isPrompt`) needs no focus for it. An overlay has no focus, so it grabs the keyboard for as long
  /// as this is `true`.
  public var wantsKeyboardGrab = false
  /// Whether an overlay should receive all presses on the screen, as an open menu does.
  public var wantsPointerGrab = false
  /// Whether the user has begun to type an answer and has not given it yet, such as half a password.
  ///
  /// If a prompt (`WindowConfiguration.isPrompt`) then closes within half a second of a key, no window receives the keys that
  /// follow up to their first pause of half a second, for five seconds at most.
  public var isTyping = false
  /// The type in which data of the last `DataEvent.dragUpdated` would be accepted, or `nil` to refuse
  /// it.
  public var acceptedDrop: DataType?
  /// The size in logical pixels that the content needs, for a window with
  /// `WindowConfiguration.fitsContent`.
  public var preferredSize: Size?

  public init() {}
}

/// The part of the screen that an overlay covers, in logical pixels of the screen.
public struct OverlayPlacement: Hashable, Sendable {
  /// The frame of the window, at whole device pixels. The content draws relative to its origin. While it only moves, a
  /// content that draws the same is not painted again.
  public var frame: Rect
  /// The outlines that receive pointer input. Without a compositor, nothing else is visible.
  public var outlines: [RoundedRect]

  public init(frame: Rect, outlines: [RoundedRect]) { (self.frame, self.outlines) = (frame, outlines) }
}
