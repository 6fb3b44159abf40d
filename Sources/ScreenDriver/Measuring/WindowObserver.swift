import CX11
import CXDamage
import Glibc
public import Scene

/// A second client that hears of all that is drawn into a window (the DAMAGE extension), and acts
/// on it without ever waiting for the server.
///
/// It has a connection of its own, so that nothing else delays what it hears.
public final class WindowObserver {
  /// All that was drawn since the last `forget`, but for what lies in `blindSpot`.
  public private(set) var damages: [WindowDamage] = []
  /// A part of the window that is not looked at, such as that of a caret that blinks.
  public var blindSpot: PixelRect?
  /// Where the window lay on the screen when the observing began, in device pixels.
  public let frame: PixelRect
  let connection: DisplayConnection
  let window: CX11.Window
  private let notification: Int32
  private var event = XEvent()

  /// Begins to observe.
  ///
  /// The pointer is hidden until this ends: drawn by the server itself, it would count as drawing.
  ///
  /// - Parameter display: The window's, as in `:3`.
  /// - Throws: `cannotConnect` where the display has no DAMAGE, `noWindow`.
  public init(of window: ScreenWindow, on display: String) throws(ScreenDriverError) {
    connection = try DisplayConnection(to: display)
    guard let notification = connection.damageNotification() else {
      throw .cannotConnect(display: "\(display) with DAMAGE")
    }
    self.notification = notification
    self.window = window.id
    frame = try window.frame()
    let damage: CXDamage.Damage? = connection.attempt { display in
      XFixesHideCursor(display, XDefaultRootWindow(display))
      return XDamageCreate(display, window.id, Int32(XDamageReportRawRectangles))
    }
    guard damage != nil else { throw .noWindow("window \(window.id) cannot be observed") }
    // The server begins by telling that all of the window is as good as drawn.
    takeIn()
    forget()
  }

  /// Forgets what was drawn so far.
  public func forget() { damages.removeAll(keepingCapacity: true) }

  /// Listens until a moment has come.
  public func listen(until end: ContinuousClock.Instant) {
    repeat { takeIn() } while connection.sleep(until: end)
  }

  /// Listens for so long.
  public func listen(for duration: Duration) { listen(until: .now + duration) }

  /// Listens until something is drawn.
  ///
  /// - Returns: The first of it; `nil` where nothing is before `end`.
  public func nextDamage(before end: ContinuousClock.Instant) -> WindowDamage? {
    let known = damages.count
    repeat {
      takeIn()
      if damages.count > known { return damages[known] }
    } while connection.sleep(until: end)
    return nil
  }

  private func takeIn() {
    while XEventsQueued(connection.pointer, Int32(QueuedAfterReading)) > 0 {
      XNextEvent(connection.pointer, &event)
      guard event.type == notification else { continue }
      take(withUnsafeBytes(of: event) { $0.load(as: XDamageNotifyEvent.self) })
    }
  }

  private func take(_ event: XDamageNotifyEvent) {
    let area = PixelRect(event.area)
    if let blindSpot, blindSpot.union(area) == blindSpot { return }
    damages.append(WindowDamage(time: .now, area: area))
  }
}

extension PixelRect {
  init(_ area: XRectangle) {
    self.init(x: Int(area.x), y: Int(area.y), width: Int(area.width), height: Int(area.height))
  }
}

extension DisplayConnection {
  /// The type of the event that tells of damage; `nil` where the server has no such extension.
  func damageNotification() -> Int32? {
    var (event, error): (Int32, Int32) = (0, 0)
    var (major, minor): (Int32, Int32) = (1, 1)
    guard XDamageQueryExtension(pointer, &event, &error) != 0,
      XDamageQueryVersion(pointer, &major, &minor) != 0
    else { return nil }
    // The server talks about the pointer only to those who have agreed on a version.
    (major, minor) = (5, 0)
    XFixesQueryVersion(pointer, &major, &minor)
    return event + Int32(XDamageNotify)
  }

  /// Sends what waits to be sent, and sleeps until there is something to read.
  ///
  /// - Returns: `false` once `end` has passed.
  func sleep(until end: ContinuousClock.Instant) -> Bool {
    XFlush(pointer)
    let remaining = ContinuousClock.now.duration(to: end)
    guard remaining > .zero else { return false }
    // Flushing may have read events, which poll would not tell of.
    if XEventsQueued(pointer, Int32(QueuedAlready)) > 0 { return true }
    var descriptor = pollfd(fd: XConnectionNumber(pointer), events: Int16(POLLIN), revents: 0)
    var timeout = timespec(remaining)
    _ = CX11Poll(&descriptor, 1, &timeout, nil)
    return true
  }
}
