import Glibc

/// The curve height · e^(−decay·t) between which and its mirror image a spring oscillates.
enum Envelope {
  static func value(height: Double, decay: Double, at time: Double) -> Double {
    height * exp(-decay * time)
  }

  /// When it has come down to a value.
  static func time(height: Double, decay: Double, until value: Double) -> Double {
    log(height / value) / decay
  }
}
