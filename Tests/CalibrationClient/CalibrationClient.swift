import CX11

/// A program of which all is known beforehand, to tell whether what measures it is right.
///
/// `CalibrationClient DELAY BLINK START`, each in milliseconds: it opens its window after START,
/// moves a red square to the pointer DELAY after each motion with the button down, in order and
/// nothing left out, draws the square anew DELAY after each key, and paints a mark every BLINK; 0 for
/// no mark.
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

/// What is to be drawn when.
private struct Schedule {
  let delay: Duration
  let blink: Duration?
  private var answers: [(due: ContinuousClock.Instant, input: CalibrationWindow.Input)] = []
  private var nextBlink: ContinuousClock.Instant?

  init(delay: Duration, blink: Duration?) {
    self.delay = delay
    self.blink = blink
    nextBlink = blink.map { .now + $0 }
  }

  /// When something is due; `nil` for never.
  var next: ContinuousClock.Instant? {
    [answers.first?.due, nextBlink].compactMap(\.self).min()
  }

  mutating func add(_ input: CalibrationWindow.Input) {
    answers.append((.now + (input == .exposed ? .zero : delay), input))
  }

  mutating func perform(on window: CalibrationWindow) {
    let now = ContinuousClock.now
    while let answer = answers.first, answer.due <= now {
      answers.removeFirst()
      window.draw(answer.input)
    }
    if let blink, let due = nextBlink, due <= now {
      window.drawMark()
      nextBlink = due + blink
    }
  }
}
