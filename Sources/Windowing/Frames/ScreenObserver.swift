import CX11
import Scene
import X11

/// An observer of the state that `ScreenLayout` describes. It makes no requests while nothing changes.
struct ScreenObserver {
  private let connection: Connection
  private let compositor: CompositorObserver?
  private let atoms: ScreenAtoms
  private var isComposited: Bool
  /// Whether the window manager publishes the work area of the screen (EWMH `_NET_WORKAREA`), as most do.
  private var publishesWorkArea = false
  /// The space that panels reserve at the edges of the screen.
  private var reservations: [EdgeReservation] = []
  /// The work areas that the window manager publishes for each monitor, in device pixels.
  private var publishedAreas: [PixelRect] = []
  private var activeWindow = WindowID(None)
  /// The window of another client whose property changes are selected. `None` without one.
  private var observedWindow = WindowID(None)
  private var fullScreenFrame: PixelRect?
  /// The window that shows that a window manager runs (EWMH `_NET_SUPPORTING_WM_CHECK`). `nil` without one.
  private var managerWindow: WindowID?
  /// Whether a window manager runs.
  var isManaged: Bool { managerWindow != nil }
  /// Whether windows that are shown are observed also while a window manager runs.
  var observesWindows = false { didSet { if observesWindows != oldValue { selectWindowEvents() } } }
  private var outdated: Parts = [.areas, .activity]

  /// The parts of the state that are read together.
  private struct Parts: OptionSet {
    let rawValue: UInt8

    static let areas = Parts(rawValue: 1 << 0)
    static let activity = Parts(rawValue: 1 << 1)
  }

  /// Starts to observe the screen; several round trips.
  init(on connection: Connection) {
    self.connection = connection
    atoms = ScreenAtoms(on: connection)
    compositor = CompositorObserver(on: connection)
    isComposited = compositor?.isComposited ?? false
    connection.selectRootEvents(PropertyChangeMask)
  }

  /// Handles an event if it changes the state.
  ///
  /// - Returns: Whether the layout must be read again.
  mutating func handle(_ event: XEvent) -> Bool {
    if let isComposited = compositor?.isComposited(after: event) {
      self.isComposited = isComposited
      return true
    }
    if event.type == DestroyNotify, event.xdestroywindow.window == managerWindow {
      outdated.insert(.activity)
      return true
    }
    if !publishesWorkArea, [MapNotify, UnmapNotify].contains(event.type), event.xany.window == connection.root
    {
      outdated.insert(.areas)
      return true
    }
    guard event.type == PropertyNotify else { return false }
    let part = part(changedBy: event.xproperty)
    outdated.formUnion(part)
    return !part.isEmpty
  }

  private func part(changedBy event: XPropertyEvent) -> Parts {
    if event.window == activeWindow, event.atom == connection.atoms[.netWMState] { return .activity }
    guard event.window == connection.root else { return [] }
    switch event.atom {
    case atoms.activeWindow, atoms.stacking, atoms.windowManager: return .activity
    // The window manager publishes the work area again after each change of a panel, if it publishes it at all.
    case atoms.workArea, connection.atoms[.netCurrentDesktop]: return .areas
    default: return []
    }
  }

  /// Returns the child of the root window that may have covered an overlay, or `nil`: the top-level ancestor of the
  /// topmost managed window or, without a window manager, the topmost window that overlaps the overlay. Windows that a
  /// window manager does not manage, such as menus and screen locks, stay above an overlay.
  ///
  /// A few round trips if the order of the windows has changed.
  ///
  /// - Parameter frame: The frame of the overlay.
  func windowAbove(_ frame: PixelRect, after event: XEvent) -> WindowID? {
    guard event.xany.window == connection.root else { return nil }
    let isRestacked =
      switch event.type {
      case PropertyNotify:
        [atoms.stacking, atoms.clientList, atoms.activeWindow].contains(event.xproperty.atom)
      case MapNotify: !isManaged && event.xmap.override_redirect == False
      case ConfigureNotify: !isManaged && event.xconfigure.override_redirect == False
      default: false
      }
    return isRestacked ? topWindow(overlapping: frame) : nil
  }

  /// Returns whether an event reports a window that covers the part of a frame on the screen and that no window manager
  /// manages, such as a screen lock. `observesWindows` must be `true`.
  func isCovered(_ frame: PixelRect, by event: XEvent) -> Bool {
    guard event.type == MapNotify, event.xany.window == connection.root, event.xmap.override_redirect != False
    else { return false }
    let screen = connection.screenSize
    let visible = frame.intersection(PixelRect(x: 0, y: 0, width: screen.width, height: screen.height))
    return connection.frame(ofForeignWindow: event.xmap.window)?.intersection(visible) == visible
  }

  /// Returns the child of the root window that contains the topmost managed window or, without a window manager, the
  /// topmost window that is not override-redirect and overlaps a frame. Several round trips.
  func topWindow(overlapping frame: PixelRect) -> WindowID? {
    let windows = connection.words(
      ofProperty: atoms.stacking, of: connection.root, type: XA_WINDOW, limit: 4096)
    // The list of a window manager that was killed stays.
    if isManaged, let top = windows?.last { return connection.topLevelAncestor(of: top) }
    // Some versions of xfwm4 do not publish the order.
    let frames = isManaged ? Set(clients.map(connection.topLevelAncestor)) : nil
    return connection.children(of: connection.root).last {
      frames?.contains($0)
        ?? (connection.isShownWithoutOverride($0)
          && connection.frame(ofForeignWindow: $0)?.intersects(frame) == true)
    }
  }

  /// Returns the layout, after it has read its outdated parts.
  ///
  /// - Parameters:
  ///   - monitors: The frames of the monitors in device pixels, the primary one first.
  ///   - scale: Device pixels per logical pixel.
  mutating func layout(of monitors: [PixelRect], scale: Double, isLocked: Bool) -> ScreenLayout {
    if outdated.contains(.areas) { readAreas() }
    if outdated.contains(.activity) { readActivity() }
    outdated = []
    let screen = connection.screenSize
    let whole = PixelRect(x: 0, y: 0, width: screen.width, height: screen.height)
    var layout = ScreenLayout(
      monitors: (monitors.isEmpty ? [whole] : monitors).map {
        ScreenLayout.Monitor(
          frame: $0.logical(scale: scale), workArea: workArea(of: $0).logical(scale: scale))
      })
    layout.fullScreenWindow = fullScreenFrame?.logical(scale: scale)
    (layout.scale, layout.isLocked, layout.isComposited) = (scale, isLocked, isComposited)
    return layout
  }

  private func workArea(of monitor: PixelRect) -> PixelRect {
    let published = publishedAreas.map { $0.intersection(monitor) }.max { $0.area < $1.area }
    if let published, !published.isEmpty { return published }
    let area = reservations.reduce(monitor) { $1.removed(from: $0, on: monitor) }
    return area.isEmpty ? monitor : area
  }

  /// Reads the work areas of the monitors (`_GTK_WORKAREAS_Dn`, published by mutter) or, without them, the space that
  /// each window reserves (EWMH `_NET_WM_STRUT_PARTIAL`). EWMH's own `_NET_WORKAREA` is one rectangle for all monitors.
  private mutating func readAreas() {
    let root = connection.root
    publishesWorkArea = connection.words(ofProperty: atoms.workArea, of: root, limit: 1) != nil
    selectWindowEvents()
    let desktop = connection.words(ofProperty: connection.atoms[.netCurrentDesktop], of: root, limit: 1)?
      .first
    let property = connection.atoms.named(["_GTK_WORKAREAS_D\(desktop ?? 0)"])[0]
    let values = (connection.words(ofProperty: property, of: root, limit: 256) ?? []).map { Int($0) }
    publishedAreas = stride(from: 0, to: values.count - 3, by: 4).map {
      PixelRect(x: values[$0], y: values[$0 + 1], width: values[$0 + 2], height: values[$0 + 3])
    }
    reservations = publishedAreas.isEmpty ? possiblePanels.flatMap(reservations(of:)) : []
  }

  /// The windows that may be panels. A window manager that does not publish the work area, such as i3, does not list its
  /// panels either. They are children of the root window, or in frames.
  private var possiblePanels: [WindowID] {
    guard !publishesWorkArea else { return clients }
    let windows = connection.children(of: connection.root)
    return windows + windows.flatMap(connection.children)
  }

  private var clients: [WindowID] {
    connection.words(ofProperty: atoms.clientList, of: connection.root, type: XA_WINDOW, limit: 4096) ?? []
  }

  private func reservations(of window: WindowID) -> [EdgeReservation] {
    let screen = connection.screenSize
    if let words = connection.words(ofProperty: atoms.strutPartial, of: window, limit: 12), words.count == 12
    {
      return EdgeReservation.list(words, in: screen)
    }
    guard let words = connection.words(ofProperty: atoms.strut, of: window, limit: 4), words.count == 4 else {
      return []
    }
    let (lastColumn, lastRow) = (UInt(screen.width - 1), UInt(screen.height - 1))
    return EdgeReservation.list(words + [0, lastRow, 0, lastRow, 0, lastColumn, 0, lastColumn], in: screen)
  }

  /// Reads whether the active window is full screen, and observes its state.
  private mutating func readActivity() {
    let check = connection.windowManager
    if let check, check != managerWindow { select(StructureNotifyMask, on: check) }
    managerWindow = check
    selectWindowEvents()
    activeWindow = connection.activeWindow ?? WindowID(None)
    fullScreenFrame = nil
    observe(activeWindow)
    guard activeWindow != WindowID(None) else { return }
    let states =
      connection.words(ofProperty: connection.atoms[.netWMState], of: activeWindow, limit: 64) ?? []
    if states.contains(atoms.fullScreen) { fullScreenFrame = connection.frame(ofForeignWindow: activeWindow) }
  }

  /// Selects the events of all top-level windows. Without a window manager, they may cover the overlay. Without a
  /// published work area, they may be panels.
  private func selectWindowEvents() {
    connection.selectRootEvents(SubstructureNotifyMask, !isManaged || !publishesWorkArea || observesWindows)
  }

  /// Observes the properties of a window of another client instead of those of the previous one. A window of this program
  /// has selected them itself.
  private mutating func observe(_ window: WindowID) {
    guard window != observedWindow else { return }
    if observedWindow != WindowID(None) { select(NoEventMask, on: observedWindow) }
    observedWindow = connection.eventMask(of: window) == NoEventMask ? window : WindowID(None)
    if observedWindow != WindowID(None) { select(PropertyChangeMask, on: window) }
  }

  private func select(_ mask: Int, on window: WindowID) {
    connection.ignoringErrors { _ = XSelectInput(connection.display, window, mask) }
  }
}

extension Connection {
  /// The window that shows that a window manager runs (EWMH `_NET_SUPPORTING_WM_CHECK`), or `nil`. Two round trips.
  ///
  /// The properties of a window manager that was killed stay, but name a window that no longer exists.
  var windowManager: WindowID? {
    let property = atoms.named(["_NET_SUPPORTING_WM_CHECK"])[0]
    func check(of window: WindowID) -> WindowID? {
      words(ofProperty: property, of: window, type: XA_WINDOW, limit: 1)?.first
    }
    return check(of: root).flatMap { check(of: $0) == $0 ? $0 : nil }
  }
}

/// The space that a window reserves at one edge of the screen.
private struct EdgeReservation {
  enum Edge: Int { case left, right, top, bottom }

  let edge: Edge
  /// The reserved pixels of the screen.
  let rect: PixelRect

  /// Returns the reservations in the twelve values of `_NET_WM_STRUT_PARTIAL`: the depths at the four edges, and the
  /// first and the last pixel along each edge.
  static func list(_ words: [UInt], in screen: PixelSize) -> [EdgeReservation] {
    let values = words.map { Int($0) }
    return (0..<4).compactMap { index in
      let (depth, start, end) = (values[index], values[4 + 2 * index], values[5 + 2 * index])
      guard let edge = Edge(rawValue: index), depth > 0 else { return nil }
      let length = end - start + 1
      let rect =
        switch edge {
        case .left: PixelRect(x: 0, y: start, width: depth, height: length)
        case .right: PixelRect(x: screen.width - depth, y: start, width: depth, height: length)
        case .top: PixelRect(x: start, y: 0, width: length, height: depth)
        case .bottom: PixelRect(x: start, y: screen.height - depth, width: length, height: depth)
        }
      return EdgeReservation(edge: edge, rect: rect)
    }
  }

  /// Returns an area of a monitor without the reserved space.
  func removed(from area: PixelRect, on monitor: PixelRect) -> PixelRect {
    guard rect.intersects(monitor) else { return area }
    var (left, top, right, bottom) = (area.x, area.y, area.maxX, area.maxY)
    switch edge {
    case .left: left = max(left, rect.maxX)
    case .right: right = min(right, rect.x)
    case .top: top = max(top, rect.maxY)
    case .bottom: bottom = min(bottom, rect.y)
    }
    return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// The atoms of the properties that `ScreenObserver` reads.
private struct ScreenAtoms {
  let activeWindow, clientList, workArea, strut, strutPartial, fullScreen, windowManager, stacking: Atom

  init(on connection: Connection) {
    let atoms = connection.atoms.named([
      "_NET_ACTIVE_WINDOW", "_NET_CLIENT_LIST", "_NET_WORKAREA", "_NET_WM_STRUT", "_NET_WM_STRUT_PARTIAL",
      "_NET_WM_STATE_FULLSCREEN", "_NET_SUPPORTING_WM_CHECK", "_NET_CLIENT_LIST_STACKING",
    ])
    (activeWindow, clientList, workArea) = (atoms[0], atoms[1], atoms[2])
    (strut, strutPartial, fullScreen) = (atoms[3], atoms[4], atoms[5])
    (windowManager, stacking) = (atoms[6], atoms[7])
  }
}

extension PixelRect {
  /// Returns the rectangle in logical pixels.
  fileprivate func logical(scale: Double) -> Rect {
    Rect(
      x: Double(x) / scale, y: Double(y) / scale, width: Double(width) / scale, height: Double(height) / scale
    )
  }
}
