public import Motion
public import Scene

/// A number chosen by moving a thumb along a track.
///
/// Its value is in its range and on a step whatever is done to it. In the hand the thumb follows
/// the pointer exactly; sent elsewhere it goes there by a short spring, and goes on from where it
/// is when it is caught on its way.
public struct Slider: ValueControl {
  /// What the slider asks its owner to do.
  public enum Action: Hashable, Sendable {
    /// A person chose another value.
    case changed(Double)
  }

  /// A press under way.
  struct Grip: Hashable {
    /// From the pointer to the thumb's centre when it was pressed, in logical pixels.
    var offset: Double
    /// Where the pointer is on the x axis.
    var pointer: Double
    /// Where the thumb is, 0…1 of its way.
    var fraction: Double
    /// What the slider had before, to be taken back.
    var formerPosition: Int
  }

  /// Where and when it was last pressed.
  struct Press: Hashable {
    var point: Point
    var time: Instant
  }

  public let range: SteppedRange
  /// What a double click makes the value.
  public let defaultValue: Double
  public var environment: Environment

  /// The value in steps from zero.
  var position: Int
  /// How far the thumb still is from where it belongs, in fractions of its way.
  var lag: Animated<Double>
  public private(set) var frame = Rect.zero

  var grip: Grip?
  var lastPress: Press?
  public var isFocused = false
  var isHovered = false

  /// Creates a slider.
  ///
  /// - Parameters:
  ///   - value: Moved to the nearest of the range, as is the default.
  ///   - range: What can be chosen.
  public init(
    _ value: Double, of range: SteppedRange, defaultValue: Double, in environment: Environment
  ) {
    self.range = range
    self.defaultValue = range.nearest(to: defaultValue)
    self.environment = environment
    position = range.position(nearest: value)
    lag = Animated(0, threshold: environment.placeThreshold)
  }

  public var value: Double { range.value(at: position) }

  /// Whether the thumb is in somebody's hand.
  public var isGripped: Bool { grip != nil }

  /// Chooses a value without telling the owner; a press that is under way ends.
  ///
  /// - Parameter value: Moved to the nearest of the range.
  public mutating func set(_ value: Double, at now: Instant) {
    let position = range.position(nearest: value)
    guard position != self.position || isGripped else { return }
    glide(at: now) { slider in
      slider.grip = nil
      slider.position = position
    }
  }

  /// Puts the slider somewhere.
  ///
  /// - Parameter frame: What takes presses; as wide as the track with the thumb at its ends.
  public mutating func place(in frame: Rect) {
    let oldTravel = travel
    self.frame = frame
    guard travel != oldTravel else { return }
    lag.set(0)
  }

  public func nextChange(after now: Instant) -> Instant? { lag.nextChange(after: now) }

  /// Changes where the thumb belongs, and lets it go there from where it is.
  mutating func glide(at now: Instant, _ change: (inout Slider) -> Void) {
    let (shown, velocity) = (shownFraction(at: now), lag.velocity(at: now))
    change(&self)
    lag.set(shown - fraction)
    lag.animate(
      to: 0, at: now, with: environment.motion(.spring(Theme.Slider.spring)), velocity: velocity,
      threshold: environment.placeThreshold / max(1, travel))
  }
}
