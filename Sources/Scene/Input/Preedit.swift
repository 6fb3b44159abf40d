/// Text that an input method is still making of keys, shown where it will be but not yet part of
/// what it stands in.
public struct Preedit: Hashable, Sendable {
  /// Some of the text that looks alike.
  public struct Segment: Hashable, Sendable {
    public var text: String
    public var look: Look

    public init(_ text: String, _ look: Look = .underlined) {
      (self.text, self.look) = (text, look)
    }
  }

  /// How an input method sets parts of the text apart.
  public enum Look: Hashable, Sendable {
    case underlined
    /// The part that keys work on now, as if it were selected.
    case highlighted
  }

  /// Side by side, in the order of reading.
  public var segments: [Segment]
  /// How many Unicode scalars of the text stand before the caret.
  public var caret: Int

  public init(_ segments: [Segment] = [], caret: Int = 0) {
    (self.segments, self.caret) = (segments, caret)
  }

  /// No text at all: the input method is not at work.
  public static let none = Preedit()

  public var text: String { segments.reduce(into: "") { $0 += $1.text } }

  public var isEmpty: Bool { segments.allSatisfy { $0.text.isEmpty } }
}
