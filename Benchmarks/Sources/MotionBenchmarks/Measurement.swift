/// How long one call takes, as the median of several runs of many calls.
struct Measurement {
  let subject: String
  /// For one call.
  let nanoseconds: Double

  /// Measures a function of a number, which is the call's own, so that no two calls are alike.
  ///
  /// The function's result is used, so that nothing is optimised away.
  init(_ subject: String, calls: Int = 200_000, runs: Int = 9, _ function: (Int) -> Double) {
    self.subject = subject
    var sink = 0.0
    let clock = SuspendingClock()
    let times = (0..<runs).map { _ in
      clock.measure { for call in 0..<calls { sink += function(call) } }
    }
    precondition(!sink.isNaN, "\(subject) gives NaN")
    nanoseconds = times.sorted()[runs / 2] / .nanoseconds(1) / Double(calls)
  }

  /// A line of the table.
  var row: String {
    let tenths = (nanoseconds * 10).rounded() / 10
    let number = String(repeating: " ", count: max(0, 8 - "\(tenths)".count)) + "\(tenths)"
    return subject + String(repeating: " ", count: max(1, 44 - subject.count)) + number
  }
}
