import Controls
import Scene

extension Theme {
  /// The look of what shows how frames go; lengths are logical pixels.
  enum Hud {
    /// From the window's bottom trailing corner.
    static let margin = 12.0
    static let padding = Insets(horizontal: 12, vertical: 10)
    static let cornerRadius = 10.0
    static let outline = 1.0
    /// What lies below shines through a little.
    static let opacity = 0.92
    static let barWidth = 1.0
    static let plotHeight = 40.0
    /// The line on which the bars stand.
    static let axis = 1.0
    static let gap = 6.0
    /// In milliseconds: a bar of the plot's full height.
    static let refresh = 1000 / 60.0
    /// The plot, and below it four lines: so narrow that it stands beside an open inspector.
    static func size(ofBars count: Int) -> Size {
      Size(width: Double(count) * barWidth + padding.leading + padding.trailing, height: 136)
    }
  }
}
