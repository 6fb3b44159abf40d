import CX11
import Scene
import X11

/// An observer of the state that `ScreenLayout` describes. It makes no requests while nothing changes.
struct ScreenObserver {
  private let connection: Connection
  private let compositor: CompositorObserver?
  /// The window that shows that a window manager runs (EWMH `_NET_SUPPORTING_WM_CHECK`). `nil` without one.
  private var manager: WindowObservation?
  private var isManaged: Bool { manager != nil }
  /// Whether a window manager publishes the work area of the screen (EWMH `_NET_WORKAREA`), and lists its panels. i3
  /// does neither.
  private var publishesWorkArea = false
  /// The parts of the monitors that panels leave free.
  private var workAreas = WorkAreas()
  /// The active window. `nil` without one.
  private var active: WindowObservation?
  private var fullScreenFrame: PixelRect?
  /// Whether windows that are shown are observed also while a window manager runs.
  var observesWindows = false { didSet { if observesWindows != oldValue { selectWindowEvents() } } }
  /// Whether another window may have come above an overlay.
  private var isRestacked = false
  private var outdated: Parts = [.manager, .areas, .activity]

  /// The parts of the state that are read together.
  private struct Parts: OptionSet {
    let rawValue: UInt8

    static let manager = Parts(rawValue: 1 << 0)
    static let areas = Parts(rawValue: 1 << 1)
    static let activity = Parts(rawValue: 1 << 2)
  }

  /// Starts to observe the screen; several round trips.
  init(on connection: Connection, compositor: CompositorObserver?) {
    (self.connection, self.compositor) = (connection, compositor)
    connection.selectRootEvents(PropertyChangeMask)
  }

  /// Handles an event if it changes the state. A few round trips if it shows a window that may be a panel.
  ///
  /// - Returns: Whether the layout must be read again.
  mutating func handle(_ event: XEvent) -> Bool {
    if changesOrder(event) { isRestacked = true }
    switch event.type {
    case DestroyNotify where event.xdestroywindow.window == manager?.window: outdated.insert(.manager)
    case ConfigureNotify where fullScreenFrame != nil && event.xconfigure.event == active?.window:
      outdated.insert(.activity)
    case MapNotify where findsPanels && event.xmap.event == connection.root:
      return addStrut(of: event.xmap.window)
    case UnmapNotify where findsPanels && event.xunmap.event == connection.root:
      return workAreas.struts.removeValue(forKey: event.xunmap.window) != nil
    case PropertyNotify:
      let part = part(changedBy: event.xproperty)
      outdated.formUnion(part)
      return !part.isEmpty
    default: return false
    }
    return true
  }

  private func part(changedBy event: XPropertyEvent) -> Parts {
    let atoms = connection.atoms
    if event.window == active?.window, event.atom == atoms[.netWMState] { return .activity }
    guard event.window == connection.root else { return [] }
    switch event.atom {
    case atoms[.netSupportingWMCheck], atoms[.netSupported]: return .manager
    case atoms[.netActiveWindow], atoms[.netClientListStacking]: return .activity
    // The window manager publishes the work area again after each change of a panel, if it publishes it at all.
    case atoms[.netWorkArea], atoms[.netCurrentDesktop]: return .areas
    default: return []
    }
  }

  private func changesOrder(_ event: XEvent) -> Bool {
    guard event.xany.window == connection.root else { return false }
    let atoms = connection.atoms
    return switch event.type {
    case PropertyNotify:
      [atoms[.netClientListStacking], atoms[.netClientList], atoms[.netActiveWindow]].contains(
        event.xproperty.atom)
    case MapNotify: !isManaged && event.xmap.override_redirect == False
    case ConfigureNotify:
      !isManaged && event.xconfigure.override_redirect == False && event.xany.send_event == False
    default: false
    }
  }

  /// Returns whether another window may have come above an overlay since the last call.
  mutating func takeRestacking() -> Bool {
    defer { isRestacked = false }
    return isRestacked
  }

  /// Returns the topmost window that covers a frame and that no window manager manages, such as a screen lock. Several
  /// round trips.
  func windowCovering(_ frame: PixelRect) -> WindowID? {
    connection.children(of: connection.root).last {
      connection.isShown($0, isOverride: true) && connection.isLock($0, over: frame)
    }
  }

  /// Returns the child of the root window above which an overlay belongs: the one that contains the topmost managed
  /// window or, without a window manager, the topmost window that is not override-redirect and overlaps the overlay.
  /// Windows that a window manager does not manage, such as menus and screen locks, stay above an overlay. Several round
  /// trips.
  ///
  /// - Parameter frame: The frame of the overlay.
  func topWindow(overlapping frame: PixelRect) -> WindowID? {
    // The list of a window manager that was killed stays.
    let stacking = isManaged ? windows(in: .netClientListStacking) : []
    if !stacking.isEmpty {
      // mutter keeps minimized windows below a window that takes all clicks.
      return stacking.last { !connection.states(of: $0).contains(connection.atoms[.netWMStateHidden]) }
        .map(connection.topLevelAncestor)
    }
    // Some versions of xfwm4 do not publish the order.
    let frames = isManaged ? Set(windows(in: .netClientList).map(connection.topLevelAncestor)) : nil
    return connection.children(of: connection.root).last {
      frames?.contains($0)
        ?? (connection.isShown($0, isOverride: false)
          && connection.frame(ofForeignWindow: $0)?.intersects(frame) == true)
    }
  }

  /// Returns the windows in a list that the window manager publishes. One round trip.
  private func windows(in list: Atoms.Name) -> [WindowID] {
    connection.words(list, of: connection.root, type: XA_WINDOW, limit: 4096)
  }

  /// Returns the layout, after it has read its outdated parts.
  ///
  /// - Parameters:
  ///   - monitors: The frames of the monitors in device pixels, the primary one first.
  ///   - scale: Device pixels per logical pixel.
  mutating func layout(of monitors: [PixelRect], scale: Double, isLocked: Bool) -> ScreenLayout {
    if outdated.contains(.manager) { readManager() }
    if outdated.contains(.areas) { readAreas() }
    if outdated.contains(.activity) { readActivity() }
    outdated = []
    let whole = connection.screenSize.bounds
    var layout = ScreenLayout(
      monitors: (monitors.isEmpty ? [whole] : monitors).map {
        ScreenLayout.Monitor(
          frame: $0.logical(scale: scale),
          workArea: workAreas.area(of: $0, in: connection.screenSize).logical(scale: scale))
      })
    layout.fullScreenWindow = fullScreenFrame?.logical(scale: scale)
    (layout.scale, layout.isLocked, layout.isComposited) = (
      scale, isLocked, compositor?.isComposited == true
    )
    return layout
  }

  /// Reads whether a window manager runs, and whether it publishes the work area. The work area of a window manager that
  /// was killed stays, so its presence proves nothing.
  private mutating func readManager() {
    manager = connection.windowManager.flatMap {
      WindowObservation(of: $0, StructureNotifyMask, on: connection)
    }
    publishesWorkArea = isManaged && connection.windowManagerSupports(connection.atoms[.netWorkArea])
    selectWindowEvents()
    outdated.formUnion([.areas, .activity])
    isRestacked = true
  }

  /// Reads the work areas of the monitors (`_GTK_WORKAREAS_Dn`, published by mutter) or, without them, the space that
  /// each window reserves. EWMH's own `_NET_WORKAREA` is one rectangle for all monitors.
  private mutating func readAreas() {
    let root = connection.root
    let desktop = connection.words(.netCurrentDesktop, of: root).first
    // Any client can set any number, and atoms stay until the server ends.
    let property = connection.atoms.named(["_GTK_WORKAREAS_D\(min(desktop ?? 0, 255))"])[0]
    let published = isManaged ? connection.words(ofProperty: property, of: root, limit: 256) : nil
    workAreas = WorkAreas(published: WorkAreas.rectangles(in: published ?? []))
    if findsPanels {
      for window in connection.children(of: root) where connection.isShown(window) { addStrut(of: window) }
    } else if workAreas.published.isEmpty {
      for window in windows(in: .netClientList) { workAreas.struts[window] = strut(of: window) }
    }
  }

  /// Whether all children of the root window may be panels, or frames around them.
  private var findsPanels: Bool { !publishesWorkArea && workAreas.published.isEmpty }

  /// Adds the space that a child of the root window reserves.
  ///
  /// - Returns: Whether it reserves any.
  @discardableResult private mutating func addStrut(of window: WindowID) -> Bool {
    // The property `first` would ask for the strut twice, and trap if it had changed.
    let strut =
      strut(of: window) ?? connection.children(of: window).lazy.compactMap(strut).first { _ in true }
    if let strut { workAreas.struts[window] = strut }
    return strut != nil
  }

  private func strut(of window: WindowID) -> Strut? {
    func values(_ name: Atoms.Name, _ count: Int) -> [UInt]? {
      let values = connection.words(name, of: window, limit: count)
      return values.count == count ? values : nil
    }
    return (values(.netWMStrutPartial, 12) ?? values(.netWMStrut, 4)).map(Strut.init)
  }

  /// Reads whether the active window is full screen, and observes its state.
  private mutating func readActivity() {
    fullScreenFrame = nil
    active = connection.activeWindow.flatMap { WindowObservation(of: $0, PropertyChangeMask, on: connection) }
    guard let window = active?.window,
      connection.states(of: window).contains(connection.atoms[.netWMStateFullScreen])
    else { return }
    // Some window managers publish the state before they change the frame.
    let events = PropertyChangeMask | StructureNotifyMask
    active = WindowObservation(of: window, events, on: connection)
    fullScreenFrame = connection.frame(ofForeignWindow: window)
  }

  /// Selects the events of all top-level windows. Without a window manager, they may cover the overlay. Without a
  /// published work area, they may be panels.
  private func selectWindowEvents() {
    connection.selectRootEvents(SubstructureNotifyMask, !publishesWorkArea || observesWindows)
  }
}

extension Connection {
  /// Returns the states of a window (EWMH), of which there are a dozen. One round trip.
  func states(of window: WindowID) -> [UInt] { words(.netWMState, of: window, type: XA_ATOM, limit: 64) }

  /// Returns the frame of the topmost window at the center of a rectangle. `nil` if there is none. A round trip for each
  /// level of windows, usually two.
  ///
  /// - Parameter isDialog: Whether windows other than dialogs do not count (EWMH).
  func topWindow(in rect: PixelRect, isDialog: Bool) -> PixelRect? {
    let center = PixelPoint(x: rect.x + rect.width / 2, y: rect.y + rect.height / 2)
    var path = [root]
    repeat {
      // Another program may nest its windows without a limit.
      guard let child = locate(center, of: root, in: path[path.count - 1])?.child, child != WindowID(None),
        path.count <= Self.maximumDepth
      else { return nil }
      path.append(child)
    } while isDialog
      && !words(.netWMWindowType, of: path[path.count - 1], type: XA_ATOM, limit: 16).contains(
        atoms[.netWMWindowTypeDialog])
    return self.frame(ofForeignWindow: path[1])
  }

  /// Returns whether an event reports a window that looks like a screen lock and was mapped.
  ///
  /// - Parameter frame: The frame that a lock covers. It is requested only if needed.
  func isLock(mappedBy event: XEvent, over frame: @autoclosure () -> PixelRect?) -> Bool {
    guard event.type == MapNotify, event.xany.window == root, event.xmap.override_redirect != False,
      let frame = frame()
    else { return false }
    return isLock(event.xmap.window, over: frame)
  }

  /// Returns whether an override-redirect window looks like a screen lock: it covers the part of a frame that is on the
  /// screen, takes the clicks there, and is no frame of a window manager around the window of another program, which has
  /// properties. A few round trips.
  func isLock(_ window: WindowID, over frame: PixelRect) -> Bool {
    let visible = frame.intersection(screenSize.bounds)
    // X servers divide 29 bits of identifiers among at most 2048 clients, and have the first part. The window in which a
    // compositor draws belongs to the server, and takes clicks until the compositor changes its shape.
    guard window >= 1 << 18, !visible.isEmpty, let cover = self.frame(ofForeignWindow: window),
      cover.intersection(visible) == visible, takesInput(window, at: cover, in: visible)
    else { return false }
    return !children(of: window).contains { child in
      var count: Int32 = 0
      let properties = ignoringErrors { XListProperties(display, child, &count) }
      if let properties { XFree(properties) }
      return count > 0
    }
  }

  /// Returns whether a window that covers an area of the screen takes the clicks in all of it. Annotations and color
  /// filters cover the screen, but have an empty input region. Without the extension SHAPE, all windows take them. One
  /// round trip.
  private func takesInput(_ window: WindowID, at frame: PixelRect, in area: PixelRect) -> Bool {
    var (count, ordering): (Int32, Int32) = (0, 0)
    let region = ignoringErrors { XShapeGetRectangles(display, window, Int32(ShapeInput), &count, &ordering) }
    guard let region else {
      var (event, error): (Int32, Int32) = (0, 0)
      return XShapeQueryExtension(display, &event, &error) == 0
    }
    defer { XFree(region) }
    // The rectangles of a region do not overlap.
    let covered = UnsafeBufferPointer(start: region, count: Int(count)).reduce(0) { sum, rect in
      let part = PixelRect(
        x: frame.x + Int(rect.x), y: frame.y + Int(rect.y), width: Int(rect.width), height: Int(rect.height)
      ).intersection(area)
      return sum + part.width * part.height
    }
    return covered == area.width * area.height
  }

  /// The window that shows that a window manager runs (EWMH `_NET_SUPPORTING_WM_CHECK`), or `nil`. Two round trips.
  ///
  /// The properties of a window manager that was killed stay, but name a window that no longer exists.
  var windowManager: WindowID? {
    func check(of window: WindowID) -> WindowID? {
      words(.netSupportingWMCheck, of: window, type: XA_WINDOW).first
    }
    return check(of: root).flatMap { check(of: $0) == $0 ? $0 : nil }
  }

  /// Returns whether the window manager lists a property or a message as supported (EWMH `_NET_SUPPORTED`). One round
  /// trip.
  func windowManagerSupports(_ atom: Atom) -> Bool {
    words(.netSupported, of: root, limit: 4096).contains(atom)
  }
}

extension PixelRect {
  /// Returns the rectangle in logical pixels.
  func logical(scale: Double) -> Rect {
    Rect(
      x: Double(x) / scale, y: Double(y) / scale, width: Double(width) / scale, height: Double(height) / scale
    )
  }
}
