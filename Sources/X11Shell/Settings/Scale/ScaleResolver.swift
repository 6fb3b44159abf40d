/// The sources of the scale (device pixels per logical pixel), in order of precedence.
///
/// All scales are in ½…8. A value outside this range, or one that is not a number, is ignored.
struct ScaleResolver: Hashable, Sendable {
  /// The scale that the user has set for this program.
  var override: Double?
  /// The settings of the desktop.
  var settings = XSettings()
  /// The scale from the resource `Xft.dpi`.
  var resource: Double?

  static let allowed = 0.5...8.0
  /// The resolution in dots per inch at which a logical pixel is one device pixel.
  static let defaultDPI = 96.0

  /// The scale of the whole screen, independent of the window position. `nil` if no source defines
  /// it; then the monitor does.
  var global: Double? { override ?? gdkScale ?? xftScale ?? resource }

  /// The scale from GTK's integer factor and its unscaled resolution, which includes the text size
  /// that the user has chosen. A factor of 1 without a resolution is ignored, because settings
  /// daemons write it as a default.
  private var gdkScale: Double? {
    let factor = settings.integer(.windowScalingFactor).flatMap { $0 > 0 ? Double($0) : nil }
    if let resolution = settings.integer(.unscaledDPI), resolution > 0 {
      return Self.validated((factor ?? 1) * Double(resolution) / 1024 / Self.defaultDPI)
    }
    return factor.flatMap { $0 > 1 ? Self.validated($0) : nil }
  }

  /// The scale from `Xft/DPI`, which is in units of 1/1024 dot per inch.
  private var xftScale: Double? {
    settings.integer(.dpi).flatMap { Self.validated(Double($0) / 1024 / Self.defaultDPI) }
  }

  /// Returns the scale if it is in the allowed range.
  static func validated(_ scale: Double) -> Double? { allowed.contains(scale) ? scale : nil }
}
