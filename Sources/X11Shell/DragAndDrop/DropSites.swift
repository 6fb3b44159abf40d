import CX11
import Motion
import Scene

/// Finds the windows on which data can be dropped.
///
/// What a window says of itself (`XdndAware`, `XdndProxy`) is asked once in a while. Windows come
/// and go meanwhile: what is found may be gone when it is spoken to.
struct DropSites {
  private let connection: Connection
  /// What was found out about windows; `nil` for those on which nothing can be dropped.
  private var known: [Window: DragSource.Site?] = [:]
  /// When all of that is to be asked anew: a new window may say it only once it is on the screen.
  private var expiry = Instant.distantPast

  /// How deep windows are looked for below the root: a window manager's frames are two or three.
  private static let depth = 16
  /// How long what windows say of themselves is taken to hold.
  private static let trust = Duration.seconds(1)

  init(on connection: Connection) { self.connection = connection }

  /// What is at a place of the screen: the outermost window that takes drops, or else the screen
  /// itself, where a file manager has it.
  ///
  /// - Complexity: A round trip for each window from the root down, and up to three more for each
  ///   that is met for the first time.
  mutating func site(at place: PixelPoint, at now: Instant) -> DragSource.Site? {
    if expiry <= now {
      known.removeAll(keepingCapacity: true)
      expiry = now + Self.trust
    }
    let root = connection.root
    var window = root
    for _ in 0..<Self.depth {
      guard let child = child(of: window, at: place) else { break }
      if let site = site(of: child) { return site }
      window = child
    }
    return site(of: root)
  }

  private func child(of window: Window, at place: PixelPoint) -> Window? {
    var (x, y, child): (Int32, Int32, Window) = (0, 0, 0)
    let exists = connection.aboutStrangers {
      XTranslateCoordinates(
        connection.display, connection.root, window, Int32(place.x), Int32(place.y), &x, &y, &child)
    }
    return exists != 0 && child != Window(None) ? child : nil
  }

  private mutating func site(of window: Window) -> DragSource.Site? {
    if let site = known[window] { return site }
    let site = askForSite(of: window)
    known[window] = .some(site)
    return site
  }

  /// A proxy is one only where it names itself as its own: else it is what a program left that has
  /// ended.
  private func askForSite(of window: Window) -> DragSource.Site? {
    var destination = window
    if let proxy = word(.xdndProxy, of: window, type: XA_WINDOW),
      word(.xdndProxy, of: proxy, type: XA_WINDOW) == proxy
    {
      destination = proxy
    }
    guard let version = word(.xdndAware, of: destination, type: XA_ATOM),
      version >= DropTarget.versions.lowerBound
    else { return nil }
    return DragSource.Site(
      window: window, destination: destination,
      version: min(Int(version), DropTarget.versions.upperBound))
  }

  /// The first word of a property; a round trip.
  private func word(_ name: Atoms.Name, of window: Window, type: Atom) -> UInt? {
    connection.words(ofProperty: connection.atoms[name], of: window, type: type, limit: 1)?.first
  }
}
