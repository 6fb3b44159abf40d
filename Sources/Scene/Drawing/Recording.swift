/// Elements that are drawn once and shown in many display lists.
///
/// The lists share them: where two of them show the same recording, it is known to be equal without
/// a look at what is in it, and where nothing of it can be seen, it is passed over as one.
public struct Recording: Hashable, Sendable {
  /// What was recorded.
  public private(set) var list = DisplayList()

  /// Nothing yet.
  public init() {}

  /// Records what `content` draws, in place of what was there; memory that nobody shares is used
  /// again.
  public mutating func record(_ content: (inout DisplayList) -> Void) {
    list.removeAll()
    content(&list)
  }

  /// Around all that it paints.
  var ink: Rect { list.ink(of: list.range) }
}
