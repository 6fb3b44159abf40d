import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport

@testable import PasswordForm

/// Returns a field with the focus, wide enough for `columns` bullets.
func field(
  columns: Double = 24, in environment: Environment = .fixed()
) -> ControlHarness<PasswordField> {
  var harness = ControlHarness(
    PasswordField("Password", in: environment))
  let style = Theme.light.passwordField
  let width = columns * style.bulletPitch + Theme.light.field.caretWidth
  harness.control.layOut(
    at: Point(x: 20, y: 20), width: style.padding + width + style.reveal.width, at: .zero)
  harness.focus(.text)
  return harness
}

extension ControlHarness<PasswordField> {
  /// Moves the focus to a stop, or removes it.
  mutating func focus(_ stop: PasswordField.FocusStop?) { control.focus(stop?.rawValue, at: now) }

  /// The text of the field.
  var text: String { control.text.string }

  /// The caret, or the anchor and the head of the selection.
  var selection: [Int] {
    let selection = control.selection
    return selection.isCaret ? [selection.head] : [selection.anchor, selection.head]
  }

  /// Returns the point of an insertion index between bullets in the window.
  func caretPoint(_ index: Int) -> Point {
    Point(
      x: control.contentFrame.minX - control.line.scroll
        + Double(index) * Theme.light.passwordField.bulletPitch,
      y: control.frame.midY)
  }

  mutating func clickRevealButton() { click(control.buttonFrame.center) }
}

/// Text metrics whose widths depend on the bytes, so that a width would reveal characters.
final class ByteWidthTextMetrics: TextMeasuring {
  func metrics(of text: String, style: TextStyle) -> TextMetrics {
    metrics(bytes: text.utf8.count, size: style.size)
  }

  func line(of text: String, style: TextStyle) -> TextLine {
    let clusters = text.indices.map { index in
      let start = metrics(of: String(text[..<index]), style: style).advance
      let end = metrics(of: String(text[...index]), style: style).advance
      return TextLine.Cluster(x: start...end)
    }
    return TextLine(clusters, metrics: metrics(of: text, style: style))
  }

  func secretMetrics(of utf8: Span<UInt8>, style: TextStyle) -> TextMetrics {
    metrics(bytes: utf8.count, size: style.size)
  }

  private func metrics(bytes: Int, size: Double) -> TextMetrics {
    let advance = 3 + 4 * Double(bytes)
    return TextMetrics(
      advance: advance, ascent: size, descent: 0,
      ink: Rect(x: 0, y: -size, width: advance, height: size))
  }
}
