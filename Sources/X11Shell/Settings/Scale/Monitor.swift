import Scene

/// A part of the screen that is one picture to a person ([RandR 1.5][1]).
///
/// [1]: https://www.x.org/releases/current/doc/randrproto/randrproto.txt
struct Monitor: Hashable, Sendable {
  /// In device pixels of the screen.
  let frame: PixelRect
  /// What the monitor says of its own size, in millimetres; many say 0, and some say nonsense.
  let millimeters: (width: Int, height: Int)
  /// The number of the first output that shows it; 0 where there is none.
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
  /// Resolutions that a screen on a desk may have, in dots per inch.
  private static let plausible = 20.0...500.0
  /// Monitors that put the ratio of their sides in the place of their size, as mutter knows them
  /// (`meta-monitor-manager`).
  private static let ratios = [(160, 90), (160, 100), (16, 9), (16, 10)]
  /// How much the two axes' resolutions may differ, of the larger one, since sizes come in whole
  /// centimetres.
  private static let tolerance = 0.2
  /// Sizes are coarse, so that a monitor of twice the usual resolution may say a little less.
  private static let slack = 0.15

  /// Dots per inch, the mean of both axes; `nil` where the monitor does not tell sensibly.
  var resolution: Double? {
    guard millimeters.width > 0, millimeters.height > 0,
      !Self.ratios.contains(where: { $0 == millimeters })
    else { return nil }
    let x = 25.4 * Double(frame.width) / Double(millimeters.width)
    let y = 25.4 * Double(frame.height) / Double(millimeters.height)
    let isSquare = abs(x - y) <= Self.tolerance * max(x, y)
    return isSquare && Self.plausible.contains(x) && Self.plausible.contains(y) ? (x + y) / 2 : nil
  }

  /// The scale that its resolution asks for, in quarters downward and 1 at least: on a desk nothing
  /// is to be smaller than it always was. 1 where the resolution is not known.
  var scale: Double {
    guard let resolution else { return 1 }
    let quarters = (4 * resolution / ScaleSources.usualDPI + Self.slack).rounded(.down)
    return max(1, min(quarters / 4, ScaleSources.allowed.upperBound))
  }
}
