import Motion
import Testing

/// A row of a table: a time, and the place and velocity then.
private typealias Row = (time: Double, place: Double, velocity: Double)

extension Spring {
  /// Place and velocity on the way from a place to another.
  fileprivate func way(
    from: Double, to: Double, velocity: Double = 0, after time: Double
  ) -> (place: Double, velocity: Double) {
    let start = State(displacement: from - to, velocity: velocity)
    let state = state(from: start, after: time)
    return (to + state.displacement, state.velocity)
  }
}

@Suite struct `The floating button's spring` {
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
  func `B3 goes from 0 to 1 as the table says`(time: Double, place: Double, velocity: Double) {
    let way = spring.way(from: 0, to: 1, after: time)
    #expect(isClose(way.place, place))
    #expect(abs(way.velocity - velocity) <= 1e-14 * spring.angularFrequency)
  }

  private static let thrown: [Row] = [
    (0.05, 0.55248774965987251, 12.374504017223425),
    (0.1, 1.0018637213996659, 5.0902795775272663),
    (0.25, 1.0024615224154194, -0.58775316250615629),
  ]

  @Test(arguments: thrown)
  func `B6 takes a velocity along as the table says`(
    time: Double, place: Double, velocity: Double
  ) {
    let way = spring.way(from: 0, to: 1, velocity: 5, after: time)
    #expect(isClose(way.place, place))
    #expect(isClose(way.velocity, velocity, within: 2e-14))
  }

  private static let sentElsewhere:
    [(target: Double, time: Double, place: Double, velocity: Double)] =
      [
        (2, 0.05, 1.5527069937619101, 12.923772425867195),
        (2, 0.1, 2.0129361226438603, 5.0632724734753188),
        (0, 0.05, 0.64713178729143265, -12.266653275043376),
        (0, 0.1, 0.10952111081400088, -7.6092908568322286),
        (0, 0.2, -0.071041598784086566, 1.2022818521960218),
      ]

  @Test(arguments: sentElsewhere)
  func `sent elsewhere after 0.1 s goes there as the table says`(
    target: Double, time: Double, place: Double, velocity: Double
  ) {
    let turn = spring.way(from: 0, to: 1, after: 0.1)
    let way = spring.way(from: turn.place, to: target, velocity: turn.velocity, after: time)
    #expect(abs(way.place - place) <= 2e-15)
    #expect(abs(way.velocity - velocity) <= 1e-14 * spring.angularFrequency)
  }

  @Test(arguments: [(0.15481731189165863, 1.1006928758411401), (0.309634623783, 0.9898609447548)])
  func `B3 turns where the table says`(time: Double, place: Double) {
    let way = spring.way(from: 0, to: 1, after: time)
    #expect(isClose(way.place, place, within: 1e-13))
    #expect(abs(way.velocity) <= 1e-9)
  }

  @Test func `passes the target first when the table says`() {
    let way = spring.way(from: 0, to: 1, after: 0.1085071604776254)
    #expect(abs(way.place - 1) <= 1e-14)
  }

  @Test func `has the table's matrix for a step of 1/60 s`() {
    let byPlace = spring.state(from: Spring.State(displacement: 1, velocity: 0), after: 1.0 / 60)
    let byVelocity = spring.state(
      from: Spring.State(displacement: 0, velocity: 1), after: 1.0 / 60)
    #expect(isClose(byPlace.displacement, 0.92615301635586522))
    #expect(isClose(byVelocity.displacement, 0.012770466345135333))
    #expect(isClose(byPlace.velocity, -8.066524854010318))
    #expect(isClose(byVelocity.velocity, 0.54742396164950063))
    let determinant =
      byPlace.displacement * byVelocity.velocity - byVelocity.displacement * byPlace.velocity
    #expect(isClose(determinant, 0.61001163747749896))
  }
}

@Suite struct `The ball's way back` {
  private let spring = Spring(settlingDuration: 0.25, dampingFraction: 1, initialVelocity: 1)

  @Test func `B8 is by UIKit's spring for 0.25 s, damping 1 and velocity 1`() {
    #expect(isClose(spring.angularFrequency, 36.823691686191607))
    #expect(isClose(spring.response, 0.170628881013, within: 1e-11))
    let resting = Spring(settlingDuration: 0.25, dampingFraction: 1)
    #expect(isClose(resting.angularFrequency, 36.933653905806343))
  }

  @Test(arguments: [
    (0.05, 0.55723605053276387), (0.1, 0.88469252449056238), (0.15, 0.97455908438257951),
    (0.2, 0.99483016061775153), (0.25, 0.999),
  ])
  func `B8 goes from 0 to 1 as the table says`(time: Double, place: Double) {
    #expect(isClose(spring.way(from: 0, to: 1, velocity: 1, after: time).place, place))
  }

  @Test(arguments: [(0.05, 10.621512272824536), (0.1, 3.3446050530449423)])
  func `B8 is as fast as the table says`(time: Double, velocity: Double) {
    #expect(isClose(spring.way(from: 0, to: 1, velocity: 1, after: time).velocity, velocity))
  }
}

/// Numbers that the tests of other animation libraries expect.
@Suite struct `Other libraries' springs` {
  private static let flutter: [(damping: Double, target: Double, time: Double, floor: [Double])] = [
    (20, 500, 0.25, [356, 1026]), (20, 500, 0.5, [479, 168]), (20, 500, 0.75, [497, 20]),
    (25, 500, 0.5, [445, 273]), (25, 500, 1, [495, 22]), (25, 500, 1.5, [499, 1]),
    (5, 300, 1, [325, -65]),
  ]

  @Test(arguments: flutter)
  func `are where Flutter's newton_test has them`(
    damping: Double, target: Double, time: Double, floor: [Double]
  ) {
    let way = Spring(stiffness: 100, damping: damping).way(from: 0, to: target, after: time)
    #expect([way.place, way.velocity].map { $0.rounded(.down) } == floor)
  }

  @Test func `are where Flutter's would be with all digits`() {
    let spring = Spring(stiffness: 100, damping: 20)
    let (first, second) = (
      spring.way(from: 0, to: 500, after: 0.25), spring.way(from: 0, to: 500, after: 0.5)
    )
    #expect(isClose(first.place, 356.35125240818, within: 1e-13))
    #expect(isClose(first.velocity, 1026.0624827987, within: 1e-13))
    #expect(isClose(second.place, 479.78615900274, within: 1e-13))
    #expect(isClose(second.velocity, 168.44867497714, within: 1e-13))
  }

  private static let javaScript: [(stiffness: Double, damping: Double, places: [Double])] = [
    (300, 10, [100, 1343, 873, 1046, 984, 1005, 998, 1001, 1000]),
    (100, 20, [100, 635, 918, 984, 997, 1000]),
    (300, 100, [100, 499, 731, 855, 922, 958, 977, 988, 993, 996, 998, 999, 999, 1000]),
  ]

  @Test(arguments: javaScript)
  func `go from 100 to 1000 in steps of 0.2 s as Motion for JavaScript`(
    stiffness: Double, damping: Double, places: [Double]
  ) {
    let spring = Spring(stiffness: stiffness, damping: damping)
    for (step, place) in places.enumerated() {
      let way = spring.way(from: 100, to: 1000, after: Double(step) / 5)
      #expect(way.place.rounded() == place)
    }
  }

  @Test func `that are very stiff and very damped creep instead of arriving at once`() {
    let way = Spring(stiffness: 1e6, damping: 1e7).way(from: 100, to: 1000, after: 0.2)
    // 1000 − 900·e^(−kt/c), within a ten-millionth.
    #expect(isClose(way.place, 1000 - 900 * 0.9801986733067553, within: 1e-6))
  }

  @Test func `are where wobble's are`() {
    let spring = Spring(stiffness: 100, damping: 10)
    let first = spring.way(from: 0, to: 1, after: 0.016)
    #expect(isClose(first.place, 0.012118183855440723, within: 1e-13))
    #expect(isClose(first.velocity, 1000 * 0.0014722643337529411))
    #expect(isClose(spring.way(from: 0, to: 1, after: 0.032).place, 0.045765140015336936))
    #expect(isClose(spring.way(from: 0, to: 1, after: 0.160).place, 0.6622926523620347))
  }

  @Test(arguments: [(0.8, 9.22313786754), (1, 8.21025553586)])
  func `are where Motion for Swift has them`(fraction: Double, place: Double) {
    let way = Spring(response: 1, dampingFraction: fraction).way(from: 0, to: 10, after: 0.5)
    #expect(
      isClose(10 - way.place, 10 - place, within: 1e-10) || isClose(way.place, place, within: 1e-11)
    )
  }

  @Test func `are where Motion for Swift goes wrong, beyond critical damping`() {
    let spring = Spring(stiffness: 300, damping: 100)
    let state = spring.state(from: Spring.State(displacement: 1, velocity: 0), after: 0.2)
    #expect(abs(state.displacement - 0.55616) <= 5e-6)
  }

  @Test func `are the same in one step and in 132, as hyprutils asks`() {
    let spring = Spring(mass: 2.4, stiffness: 38, damping: 8)
    let start = Spring.State(displacement: -1, velocity: 0)
    var state = start
    for _ in 0..<132 { state = spring.state(from: state, after: 0.001) }
    let whole = spring.state(from: start, after: 0.132)
    #expect(abs(state.displacement - whole.displacement) <= 1e-14)
  }
}
