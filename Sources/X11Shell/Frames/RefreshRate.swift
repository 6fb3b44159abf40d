/// What a monitor's mode says of its refreshes, as RandR and the monitor's own description put it.
struct RefreshRate {
  /// Pixels sent a second; 0 where the server makes the mode up, as Xvfb does.
  var dotClock: UInt
  /// Pixels of a line and lines of a picture, blanking included.
  var lineLength: UInt32
  var lineCount: UInt32
  /// Each line is sent twice.
  var isDoubled = false
  /// Each refresh has every other line.
  var isInterlaced = false

  /// Between two refreshes, in nanoseconds; `nil` where the mode makes no sense.
  var interval: Double? {
    var lines = Double(lineCount)
    if isDoubled { lines *= 2 }
    if isInterlaced { lines /= 2 }
    let interval = 1e9 * Double(lineLength) * lines / Double(dotClock)
    return RefreshGrid.intervals.contains(interval) ? interval : nil
  }
}
