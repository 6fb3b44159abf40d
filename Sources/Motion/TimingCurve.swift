/// How the fraction of the way depends on the fraction of the time: a cubic Bézier curve from (0,
/// 0) to (1, 1), as [CSS easing][1] has it.
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
  ///   - x1: Time of the first, clamped to 0…1 so that time never runs back; NaN counts as 0.
  ///   - y1: Way of the first, clamped to ±10⁶; NaN counts as 0.
  ///   - x2: Time of the second, clamped to 0…1; NaN counts as 1.
  ///   - y2: Way of the second, clamped to ±10⁶; NaN counts as 1.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    self.x1 = x1.isNaN ? 0 : max(0, min(x1, 1))
    self.y1 = y1.isNaN ? 0 : max(-1e6, min(y1, 1e6))
    self.x2 = x2.isNaN ? 1 : max(0, min(x2, 1))
    self.y2 = y2.isNaN ? 1 : max(-1e6, min(y2, 1e6))
  }

  /// Constant speed.
  public static let linear = TimingCurve(0, 0, 1, 1)
  /// CSS `ease`.
  public static let ease = TimingCurve(0.25, 0.1, 0.25, 1)
  /// CSS `ease-in`: starts slowly.
  public static let easeIn = TimingCurve(0.42, 0, 1, 1)
  /// CSS `ease-out`: ends slowly.
  public static let easeOut = TimingCurve(0, 0, 0.58, 1)
  /// CSS `ease-in-out`: starts and ends slowly.
  public static let easeInOut = TimingCurve(0.42, 0, 0.58, 1)

  /// The fraction of the way at a fraction of the time.
  ///
  /// - Parameter time: Clamped to 0…1; NaN counts as 1.
  /// - Returns: 0 at 0 and 1 at 1, exactly; in between any number, as the control points say.
  public func value(at time: Double) -> Double {
    guard time > 0 else { return time.isNaN ? 1 : 0 }
    guard time < 1 else { return 1 }
    return isDiagonal ? time : Self.bezier(y1, y2, at: parameter(at: time))
  }

  /// The slope of the curve: fractions of the way per whole duration.
  ///
  /// - Parameter time: Clamped to 0…1; NaN counts as 1.
  /// - Returns: 0 instead of an infinite slope.
  public func velocity(at time: Double) -> Double {
    guard !isDiagonal else { return 1 }
    guard time > 0 else { return time.isNaN ? endSlope : startSlope }
    guard time < 1 else { return endSlope }
    let parameter = parameter(at: time)
    return Self.slope(
      Self.derivative(y1, y2, at: parameter), Self.derivative(x1, x2, at: parameter))
  }

  /// Whether way and time are the same function of the parameter.
  private var isDiagonal: Bool { x1 == y1 && x2 == y2 }

  /// Toward the first control point that is not the start itself, as CSS has it too.
  private var startSlope: Double {
    x1 == 0 && y1 == 0 ? Self.slope(y2, x2) : Self.slope(y1, x1)
  }

  /// From the last control point that is not the end itself.
  private var endSlope: Double {
    x2 == 1 && y2 == 1 ? Self.slope(1 - y1, 1 - x1) : Self.slope(1 - y2, 1 - x2)
  }

  private static func slope(_ way: Double, _ time: Double) -> Double {
    let slope = way / time
    return time > 0 && slope.isFinite ? slope : 0
  }

  /// The Bézier parameter at which the curve is at that time; time grows with the parameter.
  private func parameter(at time: Double) -> Double {
    var bracket = RootBracket(low: 0, high: 1)
    bracket.narrow(to: 4e-16, from: time) {
      (time - Self.bezier(x1, x2, at: $0), -Self.derivative(x1, x2, at: $0))
    }
    return bracket.high
  }

  /// 3(1−s)²s·a + 3(1−s)s²·b + s³.
  private static func bezier(_ a: Double, _ b: Double, at s: Double) -> Double {
    let r = 1 - s
    return s * (3 * r * (r * a + s * b) + s * s)
  }

  /// The derivative of `bezier` by its parameter.
  private static func derivative(_ a: Double, _ b: Double, at s: Double) -> Double {
    let r = 1 - s
    return 3 * (r * r * a + 2 * r * s * (b - a) + s * s * (1 - b))
  }
}
