import CX11
import Motion
import Scene

/// A drag session that the pointer started in the window.
///
/// The press has already grabbed the pointer implicitly, by XInput or the core protocol. The grab
/// lasts until the last button is released, so the session adds no grab and cannot leave one
/// active. The keyboard is not grabbed, so the user can switch windows during the drag.
struct DragSession: ~Copyable {
  var source: XdndSource
  private var sites: XdndTargetFinder
  private var icon: DragIcon?
  /// The latest pointer position on the screen that was not processed yet.
  private var pendingPosition: PixelPoint?
  /// The time of the last search for the window under the pointer.
  private var lastTargetUpdate = Instant.distantPast
  private var time: ServerTime

  /// The minimum interval between two searches: one frame at 60 Hz.
  private static let interval = Duration.nanoseconds(16_666_667)

  init(_ source: XdndSource, icon: consuming DragIcon?, since time: ServerTime, on connection: Connection) {
    (self.source, self.time) = (source, time)
    self.icon = icon
    sites = XdndTargetFinder(on: connection)
  }

  /// The time of the next action that is due without an event.
  var deadline: Instant? {
    .earliest(source.deadline, pendingPosition == nil ? nil : lastTargetUpdate + Self.interval)
  }

  /// Records the pointer position on the screen.
  mutating func move(to position: PixelPoint, at time: ServerTime) {
    guard source.isDragging else { return }
    (pendingPosition, self.time) = (position, time)
  }

  /// Searches for the window under the pointer if there is a pending position and one frame has
  /// passed.
  ///
  /// - Parameter isTaking: Whether a target is reading the data.
  mutating func advance(to now: Instant, isTaking: Bool) -> [XdndSource.Command] {
    let commands = lastTargetUpdate + Self.interval <= now ? updateTarget(at: now) : []
    return commands + source.advance(to: now, isTaking: isTaking)
  }

  /// Releases the data at the pointer position and hides the drag image.
  mutating func buttonReleased(at now: Instant) -> [XdndSource.Command] {
    defer { icon = nil }
    return updateTarget(at: now) + source.buttonReleased(at: now)
  }

  private mutating func updateTarget(at now: Instant) -> [XdndSource.Command] {
    guard let position = pendingPosition.take() else { return [] }
    lastTargetUpdate = now
    icon?.show(at: position)
    return source.move(to: position, over: sites.site(at: position, at: now), at: time)
  }
}
