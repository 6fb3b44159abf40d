/// The caret position that an input method needs.
public struct TextInputContext: Hashable, Sendable {
  /// The bounds of the caret, in logical pixels of the window. The input method shows its
  /// candidates next to it.
  public var caret: Rect

  public init(caret: Rect) { self.caret = caret }
}
