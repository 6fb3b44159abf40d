import Controls
import Scene
import Secrets

extension PasswordField {
  /// The eye, at the trailing side.
  var eyeFrame: Rect {
    let width = Theme.PasswordField.eye.width
    return Rect(x: frame.maxX - width, y: frame.minY, width: width, height: frame.height)
  }

  /// Where typed text can be seen.
  var contentFrame: Rect {
    frame.inset(
      by: Insets(
        leading: Theme.PasswordField.leadingPadding, trailing: Theme.PasswordField.eye.width))
  }

  mutating func placeKeyboardLine() {
    let metrics = environment.text.metrics(of: label, style: Theme.Fonts.body)
    keyboardLine.place(
      in: contentFrame, beside: metrics.advance * Theme.PasswordField.raisedLabel.scale,
      environment)
  }

  /// The line of typed text.
  var lineFrame: Rect {
    Rect(
      x: contentFrame.minX, y: environment.snapped(frame.minY + Theme.PasswordField.textTop),
      width: contentFrame.width, height: environment.snapped(labelMetrics.height))
  }

  static func metrics(of label: String, in environment: Environment) -> TextMetrics {
    environment.text.metrics(of: label, style: Theme.Fonts.body)
  }

  /// From the text's start to each border between graphemes, in logical pixels; all of them are
  /// never kept, since widths tell characters.
  ///
  /// - Complexity: O(*n*) in the text's length.
  private func forEachBorder(_ body: (_ index: Int, _ x: Double) -> Void) {
    var (index, x) = (0, 0.0)
    body(index, x)
    text.forEachGrapheme { grapheme in
      x += advance(of: grapheme)
      index += 1
      body(index, x)
    }
  }

  private func advance(of grapheme: Span<UInt8>) -> Double {
    guard isRevealed else { return Theme.PasswordField.bulletPitch }
    return environment.text.secretMetrics(of: grapheme, style: Theme.Fonts.body).advance
  }

  /// The border between graphemes nearest to a place in the window.
  func border(nearest point: Point) -> Int {
    let wanted = point.x - textStart
    var nearest = (border: 0, distance: Double.infinity)
    forEachBorder { index, x in
      if abs(x - wanted) < nearest.distance { nearest = (index, abs(x - wanted)) }
    }
    return nearest.border
  }

  /// Where the text starts in the window; out of sight once it is scrolled.
  var textStart: Double { contentFrame.minX - scroll }

  /// Tells anew where caret and selection stand, and moves long text so that the caret is in sight
  /// and no room is wasted behind its end.
  mutating func layOutText() {
    var (line, end) = (SecretLine(), 0.0)
    let range = selection.range
    forEachBorder { index, x in
      if index == selection.head { line.caret = x }
      if index == range.lowerBound { line.selectionStart = x }
      if index == range.upperBound { line.selectionEnd = x }
      line.visible = 0..<index
      end = x
    }
    let room = contentFrame.width - Theme.Caret.width
    scroll = max(0, min(scroll, end - room))
    scroll = environment.snapped(max(line.caret - room, min(scroll, line.caret)))
    if end > room { narrow(&line) }
    self.line = line
  }

  /// Leaves out the graphemes that are scrolled out of sight.
  private func narrow(_ line: inout SecretLine) {
    var (first, firstX, last) = (0, 0.0, 0)
    let limit = scroll + contentFrame.width
    forEachBorder { index, x in
      if x <= scroll { (first, firstX) = (index, x) }
      if x < limit { last = index + 1 }
    }
    line.visible = first..<max(first, min(last, line.visible.upperBound))
    line.visibleStart = firstX
  }

  /// The caret's bar.
  var caretFrame: Rect {
    let width = environment.line(Theme.Caret.width)
    return Rect(
      x: environment.snapped(textStart + line.caret - width / 2), y: lineFrame.minY, width: width,
      height: lineFrame.height)
  }

  /// Behind the selected graphemes.
  var selectionFrame: Rect {
    environment.snapped(
      Rect(
        x: textStart + line.selectionStart, y: lineFrame.minY,
        width: line.selectionEnd - line.selectionStart, height: lineFrame.height))
  }
}

/// What a frame needs to know of where graphemes stand; distances are from the text's start, in
/// logical pixels.
struct SecretLine {
  var caret = 0.0
  var selectionStart = 0.0
  var selectionEnd = 0.0
  /// The graphemes of which something is in sight, and where the first of them starts.
  var visible = 0..<0
  var visibleStart = 0.0
}
