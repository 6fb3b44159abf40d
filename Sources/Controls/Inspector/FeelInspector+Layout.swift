public import Scene

/// Where the parts of the inspector stand, from top to bottom, in the window.
struct FeelInspectorLayout {
  var origin = Point.zero
  var width = 0.0
  var title = Rect.zero
  /// The words under the plot.
  var words = Rect.zero
  /// One for each quantity: label, slider and value.
  var rows = FeelInspector.Quantity.allCases.map { _ in Rect.zero }
  var snapTitle = Rect.zero
  var bottom = 0.0
}

extension FeelInspector {
  /// How high the inspector is, in logical pixels.
  public var height: Double { layout.bottom - layout.origin.y }

  /// Puts the inspector somewhere.
  ///
  /// - Parameters:
  ///   - origin: The top leading corner.
  ///   - width: In logical pixels; all fits from 232 on.
  public mutating func place(at origin: Point, width: Double) {
    (layout.origin, layout.width) = (origin, width)
    layOut()
  }

  mutating func layOut() {
    typealias Look = Theme.Inspector
    layout.bottom = layout.origin.y
    layout.title = next(height: Look.close.size)
    close.place(
      in: environment.snapped(
        Rect(
          x: layout.title.maxX - Look.close.size, y: layout.title.minY, width: Look.close.size,
          height: Look.close.size)))
    let graph = next(height: Theme.SpringPlot.height, gap: Look.titleGap)
    plot.place(at: graph.origin, width: graph.width)
    layout.words = next(height: lineHeight, gap: Look.wordsGap)
    layOutRows()
    layout.snapTitle = next(height: lineHeight, gap: Look.groupGap)
    let segments = next(height: Theme.SegmentedControl.height, gap: Look.wordsGap)
    snap.place(at: segments.origin, width: segments.width)
    slowMotion.place(in: next(height: Look.rowHeight, gap: Look.groupGap))
    layOutButtons(in: next(height: Look.buttonHeight, gap: Look.groupGap))
  }

  /// Gives the sliders the room that the widest label and the widest value leave.
  private mutating func layOutRows() {
    typealias Look = Theme.Inspector
    let (labels, values) = (labelWidth + Look.columnGap, valueWidth + Look.columnGap)
    layout.rows = sliders.indices.map { index in
      let row = next(height: Look.rowHeight, gap: index == 0 ? Look.groupGap : 0)
      sliders[index].place(in: row.inset(by: Insets(leading: labels, trailing: values)))
      return row
    }
  }

  /// Reset is as wide as its word, the other has the rest.
  private mutating func layOutButtons(in row: Rect) {
    let width = reset.width
    reset.place(
      in: Rect(x: row.maxX - width, y: row.minY, width: width, height: row.height))
    copy.place(
      in: environment.snapped(
        row.inset(by: Insets(trailing: width + Theme.Inspector.buttonGap))))
  }

  /// The next part from top to bottom, on whole device pixels, so that outlines are sharp.
  private mutating func next(height: Double, gap: Double = 0) -> Rect {
    let top = environment.snapped(layout.bottom + gap)
    layout.bottom = environment.snapped(top + height)
    return environment.snapped(
      Rect(x: layout.origin.x, y: top, width: layout.width, height: layout.bottom - top))
  }

  private var lineHeight: Double { metrics(of: Self.title).height }

  private var labelWidth: Double {
    widest(Quantity.allCases.map(\.title))
  }

  /// Of all values that the sliders can have; the widest are at the ends, but for digits that are
  /// wider than others.
  private var valueWidth: Double {
    widest(
      Quantity.allCases.flatMap { quantity in
        let range = quantity.range
        return [range.lowerBound, range.upperBound].map(quantity.words)
      })
  }

  private func widest(_ words: [String]) -> Double {
    environment.snapped(words.reduce(0) { max($0, metrics(of: $1).advance) })
  }

  func metrics(of words: String) -> TextMetrics {
    environment.text.metrics(of: words, style: Theme.Fonts.caption)
  }
}
