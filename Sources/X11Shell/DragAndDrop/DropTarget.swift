import CX11
import Motion
import Scene

/// What is carried over the window and dropped there, as the messages of its source have it.
///
/// One source is heard at a time. Pure: what a message means beyond this is for the run loop to do.
struct DropTarget {
  /// Data over the window.
  struct Visit {
    let source: Window
    /// The targets in which its selection can be had.
    let targets: [Atom]
    let types: [DataType]
    /// The events of the source's window that this client had selected before.
    let formerEventMask: Int?
    /// Where the data is, once the client was told.
    var hover: DropHover?
    /// In which type the client would take it there.
    var accepted: DataType?
    /// When to look whether its source still holds it.
    var deadline: Instant
  }

  /// A drop whose data is on its way.
  struct Drop: Hashable {
    let source: Window
    /// The place at which the client will be told of it.
    let place: Point
  }

  private(set) var visit: Visit?
  private(set) var drop: Drop?

  /// The versions of the protocol that are understood; older ones differ.
  static let versions = 3...5
  /// How long a source may say nothing before it is looked whether it still holds the data.
  static let patience = Duration.seconds(5)

  /// When to look whether a source still holds its data.
  var deadline: Instant? { visit?.hover == nil ? nil : visit?.deadline }

  mutating func enter(_ visit: Visit) { self.visit = visit }

  /// Notes where the data is.
  ///
  /// - Returns: What to tell the client; `nil` where the message is none of the visitor's.
  mutating func move(from source: Window, to place: Point, isOwn: Bool, at now: Instant)
    -> DropHover?
  {
    guard visit?.source == source, let types = visit?.types else { return nil }
    let hover = DropHover(at: place, types: types, isOwn: isOwn)
    visit?.hover = hover
    visit?.deadline = now + Self.patience
    return hover
  }

  /// Notes in which type the client would take the data where it is; only one counts that there is.
  mutating func accept(_ type: DataType?) {
    let types = visit?.types ?? []
    visit?.accepted = type.flatMap { types.contains($0) ? $0 : nil }
  }

  /// Ends a visit.
  mutating func leave() { visit = nil }

  /// Notes that the data is on its way; the visit is over.
  mutating func beginDrop(_ drop: Drop) { (visit, self.drop) = (nil, drop) }

  /// - Returns: The drop whose data has come, or will not.
  mutating func endDrop() -> Drop? { drop.take() }

  /// The source still holds its data at the pointer, though it says nothing.
  mutating func wait(from now: Instant) { visit?.deadline = now + Self.patience }

  /// The source has fallen silent: the client is told that the data is gone, and anew where it is
  /// as soon as the source says.
  mutating func forgetHover() {
    visit?.hover = nil
    visit?.accepted = nil
  }
}
