import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

/// With fixed metrics a character of a caption is 6.5 wide.
@Suite struct `Long labels` {
  private static var environment: Environment { Environment(text: FixedTextMetrics()) }

  /// Returns the lines of text that a control draws at (10, 20).
  private func lines(of control: some ColumnControl, width: Double) -> [(
    text: String, x: ClosedRange<Double>
  )] {
    var control = control
    control.layOut(at: Point(x: 10, y: 20), width: width, at: .zero)
    return ControlHarness(control).drawing().elements.compactMap { element in
      guard case .text(let text) = element else { return nil }
      return (text.string, text.ink.minX...text.ink.maxX)
    }
  }

  @Test func `are elided before a switch`() throws {
    let label = "Save the password in the keyring of the desktop"
    let toggle = ToggleSwitch(label, isOn: false, in: Self.environment)
    for width in stride(from: 100.0, through: 400, by: 25) {
      let line = try #require(lines(of: toggle, width: width).first)
      #expect(line.x.lowerBound == 10 && line.x.upperBound <= 10 + width - 36 - 8)
      #expect((line.text == label) == (width >= Double(label.count) * 6.5 + 36 + 8))
      #expect(line.text == label || line.text.contains("…"))
    }
    #expect(lines(of: toggle, width: 36).isEmpty)
  }

  @Test func `are elided within their segments`() {
    let labels = ["One", "A much longer label", "Fourteen"]
    let control = SegmentedControl(labels, selection: 1, in: Self.environment)
    for width in stride(from: 90.0, through: 300, by: 15) {
      let lines = lines(of: control, width: width)
      for (line, next) in zip(lines, lines.dropFirst()) {
        #expect(line.x.upperBound <= next.x.lowerBound, "at \(width): \(lines)")
      }
      #expect(lines.allSatisfy { $0.x.lowerBound >= 10 && $0.x.upperBound <= 10 + width })
      #expect(width < 230 || lines.map(\.text) == labels)
    }
  }
}
