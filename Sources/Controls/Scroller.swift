public import Motion
public import Scene

/// How far a column of content is moved up in a window that is lower than it.
public struct Scroller {
  public var environment: Environment
  private var offset: Animated<Double>
  /// Heights of the content and of what can be seen of it, in logical pixels.
  private var contentHeight = 0.0
  private var visibleHeight = 0.0

  public init(in environment: Environment) {
    self.environment = environment
    offset = Animated(0, threshold: environment.placeThreshold)
  }

  /// A step of scrolling by key.
  public enum Step: Hashable, Sendable {
    case lineUp, lineDown, pageUp, pageDown, toTop, toBottom
  }

  /// How far the content is moved up, in logical pixels, on whole device pixels so that text stays
  /// sharp.
  public func offset(at now: Instant) -> Double {
    // On its way it may be where content was that is there no more.
    environment.snapped(max(0, min(offset.value(at: now), furthest)))
  }

  /// Whether there is anything to scroll.
  public var isNeeded: Bool { furthest > 0 }

  /// Takes in new heights and keeps the offset among what there is.
  public mutating func resize(content: Double, visible: Double) {
    (contentHeight, visibleHeight) = (content, visible)
    if offset.target > furthest { offset.set(furthest) }
  }

  /// Scrolls by notches of a wheel, downward positive.
  ///
  /// Content glides after whole notches. Any other number is a finger's on a touchpad, which content
  /// follows at once, as if it were held.
  public mutating func scroll(notches: Double, at now: Instant) {
    let target = offset.target + notches * Theme.Scroller.notch
    if notches == notches.rounded() || offset.nextChange(after: now) != nil {
      go(to: target, at: now)
    } else {
      offset.set(max(0, min(target, furthest)))
    }
  }

  public mutating func scroll(_ step: Step, at now: Instant) {
    let page = visibleHeight - Theme.Scroller.pageOverlap
    switch step {
    case .lineUp: go(to: offset.target - Theme.Scroller.line, at: now)
    case .lineDown: go(to: offset.target + Theme.Scroller.line, at: now)
    case .pageUp: go(to: offset.target - page, at: now)
    case .pageDown: go(to: offset.target + page, at: now)
    case .toTop: go(to: 0, at: now)
    case .toBottom: go(to: furthest, at: now)
    }
  }

  /// Scrolls as little as brings a part of the content into sight, its top if it is too high.
  ///
  /// - Parameter frame: In the content's space.
  public mutating func reveal(_ frame: Rect, at now: Instant) {
    let wanted = frame.inset(by: -Theme.Scroller.revealMargin)
    let lowest = min(offset.target, wanted.minY)
    go(to: min(max(lowest, wanted.maxY - visibleHeight), wanted.minY), at: now)
  }

  /// Whether all of a part of the content is in sight, once scrolling has come to rest.
  ///
  /// - Parameter frame: In the content's space.
  public func shows(_ frame: Rect) -> Bool {
    frame.minY >= offset.target && frame.maxY <= offset.target + visibleHeight
  }

  public func nextChange(after now: Instant) -> Instant? { offset.nextChange(after: now) }

  /// Adds the thumb that shows where in the content one is.
  ///
  /// - Parameter track: The thumb's way, in the window.
  public func drawThumb(in track: Rect, into list: inout DisplayList, at now: Instant) {
    guard isNeeded else { return }
    let height = max(track.width, track.height * visibleHeight / contentHeight)
    let top = track.minY + (track.height - height) * offset(at: now) / furthest
    let thumb = environment.snapped(
      Rect(x: track.minX, y: top, width: track.width, height: height))
    list.fill(
      .roundedRect(.capsule(thumb)),
      environment.theme.colors.secondaryText.opacity(Theme.Scroller.thumbOpacity))
  }

  private var furthest: Double { max(0, contentHeight - visibleHeight) }

  private mutating func go(to target: Double, at now: Instant) {
    let target = max(0, min(target, furthest))
    guard target != offset.target else { return }
    offset.animate(
      to: target, at: now, with: environment.motion(.spring(Theme.Scroller.spring)),
      threshold: environment.placeThreshold)
  }
}

extension Theme {
  /// How a column scrolls; lengths are logical pixels.
  public enum Scroller {
    /// By one notch of a wheel, and by an arrow key.
    public static let notch = 56.0
    public static let line = 40.0
    /// What of a page stays in sight on the next.
    public static let pageOverlap = 40.0
    /// Kept free around what is brought into sight.
    public static let revealMargin = 12.0
    public static let spring = Spring(response: 0.2, dampingFraction: 1)
    public static let thumbWidth = 5.0
    public static let thumbOpacity = 0.5
  }
}
