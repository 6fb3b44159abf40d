/// A user action or a window event, as a plain value. Positions are in logical pixels of the
/// window.
public enum InputEvent: Sendable {
  case pointerMoved(to: Point)
  case pointerPressed(PointerPress)
  case pointerReleased(PointerPress)
  /// The pointer left the window with no button pressed, or the finger was lifted.
  case pointerLeft
  /// Another client took the pointer while a button was pressed. The action in progress must be
  /// undone.
  case pointerGrabLost
  /// A wheel or a touchpad scrolled.
  case scrolled(ScrollEvent)
  /// A key was pressed or repeated.
  case keyPressed(KeyPress)
  /// An input method committed text to which no key belongs.
  case textCommitted(TypedText)
  /// The preedit text of an input method changed. An empty one ends the composition.
  case preeditChanged(Preedit)
  /// A clipboard or drag-and-drop event.
  case data(DataEvent)
  /// The window gained or lost the keyboard focus.
  case windowFocusChanged(isFocused: Bool)
  /// Caps Lock, the keyboard layout or the keyboard grab changed, no matter which window has the
  /// focus. Until the first event, assume that Caps Lock is off, the layout is unknown and the
  /// keyboard is not grabbed.
  case keyboardChanged(KeyboardStatus)
  /// The window was hidden: unmapped, minimized, on another desktop, or behind a locked screen.
  case windowHidden
  /// Other windows obscure the window completely, and no compositor shows it through them. A screen
  /// lock that does not announce itself causes only this event.
  case windowObscured
  /// An assistive program requests an action of the control that the path leads to.
  case accessibility(AccessibilityRequest)

  /// The position of a movement, press or release of the pointer, or `nil` for other events.
  public var pointerPosition: Point? {
    switch self {
    case .pointerMoved(let point): point
    case .pointerPressed(let press), .pointerReleased(let press): press.position
    default: nil
    }
  }

  /// Whether the user pressed a key or a button, or committed text.
  package var isUserAction: Bool {
    switch self {
    case .keyPressed, .textCommitted, .pointerPressed: true
    default: false
    }
  }
}

/// A pointer button that is pressed or released.
public struct PointerPress: Hashable, Sendable {
  public var position: Point
  public var button: PointerButton
  public var modifiers: Modifiers
  /// Whether a finger caused the event. A finger is less precise than a mouse and never completely
  /// still.
  public var isTouch: Bool

  public init(
    at position: Point, button: PointerButton = .primary, modifiers: Modifiers = [], isTouch: Bool = false
  ) {
    self.position = position
    self.button = button
    self.modifiers = modifiers
    self.isTouch = isTouch
  }
}

/// A pointer button by its role.
public enum PointerButton: Hashable, Sendable { case primary, middle, secondary }

/// A scroll input event.
public struct ScrollEvent: Hashable, Sendable {
  public var position: Point
  /// The number of wheel notches on each axis. Positive values show content further right and
  /// below. Whole numbers come from a wheel, other numbers from a touchpad or a high-resolution
  /// wheel. A zero vector means that the finger was lifted.
  public var notches: Vector

  public init(at position: Point, notches: Vector) {
    self.position = position
    self.notches = notches
  }
}

/// A key press and the text that it types.
public struct KeyPress: Sendable {
  public var key: Key
  public var modifiers: Modifiers
  /// The typed text; empty if the key types nothing.
  public var text: TypedText
  /// Whether the event is an automatic repetition of a key that is held down.
  public var isRepeat: Bool
  /// The characters on the pressed key, on the levels of the active layout and then of the others. They may be access
  /// keys. Empty without Alt.
  public var characters: [Unicode.Scalar]

  public init(
    _ key: Key, modifiers: Modifiers = [], text: TypedText = TypedText(), isRepeat: Bool = false,
    characters: [Unicode.Scalar] = []
  ) {
    self.key = key
    self.modifiers = modifiers
    self.text = text
    self.isRepeat = isRepeat
    self.characters = characters
  }

  /// Whether the key activates a focused button: Space or Enter without modifiers.
  public var activatesButton: Bool { (key == .space || key == .enter) && modifiers.isEmpty }
}

/// The shape of the pointer.
public enum PointerShape: CaseIterable, Hashable, Sendable {
  case arrow
  /// The shape over editable text.
  case text
  /// The shape over elements that can be clicked.
  case hand
  /// The shape over elements that can be dragged or stopped by a press.
  case grab
  /// The shape during a drag.
  case grabbing
  /// The shape while the user picks a position.
  case crosshair
}

extension InputEvent {
  /// Returns the event with its position displaced by `vector`. Use the negated offset of the
  /// content to convert to the coordinates of the content.
  public func offset(by vector: Vector) -> InputEvent {
    switch self {
    case .pointerMoved(let point): return .pointerMoved(to: point + vector)
    case .pointerPressed(var press):
      press.position = press.position + vector
      return .pointerPressed(press)
    case .pointerReleased(var press):
      press.position = press.position + vector
      return .pointerReleased(press)
    case .scrolled(var scroll):
      scroll.position = scroll.position + vector
      return .scrolled(scroll)
    case .data(let event): return .data(event.offset(by: vector))
    case .pointerLeft, .pointerGrabLost, .keyPressed, .textCommitted, .preeditChanged, .windowFocusChanged,
      .keyboardChanged, .windowObscured, .windowHidden, .accessibility:
      return self
    }
  }
}
