public import Motion
public import Scene

/// A button that floats above everything: it can be tapped, and after a long press it can be
/// dragged; let go, it snaps to an edge by a spring.
///
/// It lives in a container, the window, and draws itself wherever it is there.
public struct FloatingButton: Control {
  /// What the button asks its owner to do.
  public enum Action: Hashable, Sendable {
    /// It was tapped and now shows its other state: green where `true`.
    case toggled(Bool)
    /// Drag mode began and the person wants to hear it.
    case ringBell
  }

  /// What it looks like.
  public enum Shape: String, CaseIterable, Hashable, Sendable {
    /// A rounded rectangle with a label.
    case button
    /// A circle without one.
    case ball
  }

  /// How a drag begins.
  public enum DragMode: String, CaseIterable, Hashable, Sendable {
    case longPress = "long-press"
    case immediate
  }

  /// What it is to be like.
  public struct Configuration: Hashable, Sendable {
    public var shape: Shape
    public var snap: SnapMode
    public var drag: DragMode
    /// Whether it fades while it is left alone.
    public var dims: Bool
    /// Whether the beginning of a drag is to be heard.
    public var ringsBell: Bool
    public var label: String
    /// Height at the container's top that a ball must keep clear of, in logical pixels.
    public var topInset: Double

    /// Creates a configuration; what is not given follows from the shape.
    public init(
      shape: Shape = .button, snap: SnapMode? = nil, drag: DragMode? = nil, dims: Bool? = nil,
      ringsBell: Bool = false, label: String = "Drag me!", topInset: Double = 0
    ) {
      self.shape = shape
      self.snap = snap ?? (shape == .ball ? .free : .edges)
      self.drag = drag ?? (shape == .ball ? .immediate : .longPress)
      self.dims = dims ?? (shape == .ball)
      self.ringsBell = ringsBell
      self.label = label
      self.topInset = topInset
    }
  }

  public let configuration: Configuration
  public var environment: Environment

  /// Whether it shows its second state, green.
  public private(set) var isOn = false

  /// The window in which it floats.
  private(set) var container = Rect.zero
  /// Where it rests, or will rest, in `restArea`.
  var place: RelativePlace
  var center: Animated<Point>
  var scale: Animated<Double>
  var opacity: Animated<Double>

  var gesture: PressGesture
  /// Where a drag began; `nil` while there is none.
  var dragOrigin: Point?
  /// Where the pointer is; `nil` outside the window.
  var pointer: Point?
  var isPressed = false
  var isHovered = false
  var isFocused = false

  public init(_ configuration: Configuration = Configuration(), in environment: Environment) {
    self.configuration = configuration
    self.environment = environment
    gesture = PressGesture(configuration.drag)
    place = configuration.shape == .ball ? .center : .trailing
    center = Animated(.zero, threshold: environment.placeThreshold)
    scale = Animated(1, threshold: Theme.FloatingButton.scaleThreshold)
    opacity = Animated(1, threshold: Theme.opacityThreshold)
    // Nor may a corner jump by more than half a device pixel when the scale has come to rest.
    let reach = Vector(dx: size.width, dy: size.height).length / 2
    scale = Animated(
      1,
      threshold: min(
        Theme.FloatingButton.scaleThreshold, environment.placeThreshold / max(1, reach)))
  }

  /// Puts the button into a window, or tells it the window's new size: it keeps its edge and its
  /// relative place along it. A drag that is under way goes on from where it is.
  public mutating func place(in container: Rect, at now: Instant) {
    guard container != self.container else { return }
    let isFirst = self.container.isEmpty
    self.container = container
    if isFirst { leaveAlone(at: now) }
    guard !isPressed else { return }
    let isFlying = center.nextChange(after: now) != nil
    center.animate(
      to: place.point(in: restArea), at: now,
      with: isFlying ? environment.motion(.spring(Theme.FloatingButton.spring)) : nil)
    judgeHover(at: now)
  }

  mutating func toggle() -> [Action] {
    isOn.toggle()
    return [.toggled(isOn)]
  }

  public func nextChange(after now: Instant) -> Instant? {
    .earliest(
      center.nextChange(after: now), scale.nextChange(after: now), opacity.nextChange(after: now),
      gesture.deadline)
  }
}

// Focus.
extension FloatingButton {
  public var focusStopCount: Int { 1 }

  public mutating func focus(_ stop: Int?, at now: Instant) {
    attend(at: now) { $0.isFocused = stop != nil }
  }

  /// A press keeps the focus where it is, so that it does not leave the field being typed in.
  public func focusStop(under point: Point, at now: Instant) -> Int? { nil }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame(at: center.target) }
}
