/// The refresh rate of a monitor mode, with the fields that RandR and EDID use.
struct RefreshRate {
  /// Pixels per second; 0 if the server invents the mode, as Xvfb does.
  var dotClock: UInt
  /// Pixels in a line and lines in a picture, including blanking.
  var lineLength: UInt32
  var lineCount: UInt32
  /// Whether each line is sent twice.
  var isDoubled = false
  /// Whether each refresh sends every other line.
  var isInterlaced = false

  /// The refresh interval in nanoseconds, or `nil` if the mode is implausible.
  var interval: Double? {
    var lines = Double(lineCount)
    if isDoubled { lines *= 2 }
    if isInterlaced { lines /= 2 }
    let interval = 1e9 * Double(lineLength) * lines / Double(dotClock)
    return RefreshGrid.intervals.contains(interval) ? interval : nil
  }
}
