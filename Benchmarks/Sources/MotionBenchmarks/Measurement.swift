/// How long one call of something takes, beside something else in the same run.
struct Measurement {
  let subject: String
  /// For one call of ours.
  let nanoseconds: Double
  /// For one call of what it is compared with.
  let rival: Double?

  /// The moments that functions are called with, all in the first second.
  private static let moments = (0..<1024).map { Double($0) / 1024 }

  /// Measures a function of a moment, alone.
  ///
  /// - Parameters:
  ///   - calls: In one run.
  ///   - parts: What each call counts for: the springs of a batch.
  @inline(__always)
  init(
    _ subject: String, calls: Int = 10_000, parts: Int = 1, ours: (Double) -> Double
  ) {
    self.subject = subject
    let times = (0..<Self.runs).map { _ in Self.time(calls, ours) }
    nanoseconds = Self.median(times) / Double(parts)
    rival = nil
  }

  /// Measures two functions of a moment in turn, so that whatever else the machine does hits both.
  @inline(__always)
  init(
    _ subject: String, calls: Int = 10_000, parts: Int = 1, ours: (Double) -> Double,
    textbook: (Double) -> Double
  ) {
    self.subject = subject
    let times = (0..<Self.runs).map { _ in (Self.time(calls, ours), Self.time(calls, textbook)) }
    nanoseconds = Self.median(times.map(\.0)) / Double(parts)
    rival = Self.median(times.map(\.1)) / Double(parts)
  }

  /// Lets the processor reach its speed: in its first second a program may be slower by half.
  static func warmUp(_ function: (Double) -> Double) {
    let clock = SuspendingClock()
    let end = clock.now + .seconds(2)
    while clock.now < end { _ = time(10_000, function) }
  }

  private static let runs = 101

  /// Nanoseconds of one call. Results are used, so that nothing is optimised away.
  @inline(__always)
  private static func time(_ calls: Int, _ function: (Double) -> Double) -> Double {
    var sink = 0.0
    // So few calls, too, are spread over the whole second.
    let step = max(1, moments.count / calls)
    let time = moments.withUnsafeBufferPointer { moments in
      SuspendingClock().measure {
        for call in 0..<calls { sink += function(moments[(call * step + step / 2) & 1023]) }
      }
    }
    precondition(!sink.isNaN, "there is a NaN among the results")
    return time / .nanoseconds(1) / Double(calls)
  }

  private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

  /// A line of the table, in Markdown.
  var row: String {
    let ratio = rival.map { Self.text($0 / nanoseconds) + " ×" } ?? ""
    return "| \(subject) | \(Self.text(nanoseconds)) | \(rival.map(Self.text) ?? "") | \(ratio) |"
  }

  /// With two digits behind the point where it is below ten, otherwise one.
  private static func text(_ number: Double) -> String {
    let scale = number < 10 ? 100.0 : 10
    return "\((number * scale).rounded() / scale)"
  }
}
