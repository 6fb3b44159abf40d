/// Whether anybody can see the window.
struct WindowVisibility: Hashable {
  /// Put on the screen and not taken from it.
  var isMapped = false
  /// The window manager keeps it out of sight (EWMH, `_NET_WM_STATE_HIDDEN`).
  var isMinimized = false
  /// Others lie over all of it, as far as the server knows (`VisibilityFullyObscured`).
  var isCovered = false
  /// A compositor makes the screen's picture: then what the server knows of covering is nothing, for
  /// a window that is drawn elsewhere may be seen through others, small in an overview, or moving.
  var isComposited = false
  /// A lock or a saver is before all of the screen.
  var isLocked = false
  /// The desktops where the window and the person are; `nil` where nobody says.
  var desktop: UInt?
  var currentDesktop: UInt?

  /// `_NET_WM_DESKTOP` of a window that is on all of them, in 32 bits.
  private static let allDesktops: UInt = 0xFFFF_FFFF

  private var isElsewhere: Bool {
    guard let desktop, let currentDesktop, desktop != Self.allDesktops else { return false }
    return desktop != currentDesktop
  }

  /// Whether it was put away: unmapped, minimized, left on another desktop, or locked away.
  var isAway: Bool { !isMapped || isMinimized || isLocked || isElsewhere }

  /// Whether others lie over all of it that nobody can see through.
  var isBuried: Bool { !isAway && isCovered && !isComposited }

  /// Whether a frame of it could be seen.
  var isShown: Bool { !isAway && !isBuried }
}
