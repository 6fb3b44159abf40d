/// The visibility of the window.
struct WindowVisibility: Hashable {
  /// Whether the window is mapped.
  var isMapped = false
  /// Whether the window manager hides the window (EWMH `_NET_WM_STATE_HIDDEN`).
  var isMinimized = false
  /// Whether other windows cover it completely according to the server (`VisibilityFullyObscured`).
  var isCovered = false
  /// Whether a compositor is running. Then `isCovered` has no meaning: the window may be visible
  /// through others, in an overview, or during an animation.
  var isComposited = false
  /// Whether a screen lock or screen saver covers the screen.
  var isLocked = false
  /// The desktop of the window and the current desktop; `nil` if unknown.
  var desktop: UInt?
  var currentDesktop: UInt?

  /// The 32-bit `_NET_WM_DESKTOP` value of a window that is on all desktops.
  private static let allDesktops: UInt = 0xFFFF_FFFF

  private var isOnOtherDesktop: Bool {
    guard let desktop, let currentDesktop, desktop != Self.allDesktops else { return false }
    return desktop != currentDesktop
  }

  /// Whether the window is hidden: unmapped, minimized, on another desktop, or behind a screen
  /// lock.
  var isHidden: Bool { !isMapped || isMinimized || isLocked || isOnOtherDesktop }

  /// Whether opaque windows cover it completely.
  var isObscured: Bool { !isHidden && isCovered && !isComposited }

  /// Whether a frame of the window can be seen.
  var isShown: Bool { !isHidden && !isObscured }
}
