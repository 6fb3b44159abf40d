import Controls
import Scene

extension Theme {
  /// The style of the window. Lengths are in logical pixels.
  enum Window {
    static let size = Size(width: 960, height: 640)
    static let minimumSize = Size(width: 480, height: 420)
    /// The margin around the column.
    static let margin = 20.0
    /// The maximum width of the column, so that lines stay easy to read.
    static let columnWidth = 440.0
    /// The minimum width to which the column shrinks beside the inspector.
    static let narrowColumnWidth = 360.0
    /// The inspector shrinks before the column does.
    static let inspectorWidths = 256.0...312.0
    static let inspectorPadding = Insets(horizontal: 12, vertical: 16)
    /// The distance from the inspector to the button that rests beside it.
    static let buttonGap = 12.0
    static let cardGap = 16.0
    static let cardPadding = Insets(horizontal: 20, vertical: 20)
    static let cardCornerRadius = 16.0
    static let cardShadow = (offset: Vector(dx: 0, dy: 2), blur: 5.0)
    static let headingGap = 8.0
  }
}
