/// Everything that assistive programs, such as a screen reader, can know about one object, without its children.
///
/// A control describes its objects as it draws itself: `AccessibleTree` collects the descriptions.
public struct AccessibleNode: Hashable, Sendable {
  public var role: AccessibleRole
  /// The label that is read first. A control that a pointer can use must have one.
  public var name: String
  /// A sentence that is read after the name: the problem of the object, or what is expected.
  public var description: String
  public var states: AccessibleStates
  public var text: AccessibleText?
  public var value: AccessibleValue?
  /// The first action is that of a click.
  public var actions: [AccessibleAction]
  /// The text to announce when it changes. A screen reader reads no other change of an object without the focus, nor a change
  /// of the description of a text in which the user types.
  public var announcement: AccessibleAnnouncement?
  /// The visible part, in logical pixels of the window.
  public var frame: Rect

  public init(
    _ role: AccessibleRole, _ name: String, description: String = "", states: AccessibleStates = [],
    text: AccessibleText? = nil, value: AccessibleValue? = nil, actions: [AccessibleAction] = [],
    announcement: AccessibleAnnouncement? = nil, in frame: Rect
  ) {
    self.announcement = announcement
    (self.role, self.name, self.description, self.states) = (role, name, description, states)
    (self.text, self.value, self.actions, self.frame) = (text, value, actions, frame)
  }

  /// Puts a sentence before the description, unless it is empty, is the name, or already begins the description, followed by
  /// a space.
  package mutating func prepend(_ sentence: String) {
    guard !sentence.isEmpty, sentence != name, !"\(description) ".hasPrefix("\(sentence) ") else { return }
    description = description.isEmpty ? sentence : "\(sentence) \(description)"
  }

  /// The description with numbers that exist, and without characters that deceive listeners as they deceive readers. A
  /// text keeps its characters, because clients count and edit them.
  package var sanitized: AccessibleNode {
    var node = self
    node.frame = frame.clamped(to: Self.limits)
    node.text?.clamp()
    node.value?.clamp()
    node.name = Self.sanitized(name)
    node.description = Self.sanitized(description)
    node.value?.text = DisplaySanitizer.sanitized(value?.text ?? "")
    node.announcement?.text = Self.sanitized(announcement?.text ?? "")
    for index in actions.indices {
      node.actions[index].name = DisplaySanitizer.sanitized(actions[index].name)
    }
    return node
  }

  /// The coordinates within which a frame may be, as those of `PixelRect`.
  private static let limits = Rect(center: .zero, size: Size(width: Double(1 << 31), height: Double(1 << 31)))

  /// Sanitizes each line: a line feed is a pause, as it is a new line of a label.
  package static func sanitized(_ text: String) -> String {
    guard text.utf8.contains(0x0A) else { return DisplaySanitizer.sanitized(text) }
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    return lines.map { DisplaySanitizer.sanitized(String($0)) }.joined(separator: "\n")
  }
}

/// The kind of an accessible object, by its meaning to the user, with the number of AT-SPI (`AtspiRole`).
public enum AccessibleRole: UInt32, Hashable, Sendable, CaseIterable {
  case checkBox = 7
  case dialog = 16
  case frame = 23
  case label = 29
  case list = 31
  case listItem = 32
  case menu = 33
  case menuItem = 35
  case passwordEntry = 40
  case button = 43
  case radioButton = 44
  case slider = 51
  case toggleButton = 62
  case entry = 79
  case listBox = 98
  case group = 99
  /// A window that informs the user and never gets the keyboard. A screen reader reads it when it appears.
  case notification = 101
  case levelBar = 103
}

/// The states of an accessible object that do not follow from its other properties. Every object is enabled and shown
/// unless a state says otherwise.
public struct AccessibleStates: OptionSet, Hashable, Sendable {
  /// The bits of AT-SPI (`AtspiStateType`), and above them those of states of which it has the opposite.
  public let rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// A check box or a radio button is on.
  public static let checked = AccessibleStates(rawValue: 1 << 4)
  /// A click shows or hides more, such as a panel.
  public static let expandable = AccessibleStates(rawValue: 1 << 9)
  /// An expandable object shows more.
  public static let expanded = AccessibleStates(rawValue: 1 << 10)
  /// Returns the states of an expandable object.
  package static func expandable(_ isOpen: Bool) -> Self { isOpen ? [.expandable, .expanded] : .expandable }
  /// The object can have the keyboard focus.
  public static let focusable = AccessibleStates(rawValue: 1 << 11)
  /// Returns the states of an object that can have the keyboard focus.
  package static func focusable(_ hasFocus: Bool) -> Self { hasFocus ? [.focusable, .focused] : .focusable }
  /// Keys go to the object while its window has the keyboard.
  public static let focused = AccessibleStates(rawValue: 1 << 12)
  /// Other windows of the program wait for this one.
  public static let modal = AccessibleStates(rawValue: 1 << 16)
  /// Several elements of a list can be selected.
  public static let multiselectable = AccessibleStates(rawValue: 1 << 18)
  /// A toggle button is on.
  public static let pressed = AccessibleStates(rawValue: 1 << 20)
  /// An element of a list can be selected.
  public static let selectable = AccessibleStates(rawValue: 1 << 22)
  /// An element of a list is selected.
  public static let selected = AccessibleStates(rawValue: 1 << 23)
  /// The content breaks a rule. The description names it.
  public static let invalid = AccessibleStates(rawValue: 1 << 36)
  /// Enter presses the button, wherever the focus is.
  public static let isDefault = AccessibleStates(rawValue: 1 << 39)
  /// A click opens a menu or another panel.
  public static let hasPopup = AccessibleStates(rawValue: 1 << 42)
  /// The user can read and copy a text, but not change it.
  public static let readOnly = AccessibleStates(rawValue: 1 << 43)
  /// The user cannot use the object now.
  public static let disabled = AccessibleStates(rawValue: 1 << 62)
  /// The object is outside of the visible part of its scroll view.
  public static let offscreen = AccessibleStates(rawValue: 1 << 63)
}

/// The text that a user reads or edits in an object.
///
/// A secret has no text here, only its length. So no description, event or reply of the program can contain it.
public struct AccessibleText: Hashable, Sendable {
  public enum Content: Hashable, Sendable {
    case plain(String)
    /// A secret, with its number of graphemes.
    case obscured(count: Int)
  }

  public var content: Content
  /// The offset of the caret in Unicode scalars, or in graphemes of a secret. `nil` if there is none.
  public var caret: Int?
  /// The offsets of the selected text, in the unit of the caret. `nil` if none is selected.
  public var selection: Range<Int>?
  /// A number that changes with the text. Without it, a secret that is replaced by one of the same length is the same.
  public var generation: UInt64

  public init(_ content: Content, caret: Int? = nil, selection: Range<Int>? = nil, generation: UInt64 = 0) {
    (self.content, self.caret, self.selection, self.generation) = (content, caret, selection, generation)
  }

  /// Creates a text with a caret and a selection before graphemes.
  package init(_ content: Content, caret: Int, selected: Range<Int>, generation: UInt64 = 0) {
    let offset = content.offset(ofGrapheme:)
    let selection = offset(selected.lowerBound)..<offset(selected.upperBound)
    self.init(content, caret: offset(caret), selection: selection, generation: generation)
  }

  /// The number of characters of a secret above which no more are reported: a client may ask for a bullet for each.
  private static let maximumSecretLength = 1 << 16

  /// The number of characters of clients.
  package var count: Int {
    switch content {
    case .plain(let text): text.unicodeScalars.count
    case .obscured(let count): max(0, min(count, Self.maximumSecretLength))
    }
  }

  /// Moves the offsets into the text.
  fileprivate mutating func clamp() {
    let count = count
    if case .obscured = content { content = .obscured(count: count) }
    caret = caret.map { max(0, min($0, count)) }
    selection = selection.map { $0.clamped(to: 0..<count) }
    if selection?.isEmpty == true { selection = nil }
  }
}

extension AccessibleText.Content {
  fileprivate func offset(ofGrapheme index: Int) -> Int {
    if case .plain(let text) = self { text.prefix(max(0, index)).unicodeScalars.count } else { index }
  }

  /// Returns the number of graphemes that begin before an offset.
  package func graphemeIndex(ofOffset offset: Int) -> Int {
    switch self {
    case .plain(let text): String(text.unicodeScalars.prefix(max(0, offset))).count
    case .obscured(let count): max(0, min(offset, count))
    }
  }
}

/// A text that a screen reader reads as soon as an object has it, because its users do not see the change.
///
/// It is a text that the object displays, or a part of it. `Effect.announce` is for texts that no object displays.
public struct AccessibleAnnouncement: Hashable, Sendable {
  public var text: String
  /// Whether the text is read immediately, such as an error, instead of in the next pause of the input.
  public var isUrgent: Bool
  /// A number that changes when the same text is to be read again.
  public var number: Int
  /// Whether the text is obsolete as soon as the object has another one or is removed, as a text about a wait.
  package var isTemporary = false

  public init(_ text: String, isUrgent: Bool = false, number: Int = 0) {
    (self.text, self.isUrgent, self.number) = (text, isUrgent, number)
  }
}

/// A number that an object displays, with its range.
public struct AccessibleValue: Hashable, Sendable {
  public var number: Double
  public var range: ClosedRange<Double>
  /// The smallest change by a key. 0 if the user cannot change the number.
  public var step: Double
  /// The number with its unit, as displayed.
  public var text: String

  public init(_ number: Double, in range: ClosedRange<Double>, step: Double = 0, text: String) {
    (self.number, self.range, self.step, self.text) = (number, range, step, text)
  }

  /// Moves the number into the range, and the range into that of finite numbers.
  fileprivate mutating func clamp() {
    func finite(_ number: Double) -> Double {
      number.isNaN ? 0 : max(-.greatestFiniteMagnitude, min(number, .greatestFiniteMagnitude))
    }
    let lower = finite(range.lowerBound)
    range = lower...max(lower, finite(range.upperBound))
    number = max(lower, min(finite(number), range.upperBound))
    step = max(0, finite(step))
  }
}

/// A named action of an object, beside the changes of its focus, value, text and selection.
public struct AccessibleAction: Hashable, Sendable {
  /// The name in requests (`AccessibilityRequest.Kind.perform`), which is the same in each language.
  public var id: String
  /// The name for the user.
  public var name: String
  /// The keys that perform the action, in the form of AT-SPI: the access key, the keys that press it, and the shortcut, as
  /// displayed, such as `Alt+S;Alt+S;` or `;;Ctrl+Q`. Empty if there are none.
  public var shortcut: String

  public init(_ id: String, _ name: String, shortcut: String = "") {
    (self.id, self.name, self.shortcut) = (id, name, shortcut)
  }
}
