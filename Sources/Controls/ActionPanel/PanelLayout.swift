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
  /// - Parameter available: The maximum size. In a smaller one, a grid has fewer columns or rows, and cells are reduced.
  init(
    _ items: [ActionItem], arrangement: ActionPanel.Arrangement, in environment: Environment,
    fitting available: Size
  ) {
    switch arrangement {
    case .grid: layOutGrid(items, environment, fitting: available)
    case .menu: layOutMenu(items, environment, fitting: available)
    }
  }

  private mutating func layOutGrid(
    _ items: [ActionItem], _ environment: Environment, fitting available: Size
  ) {
    let style = environment.theme.actionGrid
    columns = Self.columns(for: items, style, fitting: available)
    let whole = Self.gridSize(of: items, columns: columns, style)
    func share(of length: Double, among count: Int) -> Double {
      -environment.snappedUp(style.gap - (length - 2 * style.padding + style.gap) / Double(count))
    }
    let rowCount = (items.count + columns - 1) / columns
    let width =
      whole.width > available.width ? share(of: available.width, among: columns) : style.tileWidth
    let maximumHeight =
      whole.height > available.height ? share(of: available.height, among: rowCount) : .infinity
    var top = style.padding
    for start in stride(from: 0, to: items.count, by: columns) {
      let row = items[start..<min(start + columns, items.count)]
      let tile = Size(width: width, height: min(maximumHeight, Self.tileHeight(in: row, style)))
      let pitch = tile.width + style.gap
      // A row with fewer tiles is centered.
      let extraWidth = Double(columns - row.count) * pitch
      let left = style.padding + environment.snapped(extraWidth / 2)
      for (column, item) in row.enumerated() {
        let x = left + Double(column) * pitch
        let frame = Rect(origin: Point(x: x, y: top), size: tile)
        cells.append(environment.tile(for: item, in: frame))
      }
      top += tile.height + style.gap
    }
    size = Size(
      width: 2 * style.padding + Double(columns) * (width + style.gap) - style.gap,
      height: items.isEmpty ? 2 * style.padding : top - style.gap + style.padding)
  }

  private mutating func layOutMenu(
    _ items: [ActionItem], _ environment: Environment, fitting available: Size
  ) {
    let style = environment.theme.menu
    let hasIcons = items.contains { $0.icon != nil }
    let widest = items.map { environment.rowWidth(of: $0, hasIcons: hasIcons) }.max() ?? 0
    let width = min(max(style.minimumWidth, widest + 2 * style.padding), available.width)
    let share = (available.height - 2 * style.padding) / Double(max(1, items.count))
    let height = min(style.rowHeight, -environment.snappedUp(-share))
    for (index, item) in items.enumerated() {
      let row = Rect(
        x: style.padding, y: style.padding + Double(index) * height,
        width: width - 2 * style.padding, height: height)
      cells.append(environment.row(for: item, in: row, hasIcons: hasIcons))
    }
    size = Size(width: width, height: 2 * style.padding + Double(items.count) * height)
  }

  /// Returns the number of columns: one row of up to 3 tiles, 2 × 2 tiles, rows of 3 for 5 or 6
  /// tiles, and rows of 4 for more. If that does not fit, returns the number with the largest tiles.
  private static func columns(
    for items: [ActionItem], _ style: Theme.ActionGridStyle, fitting available: Size
  ) -> Int {
    func scale(_ columns: Int) -> Double {
      let size = gridSize(of: items, columns: columns, style)
      return min(1, available.width / size.width, available.height / size.height)
    }
    let preferred =
      switch items.count {
      case ...3: max(1, items.count)
      case 4: 2
      case 5...6: 3
      default: 4
      }
    guard scale(preferred) < 1 else { return preferred }
    return (1...max(1, items.count)).max { scale($0) < scale($1) } ?? preferred
  }

  /// Returns the size of a grid without reduced tiles.
  private static func gridSize(of items: [ActionItem], columns: Int, _ style: Theme.ActionGridStyle) -> Size {
    let heights = stride(from: 0, to: items.count, by: columns).map {
      tileHeight(in: items[$0..<min($0 + columns, items.count)], style) + style.gap
    }
    return Size(
      width: 2 * style.padding + Double(columns) * (style.tileWidth + style.gap) - style.gap,
      height: heights.reduce(2 * style.padding - style.gap, +))
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

// The tiles and rows of a panel.
extension Environment {
  /// Returns a tile: icon, label and detail, stacked and horizontally centered. A tile that is too low for them has only
  /// an icon.
  fileprivate func tile(for item: ActionItem, in frame: Rect) -> PanelLayout.Cell {
    let style = theme.actionGrid
    let lineCount = item.detail == nil ? 1.0 : 2
    let textHeight = style.iconGap + lineCount * style.lineHeight
    let hasText = frame.height >= style.iconSize + textHeight
    let space = (frame.height - style.iconSize - (hasText ? textHeight : 0)) / 2
    let iconTop = frame.minY + min(style.tilePadding, snapped(space))
    let box = Rect(
      x: frame.midX - style.iconSize / 2, y: iconTop, width: style.iconSize, height: style.iconSize)
    let label = Rect(
      x: frame.minX + style.textMargin, y: iconTop + style.iconSize + style.iconGap,
      width: frame.width - 2 * style.textMargin, height: style.lineHeight)
    let detail = label.offset(by: Vector(dx: 0, dy: style.lineHeight))
    var lines = hasText ? [line(item.label, .label, in: label, .center)] : []
    if hasText, let text = item.detail { lines.append(line(text, .detail, in: detail, .center)) }
    return PanelLayout.Cell(
      frame: frame, iconBox: box, icon: item.icon?.layers(in: box) ?? [], lines: lines)
  }

  /// Returns a row: icon, label and detail in sequence, and the shortcut at the trailing side.
  fileprivate func row(for item: ActionItem, in frame: Rect, hasIcons: Bool) -> PanelLayout.Cell {
    let style = theme.menu
    let box = Rect(
      x: frame.minX + style.rowPadding, y: frame.midY - style.iconSize / 2, width: style.iconSize,
      height: style.iconSize)
    var remaining = frame.inset(by: Insets(horizontal: style.rowPadding, vertical: 0))
    if hasIcons { remaining = remaining.inset(by: Insets(leading: style.iconSize + style.iconGap)) }
    var lines: [PanelLayout.Line] = []
    if let text = item.shortcut {
      let line = line(text, .shortcut, in: remaining, .trailing)
      remaining = remaining.inset(by: Insets(trailing: line.metrics.advance + style.shortcutGap))
      lines.append(line)
    }
    let label = line(item.label, .label, in: remaining, .leading)
    lines.append(label)
    if let text = item.detail {
      remaining = remaining.inset(by: Insets(leading: label.metrics.advance + style.detailGap))
      lines.append(line(text, .detail, in: remaining, .leading))
    }
    return PanelLayout.Cell(
      frame: frame, iconBox: box, icon: item.icon?.layers(in: box) ?? [], lines: lines)
  }

  /// Returns the width that a row needs without elision, in whole device pixels.
  fileprivate func rowWidth(of item: ActionItem, hasIcons: Bool) -> Double {
    let style = theme.menu
    func advance(_ text: String, _ role: PanelLayout.Line.Role) -> Double {
      self.text.metrics(of: text, style: role.style(in: theme.fonts)).advance
    }
    var width = 2 * style.rowPadding + advance(item.label, .label)
    if hasIcons { width += style.iconSize + style.iconGap }
    if let text = item.detail { width += style.detailGap + advance(text, .detail) }
    if let text = item.shortcut { width += style.shortcutGap + advance(text, .shortcut) }
    // One more device pixel, because each text is moved to whole device pixels.
    return snappedUp(width) + 1 / scale
  }

  /// Returns a line of text in a box, elided to its width. The baseline does not depend on the
  /// role.
  private func line(_ text: String, _ role: PanelLayout.Line.Role, in box: Rect, _ alignment: TextAlignment)
    -> PanelLayout.Line
  {
    let style = role.style(in: theme.fonts)
    let text = DisplaySanitizer.elided(text, toFit: box.width, style: style, measuring: self.text)
    let metrics = self.text.metrics(of: text, style: style)
    let x = alignment.start(of: metrics.advance, in: box)
    // Half of the cap height.
    let baseline = box.midY + theme.fonts.menuLabel.size * 5 / 13
    return PanelLayout.Line(
      text: text, role: role, origin: Point(x: snapped(x), y: snapped(baseline)),
      metrics: metrics)
  }
}
