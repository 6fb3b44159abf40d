import Motion

/// Traces of all motions other than single springs.
extension MotionTrace {
  /// The motions whose numbers differ from the recorded ones, with the actual bits.
  static var motionDifferences: [String] {
    motions.compactMap { name, numbers, expected in
      let bits = mixed(numbers.map(\.bitPattern))
      return bits == expected ? nil : "\(name): 0x\(String(bits, radix: 16))"
    }
  }

  /// A name, all numbers of the motion, and their bits mixed.
  private static var motions: [(name: String, numbers: [Double], bits: UInt64)] {
    [
      ("decays", decays, 0x000d_7b45_ee10_84c6),
      ("timing curves", timingCurves, 0x2f7c_af1e_ee8a_8cf8),
      ("keyframes", keyframes, 0x0c50_0c09_20b9_fc45),
      ("a coasting value", coasting, 0x352f_beeb_584f_9d34),
      (
        "a timed value", numbers(by: .easeInOut(duration: .milliseconds(700))),
        0x6506_be30_44b1_f04f
      ),
      (
        "a released spring", numbers(by: .spring(lively, relativeVelocity: 3)),
        0x4f6d_c068_15da_4071
      ),
    ]
  }

  private static let lively = Spring(response: 0.3, dampingFraction: 0.4)

  private static var decays: [Double] {
    [0, 0.5, 0.99, 0.998, 0.9999].flatMap { rate in
      let decay = Decay(decelerationRate: rate)
      let moments = (0...120).flatMap { step in
        let time = Double(step) / 60
        return [
          decay.displacement(velocity: 1234, after: time), decay.velocity(-1234, after: time),
        ]
      }
      return moments + [
        decay.projectedDistance(velocity: 1234), decay.restingDistance(velocity: 1234),
        decay.velocity(toTravel: 77), decay.settlingTime(from: 600, threshold: 0.5),
      ]
    }
  }

  private static var timingCurves: [Double] {
    [.linear, .ease, .easeIn, .easeOut, .easeInOut, TimingCurve(0.68, -0.55, 0.265, 1.55)]
      .flatMap { curve in
        (0...60).flatMap { step in
          [curve.value(at: Double(step) / 60), curve.velocity(at: Double(step) / 60)]
        }
      }
  }

  private static var keyframes: [Double] {
    let track = KeyframeTrack(
      from: 3.0,
      [
        .timed(100, over: .milliseconds(300)), .timed(-20, over: .milliseconds(170), by: .easeIn), .move(7),
        .timed(80, over: .milliseconds(90), by: .easeOut),
      ])
    let times = (0...150).map { Duration.microseconds($0 * 16_667) }
    return [track.duration / .nanoseconds(1)]
      + times.flatMap { [track.value(after: $0), track.velocity(after: $0)] }
  }

  private static var coasting: [Double] {
    var value = Animated(5.0, threshold: 0.5)
    value.coast(at: .zero, with: .normal, velocity: 2000)
    return numbers(of: value)
  }

  /// Returns the numbers of a value that is retargeted with an animation while a spring moves it.
  private static func numbers(by animation: Animation) -> [Double] {
    var value = Animated(0.0, threshold: 0.5)
    value.animate(to: 300, at: .zero, with: .spring(lively))
    value.animate(to: -40, at: .zero + .milliseconds(90), with: animation)
    return numbers(of: value)
  }

  private static func numbers(of value: Animated<Double>) -> [Double] {
    (0...300).flatMap { step in
      let now = Instant.zero + .microseconds(90_000 + step * 16_667)
      return [value.value(at: now), value.velocity(at: now)]
    }
  }
}
