import Controls
import Glibc
import Motion
import Scene

/// The cost of one token field: of opening it, and from an input event to the finished display
/// list.
struct FieldMeasurement {
  let tokenCount: Int
  /// The time from the texts to the first display list, in seconds.
  let opening: Double
  /// The growth of the process without the texts themselves, in bytes for each token.
  let bytesPerToken: Double
  /// The median time of each operation, in seconds.
  let costs: [(name: String, seconds: Double)]

  /// An editing operation that is repeated.
  struct Operation: Sendable {
    let name: String
    var duplicates = DuplicatePolicy.allow
    /// Returns the events for the given number of previous repetitions.
    let events: @Sendable (Int) -> [InputEvent]
  }

  /// The operations, performed in the middle of the field.
  static let operations: [Operation] = [
    Operation(name: "type a letter") { _ in [key("x")] },
    Operation(name: "make a token") { $0.isMultiple(of: 2) ? [key("x")] : [key(",")] },
    // A text that the field does not contain yet.
    Operation(name: "a comma with --duplicates refuse", duplicates: .refuse) {
      Unicode.Scalar(0x4E00 + UInt32($0)).map { [key($0), key(",")] } ?? []
    },
    // A text that the field contains: Ctrl+U removes it.
    Operation(name: "a refused token", duplicates: .refuse) { _ in
      "USER7@example.org".unicodeScalars.map(key)
        + [key(","), .keyPressed(KeyPress(.character("u"), modifiers: .control))]
    },
    Operation(name: "Left") { _ in [.keyPressed(KeyPress(.left))] },
    Operation(name: "Down") { _ in [.keyPressed(KeyPress(.down))] },
    Operation(name: "Backspace") { _ in [.keyPressed(KeyPress(.backspace))] },
    Operation(name: "undo") { _ in [.keyPressed(KeyPress(.character("z"), modifiers: .control))] },
    Operation(name: "scroll") { _ in [wheel(1)] },
    Operation(name: "Shift+Left with half of the tokens selected") {
      [.keyPressed($0 == 0 ? KeyPress(.end, modifiers: [.control, .shift]) : shiftLeft)]
    },
    Operation(name: "move to an end") {
      [.keyPressed(KeyPress($0.isMultiple(of: 2) ? .end : .home))]
    },
  ]

  private static var shiftLeft: KeyPress { KeyPress(.left, modifiers: .shift) }

  private static func key(_ scalar: Unicode.Scalar) -> InputEvent {
    .keyPressed(KeyPress(.character(scalar), text: TypedText(scalar)))
  }

  private static func wheel(_ notches: Double) -> InputEvent {
    .scrolled(ScrollEvent(at: Point(x: 30, y: 30), notches: Vector(dx: 0, dy: notches)))
  }

  init(tokenCount: Int) {
    self.tokenCount = tokenCount
    let texts = (0..<tokenCount).map { "user\($0)@example.org" }
    let before = ProcessUsage.residentBytes
    let start = ProcessUsage.cpuSeconds
    var driver = FieldDriver(texts)
    opening = ProcessUsage.cpuSeconds - start
    bytesPerToken = Double(ProcessUsage.residentBytes - before) / Double(tokenCount)
    driver.goToMiddle()
    costs = Self.operations.map { ($0.name, driver.median(of: $0)) }
  }
}

/// A driver that sends events to a field and redraws it after each operation.
private struct FieldDriver {
  private var field: TokenField<TextTokenAdapter>
  private var list = DisplayList()
  private var now = Instant.zero

  init(_ texts: [String]) {
    field = TokenField(texts, in: Environment(text: FixedWidthText()))
    field.layOut(at: .zero, width: 420, at: .zero)
    field.focus(0, at: now)
    field.draw(into: &list, at: now)
  }

  mutating func goToMiddle() {
    let step = ScrollEvent(
      at: Point(x: 30, y: 30), notches: Vector(dx: 0, dy: Double(field.count / 20)))
    perform([.scrolled(step)])
    perform([.pointerPressed(PointerPress(at: Point(x: 13, y: 60)))])
    perform([.pointerReleased(PointerPress(at: Point(x: 13, y: 60)))])
  }

  /// Returns the median time of an operation, in seconds.
  mutating func median(of operation: FieldMeasurement.Operation) -> Double {
    field.configuration.duplicates = operation.duplicates
    let times = (0..<301).map { index in
      let start = ProcessUsage.cpuSeconds
      perform(operation.events(index))
      return ProcessUsage.cpuSeconds - start
    }
    return times.sorted()[times.count / 2]
  }

  private mutating func perform(_ events: [InputEvent]) {
    now = now + .milliseconds(16)
    _ = field.advance(to: now)
    for event in events { _ = field.handle(event, at: now) }
    list.removeAll()
    field.draw(into: &list, at: now)
  }
}

/// Resource usage of this process, as reported by the kernel.
enum ProcessUsage {
  /// The CPU time of this process, in seconds.
  static var cpuSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The resident pages (`/proc/self/statm`), in bytes.
  static var residentBytes: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = fread(&bytes, 1, bytes.count, file)
    let fields = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * Int(getpagesize())
  }
}
