import Motion
import Testing

/// A table row: a time, and the position and velocity at that time.
private typealias Row = (time: Double, position: Double, velocity: Double)

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

@Suite struct `Floating button spring` {
  private let spring = Spring(response: 0.25, dampingFraction: 0.59)

  private static let fromRest: [Row] = [
    (2.0 / 60, 0.24525387446526893, 11.886645317377699),
    (4.0 / 60, 0.65404432996554913, 11.309023715340434),
    (6.0 / 60, 0.95170750591492971, 6.3362816651537737),
    (8.0 / 60, 1.0827892559826895, 1.8201270610058726),
    (10.0 / 60, 1.0967365039288861, -0.62614086267109237),
    (20.0 / 60, 0.99126272398233414, 0.10273421915078349),
    (0.05, 0.45278760323523872, 12.595212850455286),
    (0.15, 1.0999193905266714, 0.32855957541190946),
    (0.20, 1.0612286167289306, -1.2730091916784549),
    (0.25, 1.0081212175487797, -0.71499458556207105),
    (0.50, 1.0007433761007823, -0.012388759133289198),
    (1.00, 0.99999969037497808, 1.1212956701817289e-5),
  ]

  @Test(arguments: fromRest)
  func `B3 moves from 0 to 1 as in the table`(time: Double, position: Double, velocity: Double) {
    let motion = spring.motion(from: 0, to: 1, after: time)
    #expect(isClose(motion.position, position))
    #expect(abs(motion.velocity - velocity) <= 1e-14 * spring.angularFrequency)
  }

  private static let thrown: [Row] = [
    (0.05, 0.55248774965987251, 12.374504017223425),
    (0.1, 1.0018637213996659, 5.0902795775272663),
    (0.25, 1.0024615224154194, -0.58775316250615629),
  ]

  @Test(arguments: thrown)
  func `B6 keeps a velocity as in the table`(
    time: Double, position: Double, velocity: Double
  ) {
    let motion = spring.motion(from: 0, to: 1, velocity: 5, after: time)
    #expect(isClose(motion.position, position))
    #expect(isClose(motion.velocity, velocity, within: 2e-14))
  }

  private static let retargeted: [(target: Double, time: Double, position: Double, velocity: Double)] =
    [
      (2, 0.05, 1.5527069937619101, 12.923772425867195),
      (2, 0.1, 2.0129361226438603, 5.0632724734753188),
      (0, 0.05, 0.64713178729143265, -12.266653275043376),
      (0, 0.1, 0.10952111081400088, -7.6092908568322286),
      (0, 0.2, -0.071041598784086566, 1.2022818521960218),
    ]

  @Test(arguments: retargeted)
  func `moves to a new target after 0.1 s as in the table`(
    target: Double, time: Double, position: Double, velocity: Double
  ) {
    let start = spring.motion(from: 0, to: 1, after: 0.1)
    let motion = spring.motion(from: start.position, to: target, velocity: start.velocity, after: time)
    #expect(abs(motion.position - position) <= 2e-15)
    #expect(abs(motion.velocity - velocity) <= 1e-14 * spring.angularFrequency)
  }

  @Test(arguments: [(0.15481731189165863, 1.1006928758411401), (0.309634623783, 0.9898609447548)])
  func `B3 turns as in the table`(time: Double, position: Double) {
    let motion = spring.motion(from: 0, to: 1, after: time)
    #expect(isClose(motion.position, position, within: 1e-13))
    #expect(abs(motion.velocity) <= 1e-9)
  }

  @Test func `passes the target first at the time of the table`() {
    let motion = spring.motion(from: 0, to: 1, after: 0.1085071604776254)
    #expect(abs(motion.position - 1) <= 1e-14)
  }

  @Test func `has the transition matrix of the table for 1/60 s`() {
    let byPosition = spring.state(from: Spring.State(displacement: 1, velocity: 0), after: 1.0 / 60)
    let byVelocity = spring.state(
      from: Spring.State(displacement: 0, velocity: 1), after: 1.0 / 60)
    #expect(isClose(byPosition.displacement, 0.92615301635586522))
    #expect(isClose(byVelocity.displacement, 0.012770466345135333))
    #expect(isClose(byPosition.velocity, -8.066524854010318))
    #expect(isClose(byVelocity.velocity, 0.54742396164950063))
    let determinant =
      byPosition.displacement * byVelocity.velocity - byVelocity.displacement * byPosition.velocity
    #expect(isClose(determinant, 0.61001163747749896))
  }
}

@Suite struct `Ball return spring` {
  private let spring = Spring(settlingDuration: 0.25, dampingFraction: 1, initialVelocity: 1)

  @Test func `B8 is UIKit's spring for 0.25 s, damping 1 and velocity 1`() {
    #expect(isClose(spring.angularFrequency, 36.823691686191607))
    #expect(isClose(spring.response, 0.170628881013, within: 1e-11))
    let resting = Spring(settlingDuration: 0.25, dampingFraction: 1)
    #expect(isClose(resting.angularFrequency, 36.933653905806343))
  }

  @Test(arguments: [
    (0.05, 0.55723605053276387), (0.1, 0.88469252449056238), (0.15, 0.97455908438257951),
    (0.2, 0.99483016061775153), (0.25, 0.999),
  ])
  func `B8 moves from 0 to 1 as in the table`(time: Double, position: Double) {
    #expect(isClose(spring.motion(from: 0, to: 1, velocity: 1, after: time).position, position))
  }

  @Test(arguments: [(0.05, 10.621512272824536), (0.1, 3.3446050530449423)])
  func `B8 has the velocities of the table`(time: Double, velocity: Double) {
    #expect(isClose(spring.motion(from: 0, to: 1, velocity: 1, after: time).velocity, velocity))
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

  @Test func `match Flutter's springs with all digits`() {
    let spring = Spring(stiffness: 100, damping: 20)
    let (first, second) = (
      spring.motion(from: 0, to: 500, after: 0.25), spring.motion(from: 0, to: 500, after: 0.5)
    )
    #expect(isClose(first.position, 356.35125240818, within: 1e-13))
    #expect(isClose(first.velocity, 1026.0624827987, within: 1e-13))
    #expect(isClose(second.position, 479.78615900274, within: 1e-13))
    #expect(isClose(second.velocity, 168.44867497714, within: 1e-13))
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

  @Test func `have the correct position where Motion for Swift is wrong, above critical damping`() {
    let spring = Spring(stiffness: 300, damping: 100)
    let state = spring.state(from: Spring.State(displacement: 1, velocity: 0), after: 0.2)
    #expect(abs(state.displacement - 0.55616) <= 5e-6)
  }

  @Test func `have the same result in one step and in 132, as in hyprutils`() {
    let spring = Spring(mass: 2.4, stiffness: 38, damping: 8)
    let start = Spring.State(displacement: -1, velocity: 0)
    var state = start
    for _ in 0..<132 { state = spring.state(from: state, after: 0.001) }
    let whole = spring.state(from: start, after: 0.132)
    #expect(abs(state.displacement - whole.displacement) <= 1e-14)
  }
}
