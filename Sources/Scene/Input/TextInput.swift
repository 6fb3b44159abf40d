/// What an input method needs to know of the place where text goes.
public struct TextInput: Hashable, Sendable {
  /// The caret's bar, in logical pixels of the window; what is offered to choose from stands beside
  /// it.
  public var caret: Rect

  public init(caret: Rect) { self.caret = caret }
}
