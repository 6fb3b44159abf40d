import CX11
import Motion
import Scene

/// Finds the windows that accept drops.
///
/// The properties `XdndAware` and `XdndProxy` of a window are cached for a short time. A window
/// that was found may be destroyed before a message reaches it.
struct XdndTargetFinder {
  private let connection: Connection
  /// The cached targets. A value is `nil` if the window accepts no drops.
  private var cached: [Window: XdndSource.Site?] = [:]
  /// The time at which the cache expires. A new window may set its properties only after it is
  /// mapped.
  private var expiry = Instant.distantPast

  /// The maximum search depth below the root. Window manager frames use two or three levels.
  private static let depth = 16
  /// The lifetime of cached properties.
  private static let trust = Duration.seconds(1)

  init(on connection: Connection) { self.connection = connection }

  /// Returns the target at a position on the screen: the outermost window that accepts drops, or
  /// the root window if a file manager accepts drops there.
  ///
  /// - Complexity: A round trip for each window from the root down, and up to three more for each
  ///   window that is not cached.
  mutating func site(at point: PixelPoint, at now: Instant) -> XdndSource.Site? {
    if expiry <= now {
      cached.removeAll(keepingCapacity: true)
      expiry = now + Self.trust
    }
    let root = connection.root
    var window = root
    for _ in 0..<Self.depth {
      guard let child = child(of: window, at: point) else { break }
      if let site = site(of: child) { return site }
      window = child
    }
    return site(of: root)
  }

  private func child(of window: Window, at point: PixelPoint) -> Window? {
    var (x, y, child): (Int32, Int32, Window) = (0, 0, 0)
    let exists = connection.ignoringErrors {
      XTranslateCoordinates(
        connection.display, connection.root, window, Int32(point.x), Int32(point.y), &x, &y, &child)
    }
    return exists != 0 && child != Window(None) ? child : nil
  }

  private mutating func site(of window: Window) -> XdndSource.Site? {
    if let site = cached[window] { return site }
    let site = askForSite(of: window)
    cached[window] = .some(site)
    return site
  }

  /// A proxy is valid only if its own `XdndProxy` property names itself. Otherwise a client that
  /// has exited left the property.
  private func askForSite(of window: Window) -> XdndSource.Site? {
    var destination = window
    if let proxy = word(.xdndProxy, of: window, type: XA_WINDOW),
      word(.xdndProxy, of: proxy, type: XA_WINDOW) == proxy
    {
      destination = proxy
    }
    guard let version = word(.xdndAware, of: destination, type: XA_ATOM),
      version >= XdndTarget.versions.lowerBound
    else { return nil }
    return XdndSource.Site(
      window: window, destination: destination, version: min(Int(version), XdndTarget.versions.upperBound))
  }

  /// Returns the first word of a property; one round trip.
  private func word(_ name: Atoms.Name, of window: Window, type: Atom) -> UInt? {
    connection.words(ofProperty: connection.atoms[name], of: window, type: type, limit: 1)?.first
  }
}
