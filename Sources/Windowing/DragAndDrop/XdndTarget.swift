import CX11
import Motion
import Scene
import X11

/// The XDND target state machine: the data that is dragged over the window and dropped on it.
///
/// One source is handled at a time. Pure: the event loop performs all requests.
struct XdndTarget {
  /// A drag over the window.
  struct ActiveDrag {
    let source: WindowID
    /// The selection targets that the source offers.
    let targets: [Atom]
    let types: [DataType]
    /// The observation of the source's window, which reports its end.
    let observation: WindowObservation?
    /// The position and types of the data, after the content was notified.
    var hover: DropInfo?
    /// The type that the content accepts at this position.
    var accepted: DataType?
    /// The time at which to check whether the source is still dragging.
    var deadline: Instant
  }

  /// A drop whose data was not received yet.
  struct Drop: Hashable {
    let source: WindowID
    /// The drop position, as reported to the content.
    let position: Point
  }

  private(set) var activeDrag: ActiveDrag?
  private(set) var drop: Drop?

  /// The supported protocol versions. Older versions are incompatible.
  static let versions = 3...5
  /// The time without a message after which the source is checked.
  static let replyTimeout = Duration.seconds(5)

  /// The time at which to check whether the source is still dragging.
  var deadline: Instant? { activeDrag?.hover == nil ? nil : activeDrag?.deadline }

  mutating func enter(_ activeDrag: ActiveDrag) { self.activeDrag = activeDrag }

  /// Updates the position of the data.
  ///
  /// - Returns: The information for the content, or `nil` if the message is not from the current
  ///   source.
  mutating func move(from source: WindowID, to position: Point, isOwn: Bool, at now: Instant) -> DropInfo? {
    guard activeDrag?.source == source, let types = activeDrag?.types else { return nil }
    let hover = DropInfo(at: position, types: types, isLocal: isOwn)
    activeDrag?.hover = hover
    activeDrag?.deadline = now + Self.replyTimeout
    return hover
  }

  /// Sets the type that the content accepts at this position. Ignores a type that the source does
  /// not offer.
  mutating func accept(_ type: DataType?) {
    let types = activeDrag?.types ?? []
    activeDrag?.accepted = type.flatMap { types.contains($0) ? $0 : nil }
  }

  /// Ends the drag over the window.
  mutating func leave() { activeDrag = nil }

  /// Starts the data transfer of a drop; the drag has ended.
  mutating func beginDrop(_ drop: Drop) { (activeDrag, self.drop) = (nil, drop) }

  /// Ends the data transfer.
  ///
  /// - Returns: The drop whose data has arrived or failed.
  mutating func endDrop() -> Drop? { drop.take() }

  /// Restarts the timeout: the source is still dragging although it sends no message.
  mutating func wait(from now: Instant) { activeDrag?.deadline = now + Self.replyTimeout }

  /// Resets the position after the source became unresponsive. The next message of the source sets
  /// it again.
  mutating func forgetHover() {
    activeDrag?.hover = nil
    activeDrag?.accepted = nil
  }
}

extension Connection {
  /// The maximum number of types that are read from one source.
  private static let typeLimit = 256

  /// Returns the types of a source that offers more than fit into a message (`XdndTypeList`); one
  /// round trip.
  func typeList(of source: WindowID) -> [Atom] {
    words(.xdndTypeList, of: source, type: XA_ATOM, limit: Self.typeLimit)
  }

  /// Returns the data types of the targets, in their order and without duplicates. The targets for
  /// text map to one type.
  ///
  /// - Complexity: One round trip, unless Xlib has cached all names.
  func types(of targets: [Atom]) -> [DataType] {
    let text = Set(atoms.targets(for: .text))
    var types: [DataType] = []
    for (target, name) in zip(targets, names(of: targets)) {
      guard let type = text.contains(target) ? .text : name.map(DataType.init) else { continue }
      if !types.contains(type) { types.append(type) }
    }
    return types
  }
}
