/// Elements that are recorded once and shown in many display lists.
///
/// The lists share the storage. If two lists show the same recording, it is known to be equal
/// without comparing its elements. If a recording is not visible, it is skipped as a whole.
public struct Recording: Hashable, Sendable {
  /// The recorded elements.
  public private(set) var list = DisplayList()

  /// Creates an empty recording.
  public init() {}

  /// Replaces the recorded elements by those that `content` adds. Storage that is not shared is
  /// reused.
  public mutating func record(_ content: (inout DisplayList) -> Void) {
    list.removeAll()
    content(&list)
  }

  /// The bounds of everything that the recording paints.
  var ink: Rect { list.ink(of: list.range) }
}
