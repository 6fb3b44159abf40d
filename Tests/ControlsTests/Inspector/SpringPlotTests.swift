import ControlTestSupport
import Controls
import Glibc
import Motion
import Scene
import TestSupport
import Testing

@testable import Inspector

extension ControlHarness where Subject == SpringPlot {
  init(plot spring: Spring, scale: Double = 1, reducesMotion: Bool = false) {
    var plot = SpringPlot(
      spring,
      in: Environment(text: FixedTextMetrics(), scale: scale, reducesMotion: reducesMotion))
    plot.layOut(at: Point(x: 20, y: 30), width: 280, at: .zero)
    plot.focus(0, at: .zero)
    self.init(plot)
  }

  /// The drawn elements, in the coordinate space of the plot.
  private var elements: [DisplayList.Element] { drawing().elements }

  /// The path of the curve.
  var curve: [Path.Element] {
    elements.lazy.compactMap { element -> [Path.Element]? in
      guard case .shape(.path(let path), .stroke, _) = element else { return nil }
      return path.elements
    }.first ?? []
  }

  /// The positions of the peak and of the dot. The dot is last.
  var markers: [Point] {
    zip(elements, elements.dropFirst()).compactMap { element, content -> Point? in
      guard case .group(let group, count: 2) = element, case .shape(.roundedRect, _, _) = content
      else { return nil }
      return .zero + group.transform.translation
    }
  }

  var dot: Point? { markers.last }

  /// The x coordinate of the line at the settling time.
  var settlingLine: Double? {
    guard
      let clip = elements.firstIndex(where: { element in
        if case .group(let group, _) = element { group.clip != nil } else { false }
      }), case .group(let group, _) = elements[clip + 1]
    else { return nil }
    return group.transform.translation.dx
  }

  /// The mapping of values to points, from position 0 at time 0 to position 1 at the axis end.
  var axes: Axes? {
    guard case .move(let start)? = curve.first, case .line(let end)? = curve.last,
      let span = drawing().texts.compactMap({ $0.hasSuffix(" s") ? Double($0.dropLast(2)) : nil })
        .first
    else { return nil }
    return Axes(start: start, end: end, span: span)
  }

  struct Axes {
    var start: Point
    var end: Point
    /// The length of the time axis, in seconds.
    var span: Double

    func time(at x: Double) -> Double { (x - start.x) / (end.x - start.x) * span }
    func x(of time: Double) -> Double { start.x + time / span * (end.x - start.x) }
    func y(of position: Double) -> Double { start.y + position * (end.y - start.y) }

    func point(_ spring: Spring, at time: Double) -> Point {
      let state = spring.state(
        from: Spring.State(displacement: -1, velocity: 0), after: time)
      return Point(x: x(of: time), y: y(of: 1 + state.displacement))
    }
  }
}

@Suite struct `Spring plot` {
  private typealias Harness = ControlHarness<SpringPlot>

  static let springs: [Spring] = [0.05, 0.25, 0.7, 2].flatMap { response in
    [0.05, 0.3, 0.59, 0.95, 1, 1.2, 2].map { Spring(response: response, dampingFraction: $0) }
  }

  @Test(arguments: springs) func `shows the motion of the spring within a quarter of a pixel`(
    spring: Spring
  ) throws {
    let plot = Harness(plot: spring)
    let axes = try #require(plot.axes)
    var (last, maximum, ends) = (axes.start, 0.0, 0.0)
    for element in plot.curve {
      switch element {
      case .curve(let control1, let control2, let end):
        ends = max(ends, axes.point(spring, at: axes.time(at: end.x)).distance(to: end))
        for part in [0.1, 0.25, 0.5, 0.75, 0.9] {
          let point = bezier(last, control1, control2, end, at: part)
          maximum = max(
            maximum, axes.point(spring, at: axes.time(at: point.x)).distance(to: point))
        }
        last = end
      case .line(let end):
        for part in stride(from: 0, through: 1, by: 0.125) {
          let point = last + (end - last) * part
          maximum = max(
            maximum, axes.point(spring, at: axes.time(at: point.x)).distance(to: point))
        }
        last = end
      case .move, .close: break
      }
    }
    #expect(ends < 1e-9, "the segments meet on the closed form")
    #expect(maximum < 0.25)
  }

  @Test(arguments: springs, [1.0, 2.0]) func `marks the peak and shows the overshoot`(
    spring: Spring, scale: Double
  ) throws {
    let plot = Harness(plot: spring, scale: scale)
    let zeta = spring.dampingFraction
    let overshoot = zeta < 1 ? exp(-.pi * zeta / (1 - zeta * zeta).squareRoot()) : 0
    #expect(abs(plot.control.overshoot - overshoot) < 1e-12)
    guard String(100 * overshoot, decimals: 1) != "0.0" else {
      #expect(plot.markers.count == 1 && !plot.drawing().texts.contains { $0.hasPrefix("+") })
      #expect(
        plot.control.overshootText == (zeta < 1 ? "Overshoot < 0.1 %" : "No overshoot"))
      return
    }
    let axes = try #require(plot.axes)
    let time = .pi / (spring.angularFrequency * (1 - zeta * zeta).squareRoot())
    let peak = Point(x: axes.x(of: time), y: axes.y(of: 1 + overshoot))
    #expect(try #require(plot.markers.first).distance(to: peak) < 1e-6)
    let label = try #require(plot.drawing().texts.first { $0.hasPrefix("+") })
    let number = try #require(Double(label.dropFirst().dropLast(2)))
    #expect(abs(number - 100 * overshoot) <= 0.0500001)
    #expect(plot.control.overshootText == "Overshoot \(label.dropFirst())")
  }

  @Test(arguments: springs, [1.0, 2.0]) func `marks the settling time of 300 px to half a pixel`(
    spring: Spring, scale: Double
  ) throws {
    let plot = Harness(plot: spring, scale: scale)
    let time = plot.control.settlingTime
    func displacement(after time: Double) -> Double {
      abs(
        spring.state(from: .init(displacement: -300, velocity: 0), after: time).displacement)
    }
    #expect(displacement(after: time - 1e-6) > 0.5 / scale - 1e-3)
    for later in 0..<200 {
      #expect(displacement(after: time + Double(later) * spring.response / 50) <= 0.5 / scale)
    }
    let axes = try #require(plot.axes)
    let line = try #require(plot.settlingLine)
    #expect(abs(line - axes.x(of: time)) <= 0.5 / scale)
    #expect(time <= 0.9 * axes.span)
  }

  // The dot.

  @Test(arguments: seeds(20)) func `moves a dot along the curve in the time of the spring`(
    seed: Int
  ) throws {
    var generator = SeededGenerator(seed: seed)
    var plot = Harness(plot: FloatingButton.Tuning().spring)
    plot.advance(by: .seconds(1))
    let spring = Spring(
      response: .random(in: 0.3...0.6, using: &generator),
      dampingFraction: .random(in: 0.3...1.2, using: &generator))
    plot.control.show(spring, at: plot.now)
    // After this time the curve is that of the new spring.
    plot.stall(for: .milliseconds(450))
    var elapsed = 0.45
    while elapsed < plot.control.settlingTime {
      let axes = try #require(plot.axes)
      let dot = try #require(plot.dot)
      #expect(dot.distance(to: axes.point(spring, at: elapsed)) < 1e-6)
      #expect(plot.control.nextChange(after: plot.now) == plot.now)
      plot.stall(for: .milliseconds(10))
      elapsed += 0.01
    }
    #expect(plot.control.nextChange(after: plot.now) == nil)
    let axes = try #require(plot.axes)
    let end = axes.point(spring, at: plot.control.settlingTime)
    #expect(try #require(plot.dot).distance(to: end) < 1e-6, "it rests where it has settled")
  }

  @Test func `plays on a click, Space or Enter`() {
    let still = Harness(plot: FloatingButton.Tuning().spring)
    #expect(still.control.nextChange(after: .zero) == nil)
    var clicked = still
    clicked.click(Point(x: 100, y: 100))
    #expect(clicked.control.nextChange(after: .zero) == .zero)
    for key in [Key.space, .enter] {
      var pressed = still
      let isHandled = pressed.press(key)
      #expect(isHandled && pressed.dot == clicked.dot && pressed.dot != still.dot)
      pressed.advance(by: .milliseconds(100))
      let dot = pressed.dot
      pressed.press(key, isRepeat: true)
      #expect(pressed.dot == dot, "a key repeat does not play it again")
    }
    clicked.settle()
    #expect(clicked.dot == still.dot)
    var elsewhere = still
    elsewhere.press(at: Point(x: 100, y: 100))
    elsewhere.move(to: .zero)
    elsewhere.release()
    #expect(elsewhere.control.nextChange(after: .zero) == nil)
  }

  @Test func `plays only on request with reduced motion`() {
    var reduced = Harness(plot: FloatingButton.Tuning().spring, reducesMotion: true)
    reduced.control.show(Spring(response: 1, dampingFraction: 0.5), at: reduced.now)
    #expect(reduced.control.nextChange(after: reduced.now) == nil)
    #expect(reduced.drawing() == Harness(plot: Spring(response: 1, dampingFraction: 0.5)).drawing())
    reduced.press(.space)
    #expect(reduced.control.nextChange(after: reduced.now) == reduced.now)
  }

  // The transition of the curve.

  @Test(arguments: seeds(20)) func `changes to another spring without a jump and ends like a new plot`(
    seed: Int
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let (first, second) = (
      try #require(Self.springs.randomElement(using: &generator)),
      try #require(Self.springs.randomElement(using: &generator))
    )
    var plot = Harness(plot: first)
    let before = plot.curve
    plot.control.show(second, at: plot.now)
    #expect(plot.curve == before)
    #expect(first == second || plot.control.nextChange(after: plot.now) == plot.now)
    plot.stall(for: .seconds(60))
    #expect(plot.drawing() == Harness(plot: second).drawing())
  }

  static let extreme: [Spring] = [
    Spring(response: 0, dampingFraction: 0), Spring(response: .nan, dampingFraction: .nan),
    Spring(response: 1e9, dampingFraction: 1e9), Spring(response: 1e-5, dampingFraction: 0),
    Spring(response: 1e6, dampingFraction: 0), Spring(response: 0.1, dampingFraction: 1e6),
  ]

  @Test(arguments: cases(extreme)) func `draws any spring with finite numbers and few segments`(
    spring: Spring
  ) {
    var plot = Harness(plot: FloatingButton.Tuning().spring)
    plot.control.show(spring, at: plot.now)
    for _ in 0..<40 {
      let points = plot.curve.flatMap { element -> [Point] in
        switch element {
        case .move(let point), .line(let point): [point]
        case .curve(let a, let b, let end): [a, b, end]
        case .close: []
        }
      }
      #expect(points.allSatisfy { $0.x.isFinite && $0.y.isFinite })
      #expect(plot.curve.count <= 1003)
      #expect(plot.dot.map { $0.x.isFinite && $0.y.isFinite } == true)
      plot.stall(for: .milliseconds(17))
    }
  }

  private func bezier(_ a: Point, _ b: Point, _ c: Point, _ d: Point, at s: Double) -> Point {
    func mix(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      let r = 1 - s
      return r * r * r * a + 3 * r * r * s * b + 3 * r * s * s * c + s * s * s * d
    }
    return Point(x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y))
  }
}
