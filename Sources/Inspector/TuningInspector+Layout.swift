import Controls
package import Motion
package import Scene

/// The positions of the sections of the inspector in the window, from top to bottom.
struct TuningInspectorLayout {
  var origin = Point.zero
  var width = 0.0
  var title = Rect.zero
  /// The line of text below the plot.
  var plotText = Rect.zero
  /// The rows of the parameters. Each has a label, a slider and a value.
  var rows = TuningInspector.Parameter.allCases.map { _ in Rect.zero }
  var snapTitle = Rect.zero
  var bottom = 0.0
}

extension TuningInspector {
  private typealias Style = Theme.Inspector

  package var frame: Rect {
    Rect(origin: layout.origin, size: Size(width: layout.width, height: layout.bottom - layout.origin.y))
  }

  /// Sets the position and the width. The content fits from 232 pixels.
  package mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    (layout.origin, layout.width, layout.bottom) = (origin, width, origin.y)
    layout.title = next(height: Style.close.size)
    close.layOut(
      at: Point(x: layout.title.maxX - Style.close.size, y: layout.title.minY), width: Style.close.size,
      at: now)
    let graph = next(height: Theme.SpringPlot.height, gap: Style.titleGap)
    plot.layOut(at: graph.origin, width: graph.width, at: now)
    layout.plotText = next(height: lineHeight, gap: Style.textGap)
    layOutRows(at: now)
    layout.snapTitle = next(height: lineHeight, gap: Style.groupGap)
    let segments = next(height: theme.segmentedControl.height, gap: Style.textGap)
    snap.layOut(at: segments.origin, width: segments.width, at: now)
    let toggle = next(height: Style.rowHeight, gap: Style.groupGap)
    slowMotion.layOut(at: toggle.origin, width: toggle.width, at: now)
    layOutButtons(in: next(height: Style.buttonHeight, gap: Style.groupGap), at: now)
  }

  /// Lays out the rows. The sliders use the width that the widest label and value leave.
  private mutating func layOutRows(at now: Instant) {
    let (labels, values) = (labelWidth + Style.columnGap, valueWidth + Style.columnGap)
    layout.rows = sliders.indices.map { index in
      let row = next(height: Style.rowHeight, gap: index == 0 ? Style.groupGap : 0)
      let track = row.inset(by: Insets(leading: labels, trailing: values))
      sliders[index].layOut(at: track.origin, width: track.width, at: now)
      return row
    }
  }

  /// Lays out the buttons. Reset has the width of its label; the copy button fills the remaining
  /// width.
  private func layOutButtons(in row: Rect, at now: Instant) {
    let width = reset.control.width
    reset.layOut(at: Point(x: row.maxX - width, y: row.minY), width: width, at: now)
    copy.layOut(at: row.origin, width: row.width - width - Theme.Inspector.buttonGap, at: now)
  }

  /// Returns the frame of the next section below, on whole device pixels so that outlines are sharp.
  private mutating func next(height: Double, gap: Double = 0) -> Rect {
    let top = environment.snapped(layout.bottom + gap)
    layout.bottom = environment.snapped(top + height)
    return environment.snapped(
      Rect(x: layout.origin.x, y: top, width: layout.width, height: layout.bottom - top))
  }

  private var lineHeight: Double { metrics(of: Self.title).height }

  private var labelWidth: Double { widest(Parameter.allCases.map(\.label)) }

  /// The width of the widest value of all sliders. It is measured at the bounds; digits of
  /// different widths are not taken into account.
  private var valueWidth: Double {
    widest(
      Parameter.allCases.flatMap { parameter in
        let range = parameter.range
        return [range.lowerBound, range.upperBound].map(parameter.text)
      })
  }

  private func widest(_ texts: [String]) -> Double {
    environment.snapped(texts.reduce(0) { max($0, metrics(of: $1).advance) })
  }

  func metrics(of text: String) -> TextMetrics {
    environment.text.metrics(of: text, style: theme.fonts.caption)
  }
}

// The texts beside the controls.
extension TuningInspector {
  func drawTexts(into list: inout DisplayList) {
    list.line(Self.title, theme.fonts.heading, theme.colors.text, in: layout.title, environment)
    drawPlotText(into: &list)
    for parameter in Parameter.allCases { drawTexts(of: parameter, into: &list) }
    write(Self.snapTitle, in: layout.snapTitle, into: &list)
  }

  /// Draws the overshoot and the settling time as text below the plot, for users who cannot read
  /// the plot.
  private func drawPlotText(into list: inout DisplayList) {
    let (style, color) = (theme.fonts.caption, theme.colors.secondaryText)
    list.line(plot.control.overshootText, style, color, in: layout.plotText, environment)
    list.line(plot.control.settlingText, style, color, in: layout.plotText, alignment: .trailing, environment)
  }

  private func drawTexts(of parameter: Parameter, into list: inout DisplayList) {
    let row = layout.rows[parameter.rawValue]
    write(parameter.label, in: row, into: &list)
    write(parameter.text(for: value(of: parameter)), in: row, .trailing, into: &list)
  }

  private func write(
    _ text: String, in frame: Rect, _ alignment: TextAlignment = .leading, into list: inout DisplayList
  ) {
    list.line(text, theme.fonts.caption, theme.colors.text, in: frame, alignment: alignment, environment)
  }
}
