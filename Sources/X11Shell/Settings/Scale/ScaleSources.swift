/// What tells how many device pixels a logical one has, in the order in which it is believed.
///
/// All of it lies in ½…8; what is beyond, or not to be read as a number, is as if it were not said.
struct ScaleSources: Hashable, Sendable {
  /// What the person told this program itself.
  var override: Double?
  /// From the desktop's settings.
  var settings = XSettings()
  /// From the resource `Xft.dpi`.
  var resource: Double?

  static let allowed = 0.5...8.0
  /// The resolution at which a logical pixel is a device pixel, in dots per inch.
  static let usualDPI = 96.0

  /// What is said for the whole screen, wherever the window stands; `nil` where nothing is, so that
  /// the monitor tells.
  var global: Double? { override ?? gdkScale ?? xftScale ?? resource }

  /// GTK's whole factor, and the resolution before that is multiplied in, which carries what the
  /// person chose for the size of text. A factor of 1 by itself is what settings daemons write that
  /// know of no other, and says nothing.
  private var gdkScale: Double? {
    let factor = settings.integer(.windowScalingFactor).flatMap { $0 > 0 ? Double($0) : nil }
    if let resolution = settings.integer(.unscaledDPI), resolution > 0 {
      return Self.plausible((factor ?? 1) * Double(resolution) / 1024 / Self.usualDPI)
    }
    return factor.flatMap { $0 > 1 ? Self.plausible($0) : nil }
  }

  /// `Xft/DPI` counts 1024 parts of a dot per inch.
  private var xftScale: Double? {
    settings.integer(.dpi).flatMap { Self.plausible(Double($0) / 1024 / Self.usualDPI) }
  }

  /// The scale itself, if it is one.
  static func plausible(_ scale: Double) -> Double? { allowed.contains(scale) ? scale : nil }
}
