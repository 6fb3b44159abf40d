public import Motion

/// Statistics of all frames so far, and measurements of the last one.
public struct FrameStatistics: Hashable, Sendable {
  /// The number of painted frames.
  public internal(set) var frames = 0
  /// The number of display refreshes during animations for which no frame was painted.
  public internal(set) var missedRefreshes = 0
  /// The instant at which the last frame began.
  public internal(set) var startTime = Instant.zero
  /// The instant for which the last frame was drawn: its expected presentation time.
  public internal(set) var presentation = Instant.zero
  /// The time from the beginning of the last frame until it was sent.
  public internal(set) var duration = Duration.zero
  /// The time from the receipt of the oldest event that the last frame shows until the frame was
  /// sent. `nil` if the frame shows no event.
  public internal(set) var latency: Duration?
  /// The number of X requests for the last frame.
  public internal(set) var requests = 0
  /// The slot of the last frame. `nil` if the frame was shown immediately, between two slots.
  public internal(set) var slot: FrameSlot?
  /// The refresh interval, as estimated for the last frame.
  public internal(set) var interval = Duration.zero
  /// The value of the SYNC counter at the end of the last frame, which identifies the frame in the
  /// report of the compositor. `nil` if the frame is not reported.
  public internal(set) var counter: Int64?

  public init() {}
}

/// The display refresh to which a frame is assigned.
public struct FrameSlot: Hashable, Sendable {
  /// The source that reports when the next frame may begin.
  public enum Source: Int, Sendable {
    /// A timer with the refresh interval of the monitor, or 1/60 s.
    case timer
    /// The Present extension, which reports when a refresh begins.
    case verticalBlank
    /// The compositor, which reports when it has drawn the last frame (`_NET_WM_FRAME_DRAWN`).
    case compositor
  }

  /// The source of the report. It numbers the refreshes.
  public internal(set) var source: Source
  /// The number of the refresh, or `nil` if unknown.
  public internal(set) var refresh: Int64?
}

/// The reason to draw a frame.
enum FrameDemand: Hashable {
  /// No frame is needed: the content does not change.
  case none
  /// The content changes at that instant, or continuously from then on.
  case change(at: Instant)
  /// Something changed that the last frame does not show.
  case pendingUpdate

  /// The instant from which there is new content, or `nil` without demand.
  var start: Instant? {
    switch self {
    case .none: nil
    case .change(let instant): instant
    case .pendingUpdate: .distantPast
    }
  }
}

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
  /// The id of the window of a screen lock that does not announce itself. `nil` without one.
  var lockWindow: UInt?
  /// The desktop of the window and the current desktop; `nil` if unknown.
  var desktop: UInt?
  var currentDesktop: UInt?

  /// The 32-bit `_NET_WM_DESKTOP` value of a window that is on all desktops.
  private static let allDesktops: UInt = 0xFFFF_FFFF

  private var isOnOtherDesktop: Bool {
    guard let desktop, let currentDesktop, desktop != Self.allDesktops else { return false }
    return desktop != currentDesktop
  }

  /// Whether a screen lock has the keyboard.
  var isBehindLock: Bool { isLocked || lockWindow != nil }

  /// Whether the window is hidden: unmapped, minimized, on another desktop, or behind a screen
  /// lock.
  var isHidden: Bool { !isMapped || isMinimized || isBehindLock || isOnOtherDesktop }

  /// Whether opaque windows cover it completely.
  var isObscured: Bool { !isHidden && isCovered && !isComposited }

  /// Whether a frame of the window can be seen.
  var isShown: Bool { !isHidden && !isObscured }
}
