import CX11
import CXExt

@testable import X11Shell

/// Plays the window manager and the compositor, as far as they speak of frames.
final class FrameManager {
  let onlooker: Onlooker
  private let connection: Connection
  private var display: OpaquePointer { connection.display }
  private let owner: Window

  /// - Parameter name: Of the display, as in `DISPLAY`.
  init(at name: String) throws {
    onlooker = try Onlooker(at: name)
    connection = try Connection(to: name)
    let display = connection.display
    owner = XCreateSimpleWindow(display, connection.root, 0, 0, 1, 1, 0, 0, 0)
    var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    XSyncQueryExtension(display, &event, &error)
    XSyncInitialize(display, &major, &minor)
  }

  /// Whether the window has told of its counters, as it does once its first frame is shown.
  func isFollowed(by window: Window) -> Bool {
    onlooker.property(.netWMSyncRequestCounter, of: window)?.count == 2
      && onlooker.property(.wmProtocols, of: window)?.contains(onlooker.atom(.netWMSyncRequest))
        == true
  }

  /// The values of the window's counters: of sizes, and of frames.
  func counters(of window: Window) -> [Int64] {
    (onlooker.property(.netWMSyncRequestCounter, of: window) ?? []).map { counter in
      var value = XSyncValue()
      XSyncQueryCounter(display, counter, &value)
      return Int64(value.hi) << 32 | Int64(value.lo)
    }
  }

  /// Announces another size (EWMH, `_NET_WM_SYNC_REQUEST`).
  func askForSync(_ value: Int64, of window: Window) {
    send(.wmProtocols, [Int(onlooker.atom(.netWMSyncRequest)), 0, Int(value), 0, 0], to: window)
  }

  func tellDrawn(_ counter: Int64, to window: Window) {
    send(.netWMFrameDrawn, [Int(counter), 0, 0, 0, 0], to: window)
  }

  private func send(_ type: Atoms.Name, _ words: [Int], to window: Window) {
    var event = HandBuilt.message(connection.atoms[type], 0)
    event.xclient.window = window
    let list = words
    event.xclient.data.l = (list[0], list[1], list[2], list[3], list[4])
    XSendEvent(display, window, False, 0, &event)
    XSync(display, False)
  }

  func becomeCompositor() { ownCompositorSelection(by: owner) }

  func leave() { ownCompositorSelection(by: Window(None)) }

  private func ownCompositorSelection(by window: Window) {
    let selection = XInternAtom(display, "_NET_WM_CM_S\(connection.screen)", False)
    XSetSelectionOwner(display, selection, window, Time(CurrentTime))
    XSync(display, False)
  }

  /// Lays another window over all of it.
  func cover(_ window: Window) -> Window {
    let cover = XCreateSimpleWindow(display, connection.root, 0, 0, 1280, 800, 0, 0, 0)
    XMapRaised(display, cover)
    XSync(display, False)
    return cover
  }

  func setState(_ states: [Atoms.Name], of window: Window) {
    set(.netWMState, to: states.map { connection.atoms[$0] }, type: XA_ATOM, of: window)
  }

  func setDesktops(window desktop: UInt, current: UInt, of window: Window) {
    set(.netWMDesktop, to: [desktop], type: XA_CARDINAL, of: window)
    set(.netCurrentDesktop, to: [current], type: XA_CARDINAL, of: connection.root)
  }

  private func set(_ name: Atoms.Name, to words: [UInt], type: Atom, of window: Window) {
    PropertyValue.words(words, type: type)
      .write(to: connection.atoms[name], of: window, on: connection)
    XSync(display, False)
  }
}
