public import Scene

/// The monitors of a screen, and the state that decides where an overlay is shown. All frames are in logical pixels of
/// the screen.
public struct ScreenLayout: Hashable, Sendable {
  /// A monitor.
  public struct Monitor: Hashable, Sendable {
    public var frame: Rect
    /// The part of the frame that no panel reserves.
    public var workArea: Rect

    public init(frame: Rect, workArea: Rect) { (self.frame, self.workArea) = (frame, workArea) }
  }

  /// The monitors, the primary one first. At least one.
  public var monitors: [Monitor]
  /// Device pixels per logical pixel.
  public var scale = 1.0
  /// The frame of the active window while it is full screen, otherwise `nil`.
  public var fullScreenWindow: Rect?
  /// Whether a screen lock has reported that the screen is locked.
  public var isLocked = false
  /// Whether a compositor shows transparent pixels of windows.
  public var isComposited = false

  public init(monitors: [Monitor]) { self.monitors = monitors }
}
