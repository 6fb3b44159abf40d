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

  /// What is done, again and again.
  struct Act: Sendable {
    let name: String
    var duplicates = DuplicatePolicy.allow
    /// By how often it was done before.
    let events: @Sendable (Int) -> [InputEvent]
  }

  /// What is done, in the middle of the field.
  static let acts: [Act] = [
    Act(name: "type a letter") { _ in [key("x")] },
    Act(name: "make a token") { $0.isMultiple(of: 2) ? [key("x")] : [key(",")] },
    // A text that is not there yet.
    Act(name: "a comma under refuse", duplicates: .refuse) {
      Unicode.Scalar(0x4E00 + UInt32($0)).map { [key($0), key(",")] } ?? []
    },
    // One that is: the text is taken back by Ctrl+U.
    Act(name: "a token refused", duplicates: .refuse) { _ in
      "USER7@example.org".unicodeScalars.map(key)
        + [key(","), .keyPressed(KeyPress(.character("u"), modifiers: .control))]
    },
    Act(name: "Left") { _ in [.keyPressed(KeyPress(.left))] },
    Act(name: "Down") { _ in [.keyPressed(KeyPress(.down))] },
    Act(name: "Backspace") { _ in [.keyPressed(KeyPress(.backspace))] },
    Act(name: "undo") { _ in [.keyPressed(KeyPress(.character("z"), modifiers: .control))] },
    Act(name: "scroll") { _ in [wheel(1)] },
    Act(name: "Shift+Left with half selected") {
      [.keyPressed($0 == 0 ? KeyPress(.end, modifiers: [.control, .shift]) : shiftLeft)]
    },
    Act(name: "to an end") { [.keyPressed(KeyPress($0.isMultiple(of: 2) ? .end : .home))] },
  ]

  private static var shiftLeft: KeyPress { KeyPress(.left, modifiers: .shift) }

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
    costs = Self.acts.map { ($0.name, user.median(of: $0)) }
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
    perform([.scrolled(step)])
    perform([.pointerPressed(PointerPress(at: Point(x: 13, y: 60)))])
    perform([.pointerReleased(PointerPress(at: Point(x: 13, y: 60)))])
  }

  /// In seconds.
  mutating func median(of act: FieldMeasurement.Act) -> Double {
    field.configuration.duplicates = act.duplicates
    let times = (0..<301).map { index in
      let start = Process.seconds
      perform(act.events(index))
      return Process.seconds - start
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
