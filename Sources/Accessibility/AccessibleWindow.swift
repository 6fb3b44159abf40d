package import Scene

/// The windows of the program, as assistive programs see them.
package protocol AccessibleSource: AnyObject {
  /// The name of the program for the user.
  var accessibleName: String { get }
  /// The language of the texts, as a POSIX locale. Empty if unknown.
  var accessibleLocale: String { get }
  /// The windows that the user can see, in the order in which they were opened.
  var accessibleWindows: [any AccessibleWindow] { get }
}

/// A window, as assistive programs see it.
package protocol AccessibleWindow: AnyObject {
  /// A number that no other open window has.
  var accessibleNumber: UInt32 { get }
  /// The description of the window itself. Its frame is that of the content.
  var accessibleNode: AccessibleNode { get }
  /// Whether keys go to the window.
  var isAccessibleActive: Bool { get }
  /// The position of the content on the screen in device pixels, for which the X server is asked.
  var accessibleOrigin: PixelPoint { get }
  /// Device pixels per logical pixel.
  var accessibleScale: Double { get }
  /// A number that changes whenever a description may have changed.
  var accessibleGeneration: UInt64 { get }

  /// Returns whether the content has only moved since a generation, and still moves.
  func hasOnlyMoved(since generation: UInt64) -> Bool

  /// Returns the objects that a query asks for.
  func describe(_ query: AccessibleTree.Query) -> [AccessibleTree.Entry]

  /// Sends a request to the content as an input event, with the checks of a key.
  ///
  /// - Returns: `false` while the window takes no input, and if the content refuses the request.
  func perform(_ request: AccessibilityRequest) -> Bool
}

/// The objects of a window at one time, except the elements of its lists.
struct Outline {
  let generation: UInt64
  let isActive: Bool
  let scale: Double
  let entries: [AccessibleTree.Entry]
  private let positions: [AccessiblePath: Int]

  /// Describes a window.
  init(of window: any AccessibleWindow) {
    (generation, isActive) = (window.accessibleGeneration, window.isAccessibleActive)
    (scale, entries) = (window.accessibleScale, window.describe(.outline))
    positions = Dictionary(
      entries.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the object with a path. `nil` if there is none, or for an element of a list that no event concerns.
  subscript(path: AccessiblePath) -> AccessibleTree.Entry? { positions[path].map { entries[$0] } }

  /// Returns whether an object is before another one in the reading order. `false` if one of them is the window, or is gone.
  func isObject(_ path: AccessiblePath, before other: AccessiblePath) -> Bool {
    positions[path].map { $0 < positions[other] ?? 0 } == true
  }

  /// Returns the objects in the object with a path, or in the window. An object that is gone has none. Those in a list are
  /// the elements that events concern.
  func children(of path: AccessiblePath) -> [AccessibleTree.Entry] {
    let parent = positions[path]
    return parent == nil && !path.isEmpty ? [] : entries.filter { $0.parent == parent }
  }

  /// Returns the path of the parent of an object, which may be gone. Empty for an object whose parent is the window.
  func parent(of path: AccessiblePath) -> AccessiblePath {
    var parent = path.dropLast()
    while !parent.isEmpty, positions[AccessiblePath(parent)] == nil { parent.removeLast() }
    return AccessiblePath(parent)
  }
}
