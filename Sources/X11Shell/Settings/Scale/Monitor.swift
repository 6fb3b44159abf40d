import Scene

/// A part of the screen that the user sees as one display ([RandR 1.5][1]).
///
/// [1]: https://www.x.org/releases/current/doc/randrproto/randrproto.txt
struct Monitor: Hashable, Sendable {
  /// The frame in device pixels of the screen.
  let frame: PixelRect
  /// The physical size in millimeters as reported. Many monitors report 0 or an implausible size.
  let millimeters: (width: Int, height: Int)
  /// The id of the first output, or 0 if there is none.
  var output: UInt = 0

  static func == (a: Monitor, b: Monitor) -> Bool {
    a.frame == b.frame && a.millimeters == b.millimeters && a.output == b.output
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(frame)
    hasher.combine(millimeters.width)
    hasher.combine(millimeters.height)
    hasher.combine(output)
  }
}

extension Monitor {
  /// The plausible resolutions of a desktop monitor, in dots per inch.
  private static let plausible = 20.0...500.0
  /// The sizes of monitors that report the ratio of their sides instead of their size, from mutter
  /// (`meta-monitor-manager`).
  private static let ratios = [(160, 90), (160, 100), (16, 9), (16, 10)]
  /// The maximum difference between the resolutions of the two axes, relative to the larger one.
  /// Sizes are rounded to whole centimeters.
  private static let tolerance = 0.2
  /// The tolerance for rounded sizes: a monitor of twice the default resolution may report a bit
  /// less.
  private static let slack = 0.15

  /// The mean resolution of both axes in dots per inch. `nil` if the reported size is not
  /// plausible.
  var resolution: Double? {
    guard millimeters.width > 0, millimeters.height > 0, !Self.ratios.contains(where: { $0 == millimeters })
    else { return nil }
    let x = 25.4 * Double(frame.width) / Double(millimeters.width)
    let y = 25.4 * Double(frame.height) / Double(millimeters.height)
    let isSquare = abs(x - y) <= Self.tolerance * max(x, y)
    return isSquare && Self.plausible.contains(x) && Self.plausible.contains(y) ? (x + y) / 2 : nil
  }

  /// The scale for the resolution, rounded down to quarters, at least 1, so that nothing becomes
  /// smaller than before. 1 if the resolution is unknown.
  var scale: Double {
    guard let resolution else { return 1 }
    let quarters = (4 * resolution / ScaleResolver.defaultDPI + Self.slack).rounded(.down)
    return max(1, min(quarters / 4, ScaleResolver.allowed.upperBound))
  }
}
