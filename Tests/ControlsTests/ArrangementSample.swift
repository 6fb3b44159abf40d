import Controls
import Motion
import Scene
import TestSupport

/// Random controls and sizes for an arrangement. The controls have sizes in whole device pixels.
struct ArrangementSample {
  let environment: Environment
  let spacing: Double
  let padding: Double
  let origin: Point
  let width: Double
  let sizes: [Size]

  /// Returns samples of which some are too narrow for a row.
  static func samples(seed: Int, scale: Double) -> [ArrangementSample] {
    var generator = SeededGenerator(seed: seed)
    return (0..<12).map { _ in ArrangementSample(scale: scale, using: &generator) }
  }

  private init(scale: Double, using generator: inout SeededGenerator) {
    let environment = Environment(text: FixedTextMetrics(), scale: scale)
    let number = { (range: ClosedRange<Double>, generator: inout SeededGenerator) in
      Double.random(in: range, using: &generator)
    }
    self.environment = environment
    spacing = number(0...15, &generator)
    padding = Bool.random(using: &generator) ? 0 : number(0...20, &generator)
    let corner = Point(x: number(-50...50, &generator), y: number(-50...50, &generator))
    let isAtZero = Bool.random(using: &generator)
    origin = isAtZero ? .zero : Point(x: environment.snapped(corner.x), y: environment.snapped(corner.y))
    width = number(0...60, &generator) * Double(Int.random(in: 0...8, using: &generator))
    sizes = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
      Size(
        width: environment.snapped(number(1...80, &generator)),
        height: environment.snapped(number(1...50, &generator)))
    }
  }

  /// Whether a row is not wider than the available width, after rounding.
  var hasSpaceForRow: Bool {
    let widths = sizes.map { $0.width + spacing + 1 / environment.scale }
    return widths.reduce(0, +) <= width
  }

  var hasSpaceForColumn: Bool {
    (sizes.map(\.width).max() ?? 0) + 2 * padding + 1 / environment.scale <= width
  }

  /// Returns whether two lengths differ by at most half a device pixel because of rounding.
  func isNear(_ a: Double, _ b: Double, pixels: Double = 0.5) -> Bool {
    abs(a - b) <= pixels / environment.scale + 1e-9
  }

  var column: ArrangedBoxes { ArrangedBoxes(self, .column(spacing: spacing, padding: padding)) }
  var leadingRow: ArrangedBoxes { ArrangedBoxes(self, .row(spacing: spacing)) }
  var trailingRow: ArrangedBoxes { ArrangedBoxes(self, .trailingRow(spacing: spacing)) }
  /// The leading row, and the trailing one unless it may be a column.
  var rows: [ArrangedBoxes] { hasSpaceForRow ? [leadingRow, trailingRow] : [leadingRow] }
}

/// A group of boxes with an arrangement.
struct ArrangedBoxes {
  let group: ControlGroup<Never>
  private let boxes: [Child<Box>]
  private let sample: ArrangementSample

  init(_ sample: ArrangementSample, _ arrangement: Arrangement) {
    self.sample = sample
    let group = ControlGroup<Never>(arrangement, in: sample.environment)
    boxes = sample.sizes.map { group.add(Box($0, in: sample.environment)) }
    self.group = group
    layOut()
  }

  func layOut(width: Double? = nil) {
    group.layOut(at: sample.origin, width: width ?? sample.width, at: .zero)
  }

  var frame: Rect { group.frame }
  var frames: [Rect] { boxes.map(\.frame) }
  /// The widths that the boxes have received.
  var offeredWidths: [Double] { boxes.map { box in box.read { $0.offeredWidth } } }
}

/// A control with a preferred size, which becomes narrower if there is not enough space.
struct Box: ColumnControl {
  typealias Action = Never

  let preferred: Size
  private(set) var environment: Environment
  private(set) var frame = Rect.zero
  private(set) var offeredWidth = 0.0

  init(_ preferred: Size, in environment: Environment) {
    (self.preferred, self.environment) = (preferred, environment)
  }

  mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    offeredWidth = width
    frame = Rect(origin: origin, size: Size(width: min(width, preferred.width), height: preferred.height))
  }

  mutating func update(_ environment: Environment, at now: Instant) { self.environment = environment }
  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<Never> { .ignored }
  func draw(into list: inout DisplayList, at now: Instant) {}
  func nextChange(after now: Instant) -> Instant? { nil }
  func pointerShape(over point: Point, at now: Instant) -> PointerShape? { nil }
}
