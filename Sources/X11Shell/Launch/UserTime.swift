import CX11

/// The time of the last key or button press in the window, published for the window manager (EWMH
/// `_NET_WM_USER_TIME`). Windows that were requested before it must not take the focus.
///
/// It is set on the window itself and not on a separate one (`_NET_WM_USER_TIME_WINDOW`), which
/// openbox and i3 do not support. One property change for each press, after its frame, does not
/// wake idle clients. Pointer motion is not published.
struct UserTime {
  /// The newest press that was not published yet.
  private var pendingTime: ServerTime?
  /// The last published press.
  private var publishedTime: ServerTime?
  /// The atom of the property; 0 until it is interned.
  private var atom = Atom(None)

  static let property = "_NET_WM_USER_TIME"

  /// Interns the atom so that the first press needs no round trip; one round trip.
  mutating func prepare(on connection: Connection) {
    atom = connection.intern([Self.property]).first ?? Atom(None)
  }

  /// Records a press.
  ///
  /// The first press is accepted with any time. A launcher's startup time may be of another clock,
  /// and would suppress all presses until that time.
  mutating func record(_ time: ServerTime) {
    // 0 is `CurrentTime`. As a property value it requests no focus.
    guard time.milliseconds != 0 else { return }
    if let newest = pendingTime ?? publishedTime, !newest.isBefore(time) { return }
    pendingTime = time
  }

  /// Returns the time to publish, or `nil` if there is no new press.
  mutating func take() -> ServerTime? {
    guard let time = pendingTime else { return nil }
    (publishedTime, pendingTime) = (time, nil)
    return time
  }

  /// Publishes the time of a new press, if any.
  mutating func publish(on window: Window, of connection: Connection) {
    guard atom != Atom(None), let time = take() else { return }
    PropertyValue.words([UInt(time.milliseconds)], type: XA_CARDINAL).write(
      to: atom, of: window, on: connection)
  }
}
