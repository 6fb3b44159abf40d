/// A few typed characters. They may belong to a password, so they are stored inline and never on
/// the heap or in a `String`.
///
/// Longer text, such as text that an input method commits, is sent as several values, divided
/// between Unicode scalars. The bytes are always valid UTF-8; the initializer fails for other
/// bytes.
public struct TypedText: Sendable {
  /// The maximum number of bytes of one value.
  public static let capacity = 32

  private var storage = InlineArray<32, UInt8>(repeating: 0)
  private var count: UInt8 = 0

  /// Creates an empty text. Most keys type no text.
  public init() {}

  /// Creates a text from UTF-8 bytes.
  ///
  /// - Returns: `nil` if there are more than `capacity` bytes or the bytes are not valid UTF-8.
  public init?(utf8: Span<UInt8>) {
    guard utf8.count <= Self.capacity, (try? UTF8Span(validating: utf8)) != nil else { return nil }
    for index in utf8.indices { storage[index] = utf8[index] }
    count = UInt8(utf8.count)
  }

  /// Creates a text of one Unicode scalar.
  public init(_ scalar: Unicode.Scalar) {
    for byte in UTF8.encode(scalar).unsafelyUnwrapped {
      storage[Int(count)] = byte
      count += 1
    }
  }

  public var isEmpty: Bool { count == 0 }

  /// Calls `body` with the UTF-8 bytes, which are valid only during the call.
  public func withUTF8<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(storage.span.extracting(0..<Int(count)))
  }
}

extension TypedText: CustomStringConvertible {
  /// A description with the number of bytes only.
  public var description: String { "TypedText(\(count) bytes)" }
}

extension TypedText: CustomReflectable {
  /// An empty mirror that hides the text from dumps in debuggers and tests.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The preedit text of an input method. It is displayed at its future position but is not part of
/// the edited text yet.
public struct Preedit: Hashable, Sendable {
  /// A part of the text with one style.
  public struct Segment: Hashable, Sendable {
    public var text: String
    public var style: Style

    public init(_ text: String, _ style: Style = .underlined) { (self.text, self.style) = (text, style) }
  }

  /// The feedback style of a segment.
  public enum Style: Hashable, Sendable {
    case underlined
    /// The part that keys modify now, displayed like a selection.
    case highlighted
  }

  /// The segments in reading order.
  public var segments: [Segment]
  /// The number of Unicode scalars before the caret.
  public var caret: Int

  public init(_ segments: [Segment] = [], caret: Int = 0) { (self.segments, self.caret) = (segments, caret) }

  /// An empty preedit text: the input method is not composing.
  public static let empty = Preedit()

  public var text: String { segments.reduce(into: "") { $0 += $1.text } }

  public var isEmpty: Bool { segments.allSatisfy { $0.text.isEmpty } }
}

/// The caret position that an input method needs.
public struct TextInputContext: Hashable, Sendable {
  /// The bounds of the caret, in logical pixels of the window. The input method shows its
  /// candidates next to it.
  public var caret: Rect

  public init(caret: Rect) { self.caret = caret }
}
