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
