import Controls
import Scene
import Secrets

extension PasswordField {
  /// The frame of the reveal button at the trailing side.
  var buttonFrame: Rect {
    Rect(x: frame.maxX - trailingWidth, y: frame.minY, width: trailingWidth, height: frame.height)
  }

  /// The width of the reveal button or, without one, of the padding.
  private var trailingWidth: Double {
    isSecret ? theme.passwordField.reveal.width : theme.passwordField.padding
  }

  /// The visible area of the text.
  var contentFrame: Rect {
    frame.inset(by: Insets(leading: theme.passwordField.padding, trailing: trailingWidth))
  }

  mutating func placeStatusLine() {
    let labelWidth = labelLine.metrics.advance * theme.passwordField.raisedLabelScale
    statusLine.place(in: contentFrame, labelWidth: labelWidth, environment)
  }

  /// The height: that of the theme or, with large fonts, of the raised label, the keyboard status and the text.
  var height: Double {
    let style = theme.passwordField
    return max(style.height, textTop + labelLine.metrics.height + style.raisedLabelTop / 2)
  }

  /// The distance from the top of the field to the line of text, which is below the raised label.
  private var textTop: Double {
    let style = theme.passwordField
    let status = environment.text.metrics(of: "x", style: theme.keyboardStatusFont)
    let above = max(labelLine.metrics.height * style.raisedLabelScale, status.height)
    return max(style.textTop, style.raisedLabelTop + above)
  }

  /// The frame of the line of text.
  var lineFrame: Rect {
    Rect(
      x: contentFrame.minX, y: environment.snapped(frame.minY + textTop),
      width: contentFrame.width, height: environment.snapped(labelLine.metrics.height))
  }

  static func metrics(of label: String, in environment: Environment) -> TextMetrics {
    environment.text.metrics(of: label, style: environment.theme.fonts.body)
  }

  /// Calls a function with the caret position at each grapheme boundary, as the distance from the
  /// start of the text in logical pixels. The positions are not cached, because widths reveal
  /// characters.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  private func forEachInsertionIndex(_ body: (_ index: Int, _ x: Double) -> Void) {
    var (index, x) = (0, 0.0)
    body(index, x)
    text.forEachGrapheme { grapheme in
      x += advance(of: grapheme)
      index += 1
      if isRevealed, let groupSize, index.isMultiple(of: groupSize) { x += theme.passwordField.groupGap }
      body(index, x)
    }
  }

  func advance(of grapheme: Span<UInt8>) -> Double {
    guard isRevealed else { return theme.passwordField.bulletPitch }
    return environment.text.secretMetrics(of: grapheme, style: theme.fonts.body).advance
  }

  /// Returns the insertion index nearest to a point in the window.
  func insertionIndex(nearest point: Point) -> Int {
    let targetX = point.x - textStart
    var nearest = (index: 0, distance: Double.infinity)
    forEachInsertionIndex { index, x in
      if abs(x - targetX) < nearest.distance { nearest = (index, abs(x - targetX)) }
    }
    return nearest.index
  }

  /// The x-coordinate of the start of the text in the window. It is outside the field after
  /// scrolling.
  var textStart: Double { contentFrame.minX - line.scroll }

  /// Recomputes the offsets of the caret and the selection. Scrolls a long text so that the caret
  /// is visible and no space is empty after the end of the text.
  mutating func layOutText() {
    var (line, end) = (SecretLineMetrics(), 0.0)
    let range = selection.range
    forEachInsertionIndex { index, x in
      if index == selection.head { line.caret = x }
      if index == range.lowerBound { line.selectionStart = x }
      if index == range.upperBound { line.selectionEnd = x }
      line.visible = 0..<index
      end = x
    }
    let availableWidth = contentFrame.width - theme.field.caretWidth
    line.scroll = max(0, min(self.line.scroll, end - availableWidth))
    line.scroll = environment.snapped(max(line.caret - availableWidth, min(line.scroll, line.caret)))
    if end > availableWidth { clipToVisible(&line) }
    self.line = line
  }

  /// Limits the drawn graphemes to those in the visible area.
  private func clipToVisible(_ line: inout SecretLineMetrics) {
    var (first, firstX, last) = (0, 0.0, 0)
    let limit = line.scroll + contentFrame.width
    forEachInsertionIndex { index, x in
      if x <= line.scroll { (first, firstX) = (index, x) }
      if x < limit { last = index + 1 }
    }
    line.visible = first..<max(first, min(last, line.visible.upperBound))
    line.visibleStart = firstX
  }

  /// The frame of the caret.
  var caretFrame: Rect {
    let width = environment.lineWidth(theme.field.caretWidth)
    return Rect(
      x: environment.snapped(textStart + line.caret - width / 2), y: lineFrame.minY, width: width,
      height: lineFrame.height)
  }

  /// The frame of the selection background.
  var selectionFrame: Rect {
    environment.snapped(
      Rect(
        x: textStart + line.selectionStart, y: lineFrame.minY, width: line.selectionEnd - line.selectionStart,
        height: lineFrame.height))
  }
}

/// The offsets that drawing needs, as distances from the start of the text in logical pixels.
struct SecretLineMetrics {
  /// The horizontal scroll offset that keeps the caret visible, in logical pixels.
  var scroll = 0.0
  var caret = 0.0
  var selectionStart = 0.0
  var selectionEnd = 0.0
  /// The graphemes that are at least partly visible, and the offset of the first one.
  var visible = 0..<0
  var visibleStart = 0.0
}
