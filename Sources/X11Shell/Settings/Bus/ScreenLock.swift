/// An observer of the screen lock and the screen saver, over the D-Bus signals of their programs.
///
/// Each family of desktops has its own interface with the same signal. Lockers without D-Bus, such
/// as i3lock, cover the window, which the X server reports.
struct ScreenLock {
  /// The change since the last query.
  private var pendingChange: Bool?

  /// The interfaces of KDE (`freedesktop`), GNOME, Cinnamon, MATE and Xfce.
  private static let interfaces = ["freedesktop", "gnome", "cinnamon", "mate", "xfce"].map {
    "org.\($0).ScreenSaver"
  }
  private static let changed = "ActiveChanged"

  /// The match rules of the signals that the bus forwards.
  static let rules = interfaces.map { "type='signal',interface='\($0)',member='\(changed)'" }

  /// Handles a message if it concerns the screen lock.
  ///
  /// Any bus client can send the signal. A forged signal at worst pauses the window until the user
  /// interacts with it. A pointer motion that was pending when the screen was locked at worst lets
  /// the window continue as if the screen were unlocked.
  mutating func handle(_ message: borrowing BusMessage) {
    for interface in Self.interfaces where message.isSignal(Self.changed, of: interface) {
      if case .boolean(let isActive) = message.arguments.first { pendingChange = isActive }
    }
  }

  /// Returns whether the screen is locked, or `nil` if there was no change since the last call.
  mutating func takeChange() -> Bool? {
    defer { pendingChange = nil }
    return pendingChange
  }
}
