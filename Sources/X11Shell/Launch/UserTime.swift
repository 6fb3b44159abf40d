import CX11

/// When the person last pressed a key or a button in the window, as window managers are told it:
/// whatever was asked for before that must not take the focus away (EWMH, `_NET_WM_USER_TIME`).
///
/// Told on the window itself and not on one beside it (`_NET_WM_USER_TIME_WINDOW`): openbox and i3
/// know nothing of the latter, and one change of a property for each press, after its frame, wakes
/// nobody who sleeps. Motion is no action and is never told.
struct UserTime {
  /// The newest of the presses that were not told of yet.
  private var news: ServerTime?
  /// Which of them was told last.
  private var told: ServerTime?
  /// 0 until it was asked for.
  private var atom = Atom(None)

  static let property = "_NET_WM_USER_TIME"

  /// Asks for what the first press then need not wait for; a round trip.
  mutating func prepare(on connection: Connection) {
    atom = connection.intern([Self.property]).first ?? Atom(None)
  }

  /// Notes a press.
  ///
  /// The first is taken whatever its time. What a launcher gave as the start's may be of another
  /// clock, and would silence presses for as long as it seems to lie ahead of them.
  mutating func note(_ time: ServerTime) {
    // 0 is `CurrentTime`, which tells nothing, and as a property asks for no focus at all.
    guard time.milliseconds != 0 else { return }
    if let newest = news ?? told, !newest.isBefore(time) { return }
    news = time
  }

  /// What is to be told now; `nil` where nothing is new.
  mutating func take() -> ServerTime? {
    guard let time = news else { return nil }
    (told, news) = (time, nil)
    return time
  }

  /// Tells the window manager, if there is anything new.
  mutating func publish(on window: Window, of connection: Connection) {
    guard atom != Atom(None), let time = take() else { return }
    PropertyValue.words([UInt(time.milliseconds)], type: XA_CARDINAL)
      .write(to: atom, of: window, on: connection)
  }
}
