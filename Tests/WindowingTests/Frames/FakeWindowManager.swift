import CX11

@testable import Windowing
@testable import X11

/// A fake window manager and compositor for the frame protocols.
final class FakeWindowManager {
  let observer: Observer
  private let connection: Connection
  private var display: OpaquePointer { connection.display }
  private let owner: WindowID

  /// Connects to a display.
  ///
  /// - Parameter name: The display name, as in `DISPLAY`.
  init(at name: String) throws {
    observer = try Observer(at: name)
    connection = try Connection(to: name)
    let display = connection.display
    owner = XCreateSimpleWindow(display, connection.root, 0, 0, 1, 1, 0, 0, 0)
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    XSyncQueryExtension(display, &event, &error)
    XSyncInitialize(display, &major, &minor)
  }

  /// Whether the window advertises its counters, as it does after its first frame is shown.
  func hasCounters(on window: WindowID) -> Bool {
    observer.property(.netWMSyncRequestCounter, of: window)?.count == 2
      && observer.property(.wmProtocols, of: window)?.contains(observer.atom(.netWMSyncRequest))
        == true
  }

  /// Returns the values of the window's basic and extended counters.
  func counters(of window: WindowID) -> [Int64] {
    (observer.property(.netWMSyncRequestCounter, of: window) ?? []).map { counter in
      var value = XSyncValue()
      XSyncQueryCounter(display, counter, &value)
      return Int64(value.hi) << 32 | Int64(value.lo)
    }
  }

  /// Sends a sync request for a new size (EWMH `_NET_WM_SYNC_REQUEST`).
  func requestSync(_ value: Int64, of window: WindowID) {
    send(.wmProtocols, [Int(observer.atom(.netWMSyncRequest)), 0, Int(value), 0, 0], to: window)
  }

  func sendFrameDrawn(_ counter: Int64, to window: WindowID) {
    send(.netWMFrameDrawn, [Int(counter), 0, 0, 0, 0], to: window)
  }

  private func send(_ type: Atoms.Name, _ values: [Int], to window: WindowID) {
    var event = FakeEvent.message(connection.atoms[type], 0)
    event.xclient.window = window
    let list = values
    event.xclient.data.l = (list[0], list[1], list[2], list[3], list[4])
    XSendEvent(display, window, False, 0, &event)
    XSync(display, False)
  }

  func becomeCompositor() { ownCompositorSelection(by: owner) }

  func stopCompositing() { ownCompositorSelection(by: WindowID(None)) }

  private func ownCompositorSelection(by window: WindowID) {
    let selection = XInternAtom(display, "_NET_WM_CM_S\(connection.screen)", False)
    XSetSelectionOwner(display, selection, window, Time(CurrentTime))
    XSync(display, False)
  }

  /// Replaces the window's protocols with text, as a faulty client may.
  func replaceProtocols(of window: WindowID) {
    PropertyValue.bytes([1], type: XA_STRING).write(
      to: connection.atoms[.wmProtocols], of: window, on: connection)
    XSync(display, False)
  }

  /// Covers the window completely with another one.
  func cover(_ window: WindowID) -> WindowID {
    let cover = XCreateSimpleWindow(display, connection.root, 0, 0, 1280, 800, 0, 0, 0)
    XMapRaised(display, cover)
    XSync(display, False)
    return cover
  }

  func setState(_ states: [Atoms.Name], of window: WindowID) {
    set(.netWMState, to: states.map { connection.atoms[$0] }, type: XA_ATOM, of: window)
  }

  func setDesktops(window desktop: UInt, current: UInt, of window: WindowID) {
    set(.netWMDesktop, to: [desktop], type: XA_CARDINAL, of: window)
    set(.netCurrentDesktop, to: [current], type: XA_CARDINAL, of: connection.root)
  }

  private func set(_ name: Atoms.Name, to values: [UInt], type: Atom, of window: WindowID) {
    PropertyValue.words(values, type: type)
      .write(to: connection.atoms[name], of: window, on: connection)
    XSync(display, False)
  }
}
