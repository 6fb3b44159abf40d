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

  /// The line of typed text.
  var lineFrame: Rect {
    let metrics = environment.text.metrics(of: label, style: Theme.Fonts.body)
    return Rect(
      x: contentFrame.minX, y: frame.minY + Theme.PasswordField.textTop,
      width: contentFrame.width, height: environment.snapped(metrics.height))
  }

  /// From the text's start to each border between graphemes, in logical pixels; never kept, since
  /// widths tell characters.
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

  /// From the text's start to a border between graphemes, in logical pixels.
  func offset(ofBorder border: Int) -> Double {
    var offset = 0.0
    forEachBorder { index, x in
      if index == border { offset = x }
    }
    return offset
  }

  /// The border between graphemes nearest to a place in the window.
  func border(nearest point: Point) -> Int {
    let wanted = point.x - contentFrame.minX + scroll
    var nearest = (border: 0, distance: Double.infinity)
    forEachBorder { index, x in
      if abs(x - wanted) < nearest.distance { nearest = (index, abs(x - wanted)) }
    }
    return nearest.border
  }

  /// The caret's bar.
  var caretFrame: Rect {
    let x = contentFrame.minX - scroll + offset(ofBorder: selection.head)
    let width = Theme.Caret.width
    return Rect(
      x: environment.snapped(x - width / 2), y: lineFrame.minY, width: width,
      height: lineFrame.height)
  }

  /// Behind the selected graphemes.
  var selectionFrame: Rect {
    var (start, end) = (0.0, 0.0)
    forEachBorder { index, x in
      if index == selection.range.lowerBound { start = x }
      if index == selection.range.upperBound { end = x }
    }
    return Rect(
      x: contentFrame.minX - scroll + start, y: lineFrame.minY, width: end - start,
      height: lineFrame.height)
  }

  /// Moves long text so that the caret is in sight and no room is wasted behind its end.
  mutating func showCaret() {
    let room = contentFrame.width - Theme.Caret.width
    var (caret, end) = (0.0, 0.0)
    forEachBorder { index, x in
      if index == selection.head { caret = x }
      end = x
    }
    scroll = max(0, min(scroll, end - room))
    scroll = environment.snapped(max(caret - room, min(scroll, caret)))
  }
}
