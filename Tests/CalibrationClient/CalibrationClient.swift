import CX11

/// A program with known properties, to verify the measurements.
///
/// `CalibrationClient DELAY BLINK START`, each in milliseconds. The program opens its window after
/// START. DELAY after each motion with a pressed button, it moves a red square to the pointer, in
/// order and without omissions. DELAY after each key press, it draws the square again. It draws or
/// clears a mark every BLINK; 0 means never.
@main struct CalibrationClient {
  static func main() {
    let numbers = CommandLine.arguments.dropFirst().map { Double($0) ?? 0 } + [0, 0, 0]
    pause(.milliseconds(numbers[2]))
    guard let window = CalibrationWindow() else { return }
    var schedule = Schedule(
      delay: .milliseconds(numbers[0]), blink: numbers[1] > 0 ? .milliseconds(numbers[1]) : nil)
    while true {
      for input in window.inputs() { schedule.add(input) }
      schedule.perform(on: window)
      window.sleep(until: schedule.next)
    }
  }

  private static func pause(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    var time = (Int(seconds), Int(attoseconds / 1_000_000_000))
    _ = CX11Poll(nil, 0, &time, nil)
  }
}

/// The pending drawing operations with their due times.
private struct Schedule {
  let delay: Duration
  let blink: Duration?
  private var responses: [(due: ContinuousClock.Instant, input: CalibrationWindow.Input)] = []
  private var nextBlink: ContinuousClock.Instant?

  init(delay: Duration, blink: Duration?) {
    self.delay = delay
    self.blink = blink
    nextBlink = blink.map { .now + $0 }
  }

  /// The instant of the next drawing operation. `nil` if there is none.
  var next: ContinuousClock.Instant? {
    [responses.first?.due, nextBlink].compactMap(\.self).min()
  }

  mutating func add(_ input: CalibrationWindow.Input) {
    responses.append((.now + (input == .exposed ? .zero : delay), input))
  }

  mutating func perform(on window: CalibrationWindow) {
    let now = ContinuousClock.now
    while let response = responses.first, response.due <= now {
      responses.removeFirst()
      window.draw(response.input)
    }
    if let blink, let due = nextBlink, due <= now {
      window.drawMark()
      nextBlink = due + blink
    }
  }
}
