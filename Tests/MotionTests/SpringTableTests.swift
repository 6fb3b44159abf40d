import Motion
import Testing

extension Spring {
  /// Returns position and velocity of a motion between two positions.
  fileprivate func motion(
    from: Double, to: Double, velocity: Double = 0, after time: Double
  ) -> (position: Double, velocity: Double) {
    let start = State(displacement: from - to, velocity: velocity)
    let state = state(from: start, after: time)
    return (to + state.displacement, state.velocity)
  }
}

/// Numbers from the tests of other animation libraries.
@Suite struct `Springs of other libraries` {
  private static let flutter: [(damping: Double, target: Double, time: Double, expected: [Double])] = [
    (20, 500, 0.25, [356, 1026]), (20, 500, 0.5, [479, 168]), (20, 500, 0.75, [497, 20]),
    (25, 500, 0.5, [445, 273]), (25, 500, 1, [495, 22]), (25, 500, 1.5, [499, 1]),
    (5, 300, 1, [325, -65]),
  ]

  @Test(arguments: flutter)
  func `match Flutter's newton_test`(
    damping: Double, target: Double, time: Double, expected: [Double]
  ) {
    let motion = Spring(stiffness: 100, damping: damping).motion(from: 0, to: target, after: time)
    #expect([motion.position, motion.velocity].map { $0.rounded(.down) } == expected)
  }

  private static let javaScript: [(stiffness: Double, damping: Double, positions: [Double])] = [
    (300, 10, [100, 1343, 873, 1046, 984, 1005, 998, 1001, 1000]),
    (100, 20, [100, 635, 918, 984, 997, 1000]),
    (300, 100, [100, 499, 731, 855, 922, 958, 977, 988, 993, 996, 998, 999, 999, 1000]),
  ]

  @Test(arguments: javaScript)
  func `match Motion for JavaScript from 100 to 1000 in steps of 0.2 s`(
    stiffness: Double, damping: Double, positions: [Double]
  ) {
    let spring = Spring(stiffness: stiffness, damping: damping)
    for (step, position) in positions.enumerated() {
      let motion = spring.motion(from: 100, to: 1000, after: Double(step) / 5)
      #expect(motion.position.rounded() == position)
    }
  }

  @Test func `creep instead of jumping when they are very stiff and strongly damped`() {
    let motion = Spring(stiffness: 1e6, damping: 1e7).motion(from: 100, to: 1000, after: 0.2)
    // 1000 − 900·e^(−kt/c), within a ten-millionth.
    #expect(isClose(motion.position, 1000 - 900 * 0.9801986733067553, within: 1e-6))
  }

  @Test func `match wobble`() {
    let spring = Spring(stiffness: 100, damping: 10)
    let first = spring.motion(from: 0, to: 1, after: 0.016)
    #expect(isClose(first.position, 0.012118183855440723, within: 1e-13))
    #expect(isClose(first.velocity, 1000 * 0.0014722643337529411))
    #expect(isClose(spring.motion(from: 0, to: 1, after: 0.032).position, 0.045765140015336936))
    #expect(isClose(spring.motion(from: 0, to: 1, after: 0.160).position, 0.6622926523620347))
  }

  @Test(arguments: [(0.8, 9.22313786754), (1, 8.21025553586)])
  func `match Motion for Swift`(fraction: Double, value: Double) {
    let end = Spring(response: 1, dampingFraction: fraction).motion(from: 0, to: 10, after: 0.5)
    #expect(
      isClose(10 - end.position, 10 - value, within: 1e-10) || isClose(end.position, value, within: 1e-11)
    )
  }
}
