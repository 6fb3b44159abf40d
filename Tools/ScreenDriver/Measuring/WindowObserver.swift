import CX11
import CX11Testing
import Glibc
public import Scene

/// A second client that records when and where a window is drawn (DAMAGE extension). While it
/// records, it does not wait for a reply of the server.
///
/// The observer has its own connection, so that no other request delays the notifications.
public final class WindowObserver {
  /// The drawn rectangles since the last `reset()`, without those inside `ignoredArea`.
  public private(set) var damages: [WindowDamage] = []
  /// A part of the window in which drawing is not recorded, for example the area of a blinking caret.
  public var ignoredArea: PixelRect?
  /// The window's rectangle on the screen at the beginning of the observation, in device pixels.
  public let frame: PixelRect
  let connection: DisplayConnection
  let window: CX11.Window
  private let notification: Int32
  private var event = XEvent()

  /// Begins the observation.
  ///
  /// The pointer is hidden until the observation ends. The server draws the pointer into the window,
  /// which would count as drawing.
  ///
  /// - Parameter display: The window's display, for example `:3`.
  /// - Throws: `cannotConnect`, `missingExtension` without the DAMAGE extension, `noWindow`.
  public init(of window: ScreenWindow, on display: String) throws(ScreenDriverError) {
    connection = try DisplayConnection(to: display)
    guard let notification = connection.damageNotification() else {
      throw .missingExtension("DAMAGE", display: display)
    }
    self.notification = notification
    self.window = window.xid
    frame = try window.frame()
    let damage: CX11Testing.Damage? = connection.attempt { display in
      XFixesHideCursor(display, XDefaultRootWindow(display))
      return XDamageCreate(display, window.xid, Int32(XDamageReportRawRectangles))
    }
    guard damage != nil else { throw .noWindow("window \(window.xid) cannot be observed") }
    // The server first reports the whole window as damaged.
    handleEvents()
    reset()
  }

  /// Discards the recorded drawing.
  public func reset() { damages.removeAll(keepingCapacity: true) }

  /// Records drawing until an instant.
  public func record(until end: ContinuousClock.Instant) {
    repeat { handleEvents() } while connection.sleep(until: end)
  }

  /// Records drawing for a duration.
  public func record(for duration: Duration) { record(until: .now + duration) }

  /// Records the drawing that the server has reported before its last reply.
  public func recordBeforeReply() { handleEvents(Int32(QueuedAlready)) }

  /// Waits until drawing outside `ignoredArea` is recorded.
  ///
  /// - Returns: The first recorded damage. `nil` if there is none before `end`.
  public func nextDamage(before end: ContinuousClock.Instant) -> WindowDamage? {
    let previousCount = damages.count
    repeat {
      handleEvents()
      if damages.count > previousCount { return damages[previousCount] }
    } while connection.sleep(until: end)
    return nil
  }

  private func handleEvents(_ mode: Int32 = Int32(QueuedAfterReading)) {
    while XEventsQueued(connection.pointer, mode) > 0 {
      XNextEvent(connection.pointer, &event)
      guard event.type == notification else { continue }
      handle(withUnsafeBytes(of: event) { $0.load(as: XDamageNotifyEvent.self) })
    }
  }

  private func handle(_ event: XDamageNotifyEvent) {
    let area = PixelRect(event.area)
    if let ignoredArea, ignoredArea.union(area) == ignoredArea { return }
    damages.append(WindowDamage(time: .now, area: area))
  }
}

extension PixelRect {
  init(_ area: XRectangle) {
    self.init(x: Int(area.x), y: Int(area.y), width: Int(area.width), height: Int(area.height))
  }
}

extension DisplayConnection {
  /// Returns the number of the damage event, or `nil` if the server lacks the DAMAGE extension.
  func damageNotification() -> Int32? {
    var (event, error): (Int32, Int32) = (0, 0)
    var (major, minor): (Int32, Int32) = (1, 1)
    guard XDamageQueryExtension(pointer, &event, &error) != 0,
      XDamageQueryVersion(pointer, &major, &minor) != 0
    else { return nil }
    // The server reports the pointer only to clients that have negotiated a version.
    (major, minor) = (5, 0)
    XFixesQueryVersion(pointer, &major, &minor)
    return event + Int32(XDamageNotify)
  }

  /// Sends the queued requests, and sleeps until there is data to read or `end` is reached.
  ///
  /// - Returns: `false`, without sleeping, if `end` has already passed, otherwise `true`.
  func sleep(until end: ContinuousClock.Instant) -> Bool {
    XFlush(pointer)
    let remaining = ContinuousClock.now.duration(to: end)
    guard remaining > .zero else { return false }
    // Flushing may have read events, which poll would not report.
    if XEventsQueued(pointer, Int32(QueuedAlready)) > 0 { return true }
    var descriptor = pollfd(fd: XConnectionNumber(pointer), events: Int16(POLLIN), revents: 0)
    var timeout = timespec(remaining)
    _ = CX11Poll(&descriptor, 1, &timeout, nil)
    return true
  }
}
