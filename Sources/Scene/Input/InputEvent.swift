/// What a person did, as a plain value; places are in logical pixels of the window.
public enum InputEvent: Sendable {
  case pointerMoved(to: Point)
  case pointerPressed(PointerPress)
  case pointerReleased(PointerPress)
  /// The pointer left the window with no button down, or the finger was lifted.
  case pointerLeft
  /// The buttons went to somebody else while one was down: what was under way must be undone.
  case pointerGrabLost
  /// A wheel or a touchpad asks the content to move.
  case scrolled(ScrollStep)
  case keyPressed(KeyPress)
  /// An input method finished some text to which no key belongs.
  case textCommitted(TypedText)
  /// An input method shows what it makes of the keys so far; none ends it.
  case preeditChanged(Preedit)
  /// Something about data that programs exchange.
  case data(DataEvent)
  case windowFocusChanged(isFocused: Bool)
  /// Caps Lock or the keyboard's layout was changed, whichever window had the keyboard, or who has it
  /// for itself; until told, Caps Lock is off, nothing is known of layouts, and nobody has.
  case keyboardChanged(KeyboardStatus)
  /// The window was put away: unmapped, minimized, left on another desktop, or behind a locked
  /// screen.
  case windowHidden
  /// Other windows came to lie over all of it, and no compositor shows it through them. A lock that
  /// tells nobody of itself does no more.
  case windowCovered
}

/// A button going down or coming up.
public struct PointerPress: Hashable, Sendable {
  public var position: Point
  public var button: PointerButton
  public var modifiers: Modifiers
  /// Whether it is a finger's, which hits less finely than a mouse and is never quite still.
  public var isTouch: Bool

  public init(
    at position: Point, button: PointerButton = .primary, modifiers: Modifiers = [],
    isTouch: Bool = false
  ) {
    self.position = position
    self.button = button
    self.modifiers = modifiers
    self.isTouch = isTouch
  }
}

/// A pointer's button by its role.
public enum PointerButton: Hashable, Sendable {
  case primary, middle, secondary
}

/// A request to scroll.
public struct ScrollStep: Hashable, Sendable {
  public var position: Point
  /// How many notches of a wheel, by axis; positive ones show what lies further right and below.
  /// Whole numbers are a wheel's, any others a finger's on a touchpad or a finer wheel's; none at all
  /// is the finger being lifted.
  public var notches: Vector

  public init(at position: Point, notches: Vector) {
    self.position = position
    self.notches = notches
  }
}

/// A key going down, with what it types.
public struct KeyPress: Sendable {
  public var key: Key
  public var modifiers: Modifiers
  /// Empty where the key types nothing.
  public var text: TypedText
  /// Whether the keyboard repeats a key that is held.
  public var isRepeat: Bool

  public init(
    _ key: Key, modifiers: Modifiers = [], text: TypedText = TypedText(), isRepeat: Bool = false
  ) {
    self.key = key
    self.modifiers = modifiers
    self.text = text
    self.isRepeat = isRepeat
  }

  /// Whether it presses a button that has the keyboard focus: Space or Enter alone.
  public var pressesButton: Bool {
    (key == .space || key == .enter) && modifiers.isEmpty
  }
}

/// What the pointer looks like over a place.
public enum PointerShape: CaseIterable, Hashable, Sendable {
  case arrow
  /// Over text that can be edited.
  case text
  /// Over what a click presses.
  case hand
  /// Over what a press catches or picks up.
  case grab
  /// While something is carried along.
  case grabbing
  /// While a place is to be pointed out.
  case crosshair
}
