import ControlTestSupport
import Controls
import Motion
import PasswordForm
import Scene
import Secrets
import TestSupport
import Testing

/// Partial redraws of each control during random input.
@Suite struct `Control partial redraw` {
  private let area = Rect(x: 0, y: 0, width: 420, height: 440)
  private let scales = [1, 1.25, 2]

  @Test(arguments: seeds(12))
  func `equals a full redraw of the floating button`(seed: Int) throws {
    let scale = scales[seed % scales.count]
    var frames = try RedrawComparison(size: area.size, scale: scale)
    let shape = seed.isMultiple(of: 2) ? FloatingButton.Shape.button : .ball
    var button = FloatingButton(
      FloatingButton.Configuration(shape: shape, drag: .immediate, dims: true),
      in: Environment(text: frames.text, scale: scale))
    button.place(in: area, at: .zero)
    var harness = ControlHarness(button)
    try play(&harness, on: &frames, seed: seed)
  }

  @Test(arguments: seeds(12))
  func `equals a full redraw of the token field`(seed: Int) throws {
    let scale = scales[seed % scales.count]
    var frames = try RedrawComparison(size: area.size, scale: scale)
    let tokens = (0..<9).map { TextToken(id: $0, text: "token \($0)") }
    var field = TokenField(
      tokens, adapter: TextTokenAdapter(),
      in: Environment(text: frames.text, scale: scale))
    field.layOut(at: Point(x: 10.5, y: 20.25), width: 260, at: .zero)
    field.focus(0, at: .zero)
    var harness = ControlHarness(field)
    try play(&harness, on: &frames, seed: seed)
  }

  @Test(arguments: seeds(12))
  func `equals a full redraw of the password form`(seed: Int) throws {
    let scale = scales[seed % scales.count]
    var frames = try RedrawComparison(size: area.size, scale: scale)
    var form = PasswordForm(in: Environment(text: frames.text, scale: scale))
    form.layOut(at: Point(x: 10, y: 10), width: 380, at: .zero)
    form.focus(seed % 2 * 2, at: .zero)
    var harness = ControlHarness(form)
    var driver = RandomInputDriver(seed: seed, in: area)
    for _ in 0..<60 {
      driver.act(on: &harness)
      try frames.expectSame(harness.drawing(), secrets: harness.control)
    }
    #expect(frames.partialFrames > 2)
  }

  private func play<Subject: Control>(
    _ harness: inout ControlHarness<Subject>, on frames: inout RedrawComparison, seed: Int
  ) throws {
    var driver = RandomInputDriver(seed: seed, in: area)
    for _ in 0..<60 {
      driver.act(on: &harness)
      try frames.expectSame(harness.drawing(), secrets: EmptySecretTextSource())
    }
    #expect(frames.partialFrames > 2)
  }
}
