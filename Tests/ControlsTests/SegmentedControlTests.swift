import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// Three segments at (10, 20), 210 wide. With fixed metrics the labels "One", "Three" and
/// "Fourteen" are 19.5, 32.5 and 52 wide.
extension ControlHarness where Subject == SegmentedControl {
  init(segment: Int, reducesMotion: Bool = false) {
    var control = SegmentedControl(
      ["One", "Three", "Fourteen"], selection: segment,
      in: Environment(text: FixedTextMetrics(), reducesMotion: reducesMotion))
    control.layOut(at: Point(x: 10, y: 20), width: 210, at: .zero)
    control.focus(0, at: .zero)
    self.init(control)
  }

  /// The drawn selection indicator.
  var indicator: Rect? { outline ?? background }

  var outline: Rect? {
    let blue = control.environment.theme.colors.blue
    return drawing().elements.lazy.compactMap { element -> Rect? in
      guard case .shape(.roundedRect(let shape), .stroke, blue) = element else { return nil }
      return shape.rect
    }.first
  }

  private var background: Rect? {
    let theme = control.environment.theme
    let color = theme.colors.blue.opacity(theme.segmentedControl.selectedOpacity)
    return drawing().elements.lazy.compactMap { element -> Rect? in
      guard case .shape(.roundedRect(let shape), .fill, color) = element else { return nil }
      return shape.rect
    }.first
  }

  var selections: [Int] {
    actions.map { action in
      switch action {
      case .selected(let segment): segment
      }
    }
  }
}

@Suite struct `Segmented control` {
  /// A request for the focus of another one would move the focus to the selected one.
  @Test func `lets assistive programs focus the selected segment only`() {
    let segments = ControlHarness<SegmentedControl>(segment: 1)
    let focusable = segments.objects.map(\.node).filter { $0.states.contains(.focusable) }
    #expect(focusable.map(\.name) == ["Three"])
  }

  private typealias Harness = ControlHarness<SegmentedControl>
  private let centers = [Point(x: 39, y: 35), Point(x: 99, y: 35), Point(x: 174, y: 35)]

  @Test(arguments: 0..<3) func `selects the clicked segment`(segment: Int) {
    for first in 0..<3 {
      var control = Harness(segment: first)
      control.click(centers[segment])
      #expect(control.control.selection == segment)
      #expect(control.selections == (first == segment ? [] : [segment]))
    }
  }

  @Test func `selects nothing if the pointer is released elsewhere or the grab is lost`() {
    var control = Harness(segment: 0)
    control.press(at: centers[1])
    control.move(to: centers[2])
    control.release()
    control.press(at: centers[1])
    control.send(.pointerGrabLost)
    control.release()
    #expect(control.control.selection == 0 && control.actions.isEmpty)
  }

  @Test func `selects with arrow keys, Home and End and stops at its ends`() {
    var control = Harness(segment: 0)
    for key in [Key.right, .down, .right, .left, .up, .left, .end, .home, .space, .enter] {
      let isHandled = control.press(key)
      #expect(isHandled)
    }
    #expect(control.selections == [1, 2, 1, 0, 2, 0])
    let others = [control.press(.right, .control), control.press(.tab)]
    control.control.focus(nil, at: control.now)
    #expect(others == [false, false])
    let isHandled = control.press(.right)
    #expect(!isHandled)
  }

  /// The scroll view around a list shows the selected segment, and a press leaves the focus where it is.
  @Test(arguments: [1.0, 1.5, 2]) func `stacks the segments of a list without gaps`(scale: Double) {
    let environment = Environment(text: FixedTextMetrics(), scale: scale)
    var list = SegmentedControl(
      (1...7).map { "User \($0)" }, selection: 0, isList: true, in: environment)
    list.layOut(at: Point(x: 10, y: 20), width: 210, at: .zero)
    var control = Harness(list)
    control.control.focus(0, at: .zero)
    var frames: [Rect] = []
    for segment in 0..<7 {
      let frame = control.control.frame(ofFocusStop: 0, at: control.now)
      frames.append(frame)
      #expect(control.control.focusStop(under: frame.center, at: control.now) == nil)
      control.settle()
      #expect(control.indicator.map { frame.contains($0.center) } == true)
      if segment == 6 { break }
      control.press(.down)
    }
    #expect(control.selections == Array(1...6))
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.maxY == $1.minY && $0.minX == $1.minX })
    #expect(frames[0].minY == 22 && frames[6].maxY == control.control.frame.maxY - 2)
    control.click(frames[2].center)
    #expect(control.control.selection == 2)
  }

  /// An outline would look like the keyboard focus.
  @Test func `marks the selected segment of a list by a check mark, and only the focus by an outline`() {
    let environment = Environment(text: FixedTextMetrics())
    var list = SegmentedControl(["Ada", "Grete"], selection: 1, isList: true, in: environment)
    list.layOut(at: Point(x: 10, y: 20), width: 210, at: .zero)
    var control = Harness(list)
    func strokes() -> (outlines: Int, checkMarks: [Rect]) {
      control.drawing().elements.reduce(into: (0, [])) { found, element in
        if case .shape(.roundedRect, .stroke, _) = element { found.0 += 1 }
        if case .shape(.path(let path), .stroke, _) = element { found.1.append(path.bounds) }
      }
    }
    #expect(strokes().outlines == 0 && strokes().checkMarks.count == 1)
    #expect(strokes().checkMarks.allSatisfy { control.indicator?.contains($0.center) == true })
    control.control.focus(0, at: .zero)
    #expect(strokes().outlines == 1 && strokes().checkMarks.count == 1)
  }

  @Test func `sizes its segments by their labels, without gaps`() {
    var (control, edges) = (Harness(segment: 0), [Double]())
    for segment in 0..<3 {
      control.control.select(segment, at: control.now)
      control.settle()
      let frame = control.indicator?.inset(by: -0.75) ?? .zero
      #expect(edges.isEmpty || edges.last == frame.minX)
      edges += [frame.minX, frame.maxX]
    }
    #expect(edges.first == 12 && edges.last == 218)
    #expect(edges[1] - edges[0] < edges[3] - edges[2] && edges[3] - edges[2] < edges[5] - edges[4])
  }

  @Test func `moves its selection indicator with a spring from the current position`() throws {
    var control = Harness(segment: 0)
    let first = try #require(control.indicator)
    control.press(.end)
    #expect(control.indicator == first)
    control.advance(by: .milliseconds(50))
    let early = try #require(control.indicator)
    #expect(early.minX > first.minX)
    control.press(.home)
    #expect(control.indicator == early)
    control.settle()
    #expect(control.indicator == first)
  }

  @Test func `W2 selects immediately with reduced motion`() {
    var reduced = Harness(segment: 0, reducesMotion: true)
    reduced.press(.end)
    var other = Harness(segment: 2)
    other.settle()
    #expect(reduced.drawing() == other.drawing())
    #expect(reduced.control.nextChange(after: reduced.now) == nil)
  }

  @Test(arguments: [-1, 3]) func `traps when the index is out of bounds`(segment: Int) async {
    await #expect(processExitsWith: .failure) { [segment] in
      var control = Harness(segment: 0)
      control.control.select(segment, at: .zero)
    }
  }
}
