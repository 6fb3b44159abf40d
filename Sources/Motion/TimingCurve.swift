/// A mapping from the fraction of the time to the fraction of the distance: a cubic Bézier curve
/// from (0, 0) to (1, 1), as in [CSS easing][1].
///
/// [1]: https://www.w3.org/TR/css-easing-1/#cubic-bezier-easing-functions
public struct TimingCurve: Hashable, Sendable {
  private let x1: Double
  private let y1: Double
  private let x2: Double
  private let y2: Double

  /// Creates a curve from its two control points.
  ///
  /// - Parameters:
  ///   - x1: The time of the first point, clamped to 0…1 so that time never runs backward; NaN
  ///     counts as 0.
  ///   - y1: The distance of the first point, clamped to ±10⁶; NaN counts as 0.
  ///   - x2: The time of the second point, clamped to 0…1; NaN counts as 1.
  ///   - y2: The distance of the second point, clamped to ±10⁶; NaN counts as 1.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1.isNaN ? 0 : max(0, min(x1, 1))
    self.y1 = y1.isNaN ? 0 : max(-1e6, min(y1, 1e6))
    self.x2 = x2.isNaN ? 1 : max(0, min(x2, 1))
    self.y2 = y2.isNaN ? 1 : max(-1e6, min(y2, 1e6))
  }

  /// A constant speed.
  public static let linear = TimingCurve(0, 0, 1, 1)
  /// The CSS curve `ease`.
  public static let ease = TimingCurve(0.25, 0.1, 0.25, 1)
  /// The CSS curve `ease-in`, which starts slowly.
  public static let easeIn = TimingCurve(0.42, 0, 1, 1)
  /// The CSS curve `ease-out`, which ends slowly.
  public static let easeOut = TimingCurve(0, 0, 0.58, 1)
  /// The CSS curve `ease-in-out`, which starts and ends slowly.
  public static let easeInOut = TimingCurve(0.42, 0, 0.58, 1)

  /// Returns the fraction of the distance at a fraction of the time.
  ///
  /// - Parameter time: The fraction of the time, clamped to 0…1; NaN counts as 1.
  /// - Returns: Exactly 0 at 0 and exactly 1 at 1. In between it may be any number, depending on
  ///   the control points.
  public func value(at time: Double) -> Double {
    guard time > 0 else { return time.isNaN ? 1 : 0 }
    guard time < 1 else { return 1 }
    return isDiagonal ? time : Self.bezier(y1, y2, at: parameter(at: time))
  }

  /// Returns the slope of the curve at a fraction of the time: fractions of the distance per
  /// duration.
  ///
  /// - Parameter time: The fraction of the time, clamped to 0…1; NaN counts as 1.
  /// - Returns: The slope, or 0 if it is infinite.
  public func velocity(at time: Double) -> Double {
    guard !isDiagonal else { return 1 }
    guard time > 0 else { return time.isNaN ? endSlope : startSlope }
    guard time < 1 else { return endSlope }
    let parameter = parameter(at: time)
    return Self.slope(Self.derivative(y1, y2, at: parameter), Self.derivative(x1, x2, at: parameter))
  }

  /// Whether distance and time are the same function of the parameter.
  private var isDiagonal: Bool { x1 == y1 && x2 == y2 }

  /// The slope toward the first control point that differs from the start, as in CSS.
  private var startSlope: Double { x1 == 0 && y1 == 0 ? Self.slope(y2, x2) : Self.slope(y1, x1) }

  /// The slope from the last control point that differs from the end.
  private var endSlope: Double {
    x2 == 1 && y2 == 1 ? Self.slope(1 - y1, 1 - x1) : Self.slope(1 - y2, 1 - x2)
  }

  private static func slope(_ distance: Double, _ time: Double) -> Double {
    let slope = distance / time
    return time > 0 && slope.isFinite ? slope : 0
  }

  /// Returns the Bézier parameter at a time. Time increases with the parameter.
  private func parameter(at time: Double) -> Double {
    var bracket = RootBracket(low: 0, high: 1)
    bracket.narrow(to: 4e-16, from: time) {
      (time - Self.bezier(x1, x2, at: $0), -Self.derivative(x1, x2, at: $0))
    }
    return bracket.high
  }

  /// Returns 3(1−s)²s·a + 3(1−s)s²·b + s³.
  private static func bezier(_ a: Double, _ b: Double, at s: Double) -> Double {
    let r = 1 - s
    return s * (3 * r * (r * a + s * b) + s * s)
  }

  /// Returns the derivative of `bezier` with respect to its parameter.
  private static func derivative(_ a: Double, _ b: Double, at s: Double) -> Double {
    let r = 1 - s
    return 3 * (r * r * a + 2 * r * s * (b - a) + s * s * (1 - b))
  }
}
