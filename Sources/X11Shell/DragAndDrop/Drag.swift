import CX11
import Motion
import Scene

/// Data that is carried out of the window by the pointer that pressed in it.
///
/// The press has grabbed the pointer already, by XInput or the core protocol, as presses do, and
/// keeps it until the last button is up, so that nothing is grabbed anew and nothing can stay
/// grabbed; nor is the keyboard, which lets the person change windows meanwhile.
struct Drag: ~Copyable {
  var source: DragSource
  private var sites: DropSites
  private var icon: DragIcon?
  /// Where the pointer is on the screen, as far as it was not acted on.
  private var news: PixelPoint?
  /// When windows were looked for last.
  private var lastLook = Instant.distantPast
  private var time: ServerTime

  /// How often windows are looked for at most: a frame's time at 60 Hz.
  private static let interval = Duration.nanoseconds(16_666_667)

  init(
    _ source: DragSource, icon: consuming DragIcon?, since time: ServerTime,
    on connection: Connection
  ) {
    (self.source, self.time) = (source, time)
    self.icon = icon
    sites = DropSites(on: connection)
  }

  /// When there is something to do though no event comes.
  var deadline: Instant? {
    .earliest(source.deadline, news == nil ? nil : lastLook + Self.interval)
  }

  /// Notes where the pointer is on the screen.
  mutating func move(to place: PixelPoint, at time: ServerTime) {
    guard source.isCarrying else { return }
    (news, self.time) = (place, time)
  }

  /// Looks for the window under the pointer, if there is news of that and a frame has passed.
  ///
  /// - Parameter isTaking: Whether somebody is taking the data.
  mutating func advance(to now: Instant, isTaking: Bool) -> [DragSource.Command] {
    let commands = lastLook + Self.interval <= now ? look(at: now) : []
    return commands + source.advance(to: now, isTaking: isTaking)
  }

  /// Lets go of the data where the pointer is; from then on nothing is seen there any more.
  mutating func letGo(at now: Instant) -> [DragSource.Command] {
    defer { icon = nil }
    return look(at: now) + source.letGo(at: now)
  }

  private mutating func look(at now: Instant) -> [DragSource.Command] {
    guard let place = news.take() else { return [] }
    lastLook = now
    icon?.show(at: place)
    return source.move(to: place, over: sites.site(at: place, at: now), at: time)
  }
}
