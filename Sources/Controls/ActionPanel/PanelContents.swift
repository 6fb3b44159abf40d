import Scene

/// Where a panel's items lie and what is written on them, in a space of its own: the origin is its
/// top leading corner.
struct PanelContents {
  /// One item: a tile or a row.
  struct Cell {
    let frame: Rect
    let icon: [ActionIcon.Mark]
    let lines: [Line]
  }

  /// One line of text at its place.
  struct Line {
    /// What it tells of the item.
    enum Role {
      case label, detail, shortcut

      var style: TextStyle {
        switch self {
        case .label: Theme.ActionPanel.label
        case .detail: Theme.ActionPanel.detail
        case .shortcut: Theme.ActionPanel.shortcut
        }
      }
    }

    let text: String
    let role: Role
    /// On the baseline, on whole device pixels.
    let origin: Point
    let metrics: TextMetrics
  }

  /// Padding included.
  private(set) var size = Size.zero
  /// How many cells a row has at most.
  private(set) var columns = 1
  private(set) var cells: [Cell] = []

  /// Nothing.
  init() {}

  /// Lays items out.
  ///
  /// - Parameter width: What there is at most; a menu's text is cut to it.
  init(
    _ items: [ActionItem], arrangement: ActionPanel.Arrangement, width: Double,
    in environment: Environment
  ) {
    let scribe = PanelScribe(environment: environment)
    switch arrangement {
    case .grid: layOutGrid(items, scribe)
    case .menu: layOutMenu(items, scribe, width: width)
    }
  }

  private mutating func layOutGrid(_ items: [ActionItem], _ scribe: PanelScribe) {
    typealias Look = Theme.ActionGrid
    columns = Self.columns(for: items.count)
    var top = Look.padding
    for start in stride(from: 0, to: items.count, by: columns) {
      let row = items[start..<min(start + columns, items.count)]
      let tile = Size(width: Look.tileWidth, height: Self.tileHeight(in: row))
      let pitch = tile.width + Look.gap
      // A row with fewer tiles stands in the middle.
      let spare = Double(columns - row.count) * pitch
      let left = Look.padding + scribe.environment.snapped(spare / 2)
      for (column, item) in row.enumerated() {
        let x = left + Double(column) * pitch
        let frame = Rect(origin: Point(x: x, y: top), size: tile)
        cells.append(scribe.tile(for: item, in: frame))
      }
      top += tile.height + Look.gap
    }
    size = Size(
      width: 2 * Look.padding + Double(columns) * (Look.tileWidth + Look.gap) - Look.gap,
      height: items.isEmpty ? 2 * Look.padding : top - Look.gap + Look.padding)
  }

  private mutating func layOutMenu(
    _ items: [ActionItem], _ scribe: PanelScribe, width available: Double
  ) {
    typealias Look = Theme.ActionMenu
    let hasIcons = items.contains { $0.icon != nil }
    let widest = items.map { scribe.rowWidth(of: $0, hasIcons: hasIcons) }.max() ?? 0
    let width = min(max(Look.minWidth, widest + 2 * Look.padding), available)
    for (index, item) in items.enumerated() {
      let row = Rect(
        x: Look.padding, y: Look.padding + Double(index) * Look.rowHeight,
        width: width - 2 * Look.padding, height: Look.rowHeight)
      cells.append(scribe.row(for: item, in: row, hasIcons: hasIcons))
    }
    size = Size(width: width, height: 2 * Look.padding + Double(items.count) * Look.rowHeight)
  }

  /// Up to three tiles stand in one row, four in a square, up to six in threes, more in fours.
  private static func columns(for count: Int) -> Int {
    switch count {
    case ...3: max(1, count)
    case 4: 2
    case 5...6: 3
    default: 4
    }
  }

  /// Of all tiles in a row: as high as the one with most lines.
  private static func tileHeight(in row: ArraySlice<ActionItem>) -> Double {
    typealias Look = Theme.ActionGrid
    let lines = row.contains { $0.detail != nil } ? 2.0 : 1
    return 2 * Look.tilePadding + Look.icon + Look.iconGap + lines * Look.lineHeight
  }
}

// Rows of cells.
extension PanelContents {
  /// The cell of the row above that is nearest to a cell; of two as near the trailing one, so that
  /// the way up undoes the way down.
  func cell(above index: Int) -> Int? {
    nearest(to: index, in: row(index / columns - 1).reversed())
  }

  /// The cell of the row below that is nearest to a cell; of two as near the leading one.
  func cell(below index: Int) -> Int? {
    nearest(to: index, in: row(index / columns + 1))
  }

  /// The cells of a row; none where there is no such row.
  private func row(_ row: Int) -> Range<Int> {
    let start = row * columns
    return row >= 0 && start < cells.count ? start..<min(start + columns, cells.count) : 0..<0
  }

  /// The first of those that are nearest.
  private func nearest(to index: Int, in cells: some Sequence<Int>) -> Int? {
    let place = place(of: index)
    return cells.min { abs(self.place(of: $0) - place) < abs(self.place(of: $1) - place) }
  }

  /// How far a cell stands from the leading side, in halves of a column.
  private func place(of index: Int) -> Int {
    2 * (index % columns) + columns - row(index / columns).count
  }
}
