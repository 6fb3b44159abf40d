/// Hears whether a lock or a saver is before the whole screen, from the programs that put it there.
///
/// Each family of desktops has an interface of its own for it, with the same signal. Lockers that
/// are on no bus, such as i3lock, cover the window, of which the server tells.
struct ScreenLock {
  /// What was said since it was asked last.
  private var news: Bool?

  /// KDE's, GNOME's, Cinnamon's, MATE's and Xfce's.
  private static let interfaces = ["freedesktop", "gnome", "cinnamon", "mate", "xfce"].map {
    "org.\($0).ScreenSaver"
  }
  private static let changed = "ActiveChanged"

  /// Which signals the bus is to pass on.
  static let rules = interfaces.map { "type='signal',interface='\($0)',member='\(changed)'" }

  /// Takes in what a message says, if it is about the lock.
  ///
  /// Whoever is on the bus can send it. The worst that a lie does is that the window rests until a
  /// person uses it; and the worst that a movement does which was on its way when the screen was
  /// locked, that the window goes on as if it were not.
  mutating func take(_ message: borrowing BusMessage) {
    for interface in Self.interfaces where message.isSignal(Self.changed, of: interface) {
      if case .boolean(let isActive) = message.arguments.first { news = isActive }
    }
  }

  /// Whether it is there, if anybody has said since this was asked last.
  mutating func takeNews() -> Bool? {
    defer { news = nil }
    return news
  }
}
