import Controls
import Scene

extension Theme {
  /// The style of the frame statistics overlay. Lengths are in logical pixels.
  enum HUD {
    /// The distance to the bottom trailing corner of the window.
    static let margin = 12.0
    static let padding = Insets(horizontal: 12, vertical: 10)
    static let cornerRadius = 10.0
    static let outlineWidth = 1.0
    /// Below 1, so that the content behind is slightly visible.
    static let opacity = 0.92
    static let barWidth = 1.0
    static let plotHeight = 40.0
    /// The thickness of the line below the bars.
    static let axisThickness = 1.0
    static let spacing = 6.0
    /// The frame duration of a bar with the full height of the plot, in milliseconds.
    static let refreshInterval = 1000 / 60.0
    /// Returns the size for the plot and four lines below it: narrow enough to fit beside an open inspector.
    static func size(barCount count: Int) -> Size {
      Size(width: Double(count) * barWidth + padding.leading + padding.trailing, height: 136)
    }
  }
}
