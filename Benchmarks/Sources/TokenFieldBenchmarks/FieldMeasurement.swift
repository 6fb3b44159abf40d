import Controls
import Glibc
import Motion
import Scene

/// What one token field costs: to open it, and from what a person does to the finished display list.
struct FieldMeasurement {
  let tokenCount: Int
  /// From the texts to the first display list, in seconds.
  let opening: Double
  /// What the process has grown by, beyond the texts themselves, in bytes a token.
  let bytesPerToken: Double
  /// Medians, in seconds, by the names of what is done.
  let costs: [(name: String, seconds: Double)]

  /// What is done, in the middle of the field.
  static let acts: [(name: String, events: @Sendable (Int) -> [InputEvent])] = [
    ("type a letter", { _ in [key("x")] }),
    ("make a token", { $0.isMultiple(of: 2) ? [key("x")] : [key(",")] }),
    ("Left", { _ in [.keyPressed(KeyPress(.left))] }),
    ("Down", { _ in [.keyPressed(KeyPress(.down))] }),
    ("Backspace", { _ in [.keyPressed(KeyPress(.backspace))] }),
    ("undo", { _ in [.keyPressed(KeyPress(.character("z"), modifiers: .control))] }),
    ("scroll", { _ in [wheel(1)] }),
    ("to an end", { [.keyPressed(KeyPress($0.isMultiple(of: 2) ? .end : .home))] }),
  ]

  private static func key(_ scalar: Unicode.Scalar) -> InputEvent {
    .keyPressed(KeyPress(.character(scalar), text: TypedText(scalar)))
  }

  private static func wheel(_ notches: Double) -> InputEvent {
    .scrolled(ScrollStep(at: Point(x: 30, y: 30), notches: Vector(dx: 0, dy: notches)))
  }

  init(tokenCount: Int) {
    self.tokenCount = tokenCount
    let texts = (0..<tokenCount).map { "user\($0)@example.org" }
    let before = Process.residentBytes
    let start = Process.seconds
    var user = FieldUser(texts)
    opening = Process.seconds - start
    bytesPerToken = Double(Process.residentBytes - before) / Double(tokenCount)
    user.goToMiddle()
    costs = Self.acts.map { ($0.name, user.median(of: $0.events)) }
  }
}

/// Uses a field, and draws it anew after everything.
private struct FieldUser {
  private var field: TokenField<TextTokens>
  private var list = DisplayList()
  private var now = Instant.zero

  init(_ texts: [String]) {
    field = TokenField(texts, in: Environment(text: EvenText()))
    field.place(at: .zero, width: 420)
    field.focus(0, at: now)
    field.draw(into: &list, at: now)
  }

  mutating func goToMiddle() {
    let step = ScrollStep(
      at: Point(x: 30, y: 30), notches: Vector(dx: 0, dy: Double(field.count / 20)))
    act([.scrolled(step)])
    act([.pointerPressed(PointerPress(at: Point(x: 13, y: 60)))])
    act([.pointerReleased(PointerPress(at: Point(x: 13, y: 60)))])
  }

  /// In seconds.
  mutating func median(of events: (Int) -> [InputEvent]) -> Double {
    let times = (0..<301).map { index in
      let start = Process.seconds
      act(events(index))
      return Process.seconds - start
    }
    return times.sorted()[times.count / 2]
  }

  private mutating func act(_ events: [InputEvent]) {
    now = now + .milliseconds(16)
    _ = field.advance(to: now)
    for event in events { _ = field.handle(event, at: now) }
    list.removeAll()
    field.draw(into: &list, at: now)
  }
}

/// What the kernel knows of this process.
enum Process {
  static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The pages in memory (`/proc/self/statm`).
  static var residentBytes: Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = fread(&bytes, 1, bytes.count, file)
    let words = String(decoding: bytes[..<count], as: UTF8.self).split(separator: " ")
    return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(getpagesize())
  }
}
