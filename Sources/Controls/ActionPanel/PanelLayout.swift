import Scene

/// The frames and the text lines of the items of a panel.
///
/// The coordinates are relative to the top-left corner of the contents.
struct PanelLayout {
  /// The layout of one item: a tile or a row.
  struct Cell {
    let frame: Rect
    let iconBox: Rect
    let icon: [ActionIcon.Layer]
    let lines: [Line]
  }

  /// A positioned line of text.
  struct Line {
    /// The part of the item that the line shows.
    enum Role {
      case label, detail, shortcut

      func style(in fonts: Theme.Fonts) -> TextStyle {
        switch self {
        case .label: fonts.menuLabel
        case .detail: fonts.menuDetail
        case .shortcut: fonts.menuShortcut
        }
      }
    }

    let text: String
    let role: Role
    /// The start of the baseline, on whole device pixels.
    let origin: Point
    let metrics: TextMetrics
  }

  /// The size including the padding.
  private(set) var size = Size.zero
  /// The maximum number of cells in a row.
  private(set) var columns = 1
  private(set) var cells: [Cell] = []

  /// Creates an empty layout.
  init() {}

  /// Lays out items.
  ///
  /// - Parameter width: The available width. The text of a menu is elided to it.
  init(
    _ items: [ActionItem], arrangement: ActionPanel.Arrangement, width: Double, in environment: Environment
  ) {
    let builder = PanelCellBuilder(environment: environment)
    switch arrangement {
    case .grid: layOutGrid(items, builder)
    case .menu: layOutMenu(items, builder, width: width)
    }
  }

  private mutating func layOutGrid(_ items: [ActionItem], _ builder: PanelCellBuilder) {
    let style = builder.environment.theme.actionGrid
    columns = Self.columns(for: items.count)
    var top = style.padding
    for start in stride(from: 0, to: items.count, by: columns) {
      let row = items[start..<min(start + columns, items.count)]
      let tile = Size(width: style.tileWidth, height: Self.tileHeight(in: row, style))
      let pitch = tile.width + style.gap
      // A row with fewer tiles is centered.
      let extraWidth = Double(columns - row.count) * pitch
      let left = style.padding + builder.environment.snapped(extraWidth / 2)
      for (column, item) in row.enumerated() {
        let x = left + Double(column) * pitch
        let frame = Rect(origin: Point(x: x, y: top), size: tile)
        cells.append(builder.tile(for: item, in: frame))
      }
      top += tile.height + style.gap
    }
    size = Size(
      width: 2 * style.padding + Double(columns) * (style.tileWidth + style.gap) - style.gap,
      height: items.isEmpty ? 2 * style.padding : top - style.gap + style.padding)
  }

  private mutating func layOutMenu(
    _ items: [ActionItem], _ builder: PanelCellBuilder, width available: Double
  ) {
    let style = builder.environment.theme.menu
    let hasIcons = items.contains { $0.icon != nil }
    let widest = items.map { builder.rowWidth(of: $0, hasIcons: hasIcons) }.max() ?? 0
    let width = min(max(style.minimumWidth, widest + 2 * style.padding), available)
    for (index, item) in items.enumerated() {
      let row = Rect(
        x: style.padding, y: style.padding + Double(index) * style.rowHeight,
        width: width - 2 * style.padding, height: style.rowHeight)
      cells.append(builder.row(for: item, in: row, hasIcons: hasIcons))
    }
    size = Size(width: width, height: 2 * style.padding + Double(items.count) * style.rowHeight)
  }

  /// Returns the number of columns: one row of up to 3 tiles, 2 × 2 tiles, rows of 3 for 5 or 6
  /// tiles, and rows of 4 for more.
  private static func columns(for count: Int) -> Int {
    switch count {
    case ...3: max(1, count)
    case 4: 2
    case 5...6: 3
    default: 4
    }
  }

  /// Returns the height of the tiles in a row, which the tile with the most lines determines.
  private static func tileHeight(in row: ArraySlice<ActionItem>, _ style: Theme.ActionGridStyle) -> Double {
    let lines = row.contains { $0.detail != nil } ? 2.0 : 1
    return 2 * style.tilePadding + style.iconSize + style.iconGap + lines * style.lineHeight
  }
}

// Rows of cells.
extension PanelLayout {
  /// Returns the nearest cell in the row above, or `nil` in the first row. Of two cells at the same
  /// distance, it is the trailing one, so that Up reverses Down.
  func cell(above index: Int) -> Int? { nearest(to: index, in: row(index / columns - 1).reversed()) }

  /// Returns the nearest cell in the row below, or `nil` in the last row. Of two cells at the same
  /// distance, it is the leading one.
  func cell(below index: Int) -> Int? { nearest(to: index, in: row(index / columns + 1)) }

  /// Returns the cells of a row. The range is empty if there is no such row.
  private func row(_ row: Int) -> Range<Int> {
    let start = row * columns
    return row >= 0 && start < cells.count ? start..<min(start + columns, cells.count) : 0..<0
  }

  /// Returns the nearest cell, the first one at the smallest distance.
  private func nearest(to index: Int, in cells: some Sequence<Int>) -> Int? {
    let x = x(of: index)
    return cells.min { abs(self.x(of: $0) - x) < abs(self.x(of: $1) - x) }
  }

  /// Returns the distance of a cell from the leading side, in half columns.
  private func x(of index: Int) -> Int { 2 * (index % columns) + columns - row(index / columns).count }
}
