public import Motion
import Scene

extension FloatingButton {
  /// A notification for the owner of the button.
  public enum Action: Hashable, Sendable {
    /// The user toggled the button. The value is `true` for the second state, green.
    case toggled(Bool)
    /// The user tapped twice. Reported if `reportsDoubleTap` is set.
    case doubleTapped
    /// The user held the button without moving it. Reported if `reportsLongPress` is set.
    case longPressed
    /// The user chose an action of the panel or an item of the menu.
    case chosen(ActionItem.ID)
  }

  /// The shape of a button.
  public enum Shape: String, CaseIterable, Hashable, Sendable {
    /// A rounded rectangle with a label.
    case button
    /// A circle without a label.
    case ball
  }

  /// The gesture that starts a drag.
  public enum DragMode: String, CaseIterable, Hashable, Sendable {
    /// A long press.
    case longPress = "long-press"
    /// Any press that moves.
    case immediate
  }

  /// The effect of a tap.
  public enum TapMode: String, CaseIterable, Hashable, Sendable {
    /// Toggles the button between red and green.
    case toggle
    /// Expands the button into a panel with its actions. Without actions, a tap has no effect.
    case expand
  }

  /// The options of a button.
  public struct Configuration: Hashable, Sendable {
    /// The maximum number of actions that fit into the panel.
    public static let maximumActionCount = 8

    /// The shape.
    public var shape: Shape
    /// The positions at which the button comes to rest.
    public var snap: SnapMode
    /// The gesture that starts a drag.
    public var drag: DragMode
    /// The effect of a tap.
    public var tap: TapMode
    /// Whether two taps are reported instead of having the effect of one. One tap then takes effect after
    /// the double-click time.
    public var reportsDoubleTap = false
    /// Whether a long press is reported. Only with the drag mode `immediate`, because it otherwise starts a drag.
    public var reportsLongPress = false
    /// The actions in the panel into which a tap expands the button.
    ///
    /// - Precondition: At most `maximumActionCount` actions.
    public var actions: [ActionItem] { didSet { checkActions() } }
    /// The items of the context menu below the two move commands. Identifiers that start with
    /// `button.` are reserved.
    public var menuItems: [ActionItem]
    /// Whether the button dims while it is not used.
    public var dims: Bool
    /// Whether the start of a drag rings the bell.
    public var ringsBell: Bool
    /// The text on a button of shape `button`.
    public var label: String
    /// The height at the top of the container that a ball keeps clear, in logical pixels.
    public var topInset: Double
    /// The initial rest position. The snap mode is applied to it. If `nil`, a button starts halfway
    /// down the trailing edge, and a ball in the center.
    public var start: UnitPoint?
    /// The spring, scale, opacity and long-press duration.
    public var tuning: Tuning

    /// Creates a configuration.
    ///
    /// If `snap`, `drag` or `dims` is `nil`, the shape determines it: a button snaps to edges, is
    /// dragged after a long press and does not dim. A ball stays where it is dropped, is dragged
    /// immediately and dims.
    ///
    /// - Precondition: `actions` has at most `maximumActionCount` elements.
    public init(
      shape: Shape = .button, snap: SnapMode? = nil, drag: DragMode? = nil, tap: TapMode = .toggle,
      actions: [ActionItem] = [], menuItems: [ActionItem] = [], dims: Bool? = nil, ringsBell: Bool = false,
      label: String = "Drag me!", topInset: Double = 0, start: UnitPoint? = nil, tuning: Tuning = Tuning()
    ) {
      self.shape = shape
      self.snap = snap ?? (shape == .ball ? .free : .edges)
      self.drag = drag ?? (shape == .ball ? .immediate : .longPress)
      self.tap = tap
      self.actions = actions
      self.menuItems = menuItems
      self.dims = dims ?? (shape == .ball)
      self.ringsBell = ringsBell
      self.label = label
      self.topInset = topInset
      self.start = start
      self.tuning = tuning
      checkActions()
    }

    private func checkActions() {
      precondition(
        actions.count <= Self.maximumActionCount,
        "maximum of \(Self.maximumActionCount) actions exceeded: \(actions.count)")
    }

    /// The initial rest position, clamped to 0…1 in both dimensions.
    var startPosition: UnitPoint {
      let fallback = shape == .ball ? UnitPoint.center : .trailing
      return start?.clamped(fallback: fallback) ?? fallback
    }
  }

  /// The parameters of motion and timing, which the user can tune in the inspector.
  public struct Tuning: Hashable, Sendable {
    /// The spring for scaling and snapping.
    public var spring: Spring
    /// The scale during a drag, clamped to 0.25…4. NaN is treated as 1.
    public var draggedScale: Double
    /// The opacity of a dimmed button, clamped to 0…1. NaN is treated as 1.
    public var dimmedOpacity: Double
    /// The duration of a press that starts a drag instead of a tap. If it is not positive, every
    /// press starts a drag.
    public var longPress: Duration

    /// Creates a tuning. The default values are those of the original demo program
    /// (``SnapMode/original``).
    public init(
      spring: Spring = Spring(response: 0.25, dampingFraction: 0.59), draggedScale: Double = 1.4,
      dimmedOpacity: Double = 0.2, longPress: Duration = .milliseconds(300)
    ) {
      self.spring = spring
      self.draggedScale = draggedScale
      self.dimmedOpacity = dimmedOpacity
      self.longPress = longPress
    }

    /// The clamped value of `draggedScale`.
    var clampedScale: Double { draggedScale.clamped(to: 0.25...4) }

    /// The clamped value of `dimmedOpacity`.
    var clampedOpacity: Double { dimmedOpacity.clamped(to: 0...1) }
  }
}

extension Double {
  /// Returns the nearest number in a range; for NaN, 1.
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    isNaN ? 1 : Swift.max(range.lowerBound, Swift.min(self, range.upperBound))
  }
}

/// A point in a rectangle, as fractions of its width and height.
///
/// A button that is stored as a unit point keeps its edge, and its relative position along the
/// edge, when the rectangle changes or the program is restarted.
public struct UnitPoint: Hashable, Sendable {
  /// The fraction of the width: 0 at the leading edge, 1 at the trailing edge.
  public var x: Double
  /// The fraction of the height: 0 at the top, 1 at the bottom.
  public var y: Double

  /// The middle of the trailing edge.
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  /// The center.
  public static let center = UnitPoint(x: 0.5, y: 0.5)

  /// Creates a unit point. As the start position of a button, it is clamped to 0…1, and NaN is
  /// replaced by the default start position.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Creates the unit point of a point in a rectangle. At an edge, the fraction is exactly 0 or 1.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - area: The rectangle. If its width or height is zero, the fraction is 0.5.
  init(_ point: Point, in area: Rect) {
    x = Self.fraction(of: point.x, from: area.minX, to: area.maxX)
    y = Self.fraction(of: point.y, from: area.minY, to: area.maxY)
  }

  private static func fraction(of position: Double, from low: Double, to high: Double) -> Double {
    high > low ? (position - low) / (high - low) : 0.5
  }

  /// Returns the point in a rectangle.
  func point(in area: Rect) -> Point { Point(x: area.minX + x * area.width, y: area.minY + y * area.height) }

  /// Returns the unit point clamped to 0…1. A NaN fraction is replaced by that of `fallback`.
  func clamped(fallback: UnitPoint) -> UnitPoint {
    UnitPoint(x: x.isNaN ? fallback.x : max(0, min(x, 1)), y: y.isNaN ? fallback.y : max(0, min(y, 1)))
  }
}
