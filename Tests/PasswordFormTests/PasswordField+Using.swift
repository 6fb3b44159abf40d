import Controls
import Motion
import Scene
import TestSupport

@testable import PasswordForm

/// A field that has the focus, wide enough for `columns` bullets.
func field(
  columns: Double = 24, in environment: Environment = .fixed()
) -> ControlHarness<PasswordField> {
  var harness = ControlHarness(
    PasswordField("Password", handle: SecretHandle(rawValue: 7), in: environment))
  typealias Look = Theme.PasswordField
  let room = columns * Look.bulletPitch + Theme.Caret.width
  harness.control.place(
    in: Rect(
      x: 20, y: 20, width: Look.leadingPadding + room + Look.eye.width, height: Look.height))
  harness.focus(.text)
  return harness
}

extension ControlHarness<PasswordField> {
  /// Gives the focus to a stop, or takes it away.
  mutating func focus(_ stop: PasswordField.Stop?) { control.focus(stop?.rawValue, at: now) }

  /// What was typed so far.
  var text: String { control.text.string }

  /// The caret or the selected range, the end that moves last.
  var selection: [Int] {
    let selection = control.selection
    return selection.isCaret ? [selection.head] : [selection.anchor, selection.head]
  }

  /// Where a border between bullets is in the window.
  func border(_ index: Int) -> Point {
    Point(
      x: control.contentFrame.minX - control.scroll
        + Double(index) * Theme.PasswordField.bulletPitch,
      y: control.frame.midY)
  }

  mutating func clickEye() { click(control.eyeFrame.center) }
}

/// Text whose width follows from its bytes, so that it would tell characters apart.
final class RevealingTextMetrics: TextMeasuring {
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
