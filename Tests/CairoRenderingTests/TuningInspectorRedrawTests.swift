import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import Inspector

@Suite struct `Tuning inspector partial redraw` {
  @Test(arguments: seeds(12)) func `equals a full redraw`(seed: Int) throws {
    let scale = [1, 1.25, 2][seed % 3]
    let area = Rect(x: 0, y: 0, width: 330, height: 580)
    var frames = try RedrawComparison(size: area.size, scale: scale)
    var inspector = TuningInspector(in: Environment(text: frames.text, scale: scale))
    inspector.layOut(at: Point(x: 20.5, y: 20.25), width: 290, at: .zero)
    var harness = ControlHarness(inspector)
    var driver = RandomInputDriver(seed: seed, in: area)
    for step in 0..<60 {
      if step.isMultiple(of: 5) { harness.control.focus((seed + step) % 11, at: harness.now) }
      driver.act(on: &harness)
      try frames.expectSame(harness.drawing(), secrets: EmptySecretTextSource())
    }
    #expect(frames.partialFrames > 2)
  }
}
