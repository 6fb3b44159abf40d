/// The duration of one call of a function, optionally compared with another one in the same run.
struct Measurement {
  let name: String
  /// The nanoseconds of one call of the measured function.
  let nanoseconds: Double
  /// The nanoseconds of one call of the reference.
  let baseline: Double?

  /// The times that are passed to the functions, all in the first second.
  private static let sampleTimes = (0..<1024).map { Double($0) / 1024 }

  /// Measures one function of a time.
  ///
  /// - Parameter calls: The number of calls in one run.
  @inline(__always)
  init(_ name: String, calls: Int = 10_000, measured: (Double) -> Double) {
    self.name = name
    let times = (0..<Self.runs).map { _ in Self.time(calls, measured) }
    nanoseconds = Self.median(times)
    baseline = nil
  }

  /// Measures two functions of a time alternately, so that other load of the machine affects both.
  @inline(__always)
  init(
    _ name: String, calls: Int = 10_000, measured: (Double) -> Double, reference: (Double) -> Double
  ) {
    self.name = name
    let times = (0..<Self.runs).map { _ in (Self.time(calls, measured), Self.time(calls, reference)) }
    nanoseconds = Self.median(times.map(\.0))
    baseline = Self.median(times.map(\.1))
  }

  /// Runs until the processor has its full speed: in its first second a program may be slower by
  /// half.
  static func warmUp(_ function: (Double) -> Double) {
    let clock = SuspendingClock()
    let end = clock.now + .seconds(2)
    while clock.now < end { _ = time(10_000, function) }
  }

  private static let runs = 101

  /// Returns the nanoseconds of one call. The results are used, so that no call is optimized away.
  @inline(__always)
  private static func time(_ calls: Int, _ function: (Double) -> Double) -> Double {
    var sink = 0.0
    // A small number of calls, too, is spread over the whole second.
    let step = max(1, sampleTimes.count / calls)
    let time = sampleTimes.withUnsafeBufferPointer { sampleTimes in
      SuspendingClock().measure {
        for call in 0..<calls { sink += function(sampleTimes[(call * step + step / 2) & 1023]) }
      }
    }
    precondition(!sink.isNaN, "a measured function returned NaN")
    return time / .nanoseconds(1) / Double(calls)
  }

  private static func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

  /// A row of the table, in Markdown.
  var row: String {
    let ratio = baseline.map { Self.text($0 / nanoseconds) + " ×" } ?? ""
    return "| \(name) | \(Self.text(nanoseconds)) | \(baseline.map(Self.text) ?? "") | \(ratio) |"
  }

  /// Returns a number with two decimals if it is below ten, otherwise with one.
  private static func text(_ number: Double) -> String {
    let scale = number < 10 ? 100.0 : 10
    return "\((number * scale).rounded() / scale)"
  }
}
