import Controls
import Scene

extension Theme {
  /// The window's own look; lengths are logical pixels.
  enum Window {
    static let size = Size(width: 960, height: 640)
    static let minimumSize = Size(width: 480, height: 420)
    /// Around the column.
    static let margin = 20.0
    /// The column is never wider, so that lines stay easy to read.
    static let columnWidth = 440.0
    /// Beside the inspector the column gives way, down to this.
    static let narrowColumnWidth = 360.0
    /// The inspector gives way before the column does.
    static let inspectorWidths = 256.0...312.0
    static let inspectorPadding = Insets(horizontal: 12, vertical: 16)
    /// From the inspector to the button that rests beside it.
    static let buttonGap = 12.0
    static let cardGap = 16.0
    static let cardPadding = Insets(horizontal: 20, vertical: 20)
    static let cardCornerRadius = 16.0
    static let cardShadow = (offset: Vector(dx: 0, dy: 2), blur: 5.0)
    static let headingGap = 8.0
    /// From the window's trailing side to the scroll thumb.
    static let thumbInset = 3.0
  }
}
