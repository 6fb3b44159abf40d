import CX11
import X11

/// An operation on the active window or on the desktops, which the window manager performs (EWMH).
public enum WindowAction: String, CaseIterable, Hashable, Sendable {
  case close, minimize, maximize
  case fullScreen = "full-screen"
  case previousDesktop = "previous-desktop"
  case nextDesktop = "next-desktop"
  case showDesktop = "show-desktop"
}

/// The reason why a window manager was not asked for an operation.
public enum WindowActionError: Error, Hashable, Sendable {
  /// No window manager supports the operation.
  case notSupported
  /// No window is active, or the active one is part of the desktop, such as a panel.
  case noWindow
}

extension Application {
  /// The id of the active window of another program, to which a dialog without another owner belongs. `nil` if there is
  /// none, or if it is part of the desktop, such as a panel. A few round trips.
  public var activeWindow: UInt? {
    let active = try? WindowManagerRequest(connection: connection).target
    return active.flatMap { window($0) == nil ? $0 : nil }
  }

  /// Asks the window manager for an operation. A few round trips.
  public func perform(_ action: WindowAction) throws(WindowActionError) {
    guard connection.windowManager != nil else { throw .notSupported }
    let request = WindowManagerRequest(connection: connection)
    switch action {
    case .close:
      try request.send("_NET_CLOSE_WINDOW", to: request.target, [UInt(CurrentTime), request.pagerSource])
    // `_NET_SUPPORTED` does not list this message of ICCCM 4.1.4.
    case .minimize:
      let message = connection.atoms.named(["WM_CHANGE_STATE"])[0]
      request.send(message, to: try request.target, [UInt(IconicState)])
    case .maximize:
      try request.toggle("_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ", of: request.target)
    case .fullScreen: try request.toggle("_NET_WM_STATE_FULLSCREEN", nil, of: request.target)
    case .previousDesktop: try request.switchDesktop(by: -1)
    case .nextDesktop: try request.switchDesktop(by: 1)
    case .showDesktop:
      let isShown = request.number("_NET_SHOWING_DESKTOP") == 1
      try request.send("_NET_SHOWING_DESKTOP", to: connection.root, [isShown ? 0 : 1])
    }
  }
}

extension Window {
  /// Asks the window manager to give the keyboard to the window, as for a user who chooses it in a pager. Does nothing for
  /// windows that are not managed.
  func activate() {
    guard overlay == nil, configuration.kind.popupOwner == nil else { return }
    let request = WindowManagerRequest(connection: connection)
    let time = application.inputTimes.lastAction?.value ?? Time(CurrentTime)
    try? request.send("_NET_ACTIVE_WINDOW", to: id, [request.pagerSource, UInt(time)])
  }
}

/// Requests of a pager to the window manager.
private struct WindowManagerRequest {
  let connection: Connection

  /// The source of a request that the user makes by a pager (EWMH, "source indication").
  var pagerSource: UInt { 2 }

  /// The active window, unless it is the desktop or a panel.
  var target: WindowID {
    get throws(WindowActionError) {
      // openbox does not change the property when the last window is closed.
      guard let window = connection.activeWindow, connection.frame(ofForeignWindow: window) != nil else {
        throw .noWindow
      }
      let types = connection.words(.netWMWindowType, of: window, limit: 16)
      let excluded = connection.atoms.named(["_NET_WM_WINDOW_TYPE_DESKTOP", "_NET_WM_WINDOW_TYPE_DOCK"])
      guard !types.contains(where: excluded.contains) else { throw .noWindow }
      return window
    }
  }

  func send(_ name: String, to window: WindowID, _ values: [UInt]) throws(WindowActionError) {
    let message = connection.atoms.named([name])[0]
    guard connection.windowManagerSupports(message) else { throw .notSupported }
    send(message, to: window, values)
  }

  func toggle(_ first: String, _ second: String?, of window: WindowID) throws(WindowActionError) {
    let toggle: UInt = 2
    let states = connection.atoms.named([first] + (second.map { [$0] } ?? []))
    try send("_NET_WM_STATE", to: window, [toggle, states[0], states.count > 1 ? states[1] : 0, pagerSource])
  }

  /// Switches to a neighboring desktop. The first one follows the last.
  func switchDesktop(by step: Int) throws(WindowActionError) {
    let (count, current) = (number("_NET_NUMBER_OF_DESKTOPS") ?? 1, number("_NET_CURRENT_DESKTOP") ?? 0)
    guard count > 1 else { throw .notSupported }
    let next = (Int(current) + step + Int(count)) % Int(count)
    try send("_NET_CURRENT_DESKTOP", to: connection.root, [UInt(next), UInt(CurrentTime)])
  }

  func number(_ name: String) -> UInt? {
    connection.words(ofProperty: connection.atoms.named([name])[0], of: connection.root, limit: 1)?.first
  }

  /// Sends a client message with at most five values about a window to the window manager.
  func send(_ message: Atom, to window: WindowID, _ values: [UInt]) {
    connection.send(
      XEvent(message: message, about: window, words: values), to: connection.root,
      mask: SubstructureNotifyMask | SubstructureRedirectMask)
  }
}

extension Connection {
  /// The active window (EWMH `_NET_ACTIVE_WINDOW`), or `nil` if there is none. One round trip.
  var activeWindow: WindowID? {
    let window = words(.netActiveWindow, of: root, type: XA_WINDOW).first
    return window == WindowID(None) ? nil : window
  }
}
