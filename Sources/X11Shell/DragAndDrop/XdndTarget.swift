import CX11
import Motion
import Scene

/// The XDND target state machine: the data that is dragged over the window and dropped on it.
///
/// One source is handled at a time. Pure: the run loop performs all requests.
struct XdndTarget {
  /// A drag over the window.
  struct ActiveDrag {
    let source: Window
    /// The selection targets that the source offers.
    let targets: [Atom]
    let types: [DataType]
    /// The events that this client had selected on the source's window before the drag.
    let previousEventMask: Int?
    /// The position and types of the data, after the delegate was notified.
    var hover: DropInfo?
    /// The type that the delegate accepts at this position.
    var accepted: DataType?
    /// The time at which to check whether the source is still dragging.
    var deadline: Instant
  }

  /// A drop whose data was not received yet.
  struct Drop: Hashable {
    let source: Window
    /// The drop position, as reported to the delegate.
    let position: Point
  }

  private(set) var visit: ActiveDrag?
  private(set) var drop: Drop?

  /// The supported protocol versions. Older versions are incompatible.
  static let versions = 3...5
  /// The time without a message after which the source is checked.
  static let patience = Duration.seconds(5)

  /// The time at which to check whether the source is still dragging.
  var deadline: Instant? { visit?.hover == nil ? nil : visit?.deadline }

  mutating func enter(_ visit: ActiveDrag) { self.visit = visit }

  /// Updates the position of the data.
  ///
  /// - Returns: The information for the delegate, or `nil` if the message is not from the current
  ///   source.
  mutating func move(from source: Window, to position: Point, isOwn: Bool, at now: Instant) -> DropInfo? {
    guard visit?.source == source, let types = visit?.types else { return nil }
    let hover = DropInfo(at: position, types: types, isLocal: isOwn)
    visit?.hover = hover
    visit?.deadline = now + Self.patience
    return hover
  }

  /// Sets the type that the delegate accepts at this position. Ignores a type that the source does
  /// not offer.
  mutating func accept(_ type: DataType?) {
    let types = visit?.types ?? []
    visit?.accepted = type.flatMap { types.contains($0) ? $0 : nil }
  }

  /// Ends the drag over the window.
  mutating func leave() { visit = nil }

  /// Starts the data transfer of a drop; the drag has ended.
  mutating func beginDrop(_ drop: Drop) { (visit, self.drop) = (nil, drop) }

  /// Ends the data transfer.
  ///
  /// - Returns: The drop whose data has arrived or failed.
  mutating func endDrop() -> Drop? { drop.take() }

  /// Restarts the timeout: the source is still dragging although it sends no message.
  mutating func wait(from now: Instant) { visit?.deadline = now + Self.patience }

  /// Resets the position after the source became unresponsive. The next message of the source sets
  /// it again.
  mutating func forgetHover() {
    visit?.hover = nil
    visit?.accepted = nil
  }
}
