import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import Inspector

/// The invariants of all controls, for an inspector after random input.
@Suite struct `Tuning inspector invariants` {
  private typealias Harness = ControlHarness<TuningInspector>

  @Test func `describes every part that a pointer can use`() throws {
    try LawsAfterInput(in: Rect(x: 0, y: 0, width: 340, height: 900)) { Harness(reducesMotion: $0) }
      .checkDescription()
  }

  @Test(arguments: seeds(40))
  func `W2 draws and acts the same for any time steps, and until the reported next change`(seed: Int) throws {
    let laws = LawsAfterInput { _ in used(seed: seed) }
    try laws.checkTimeSteps(seed: seed)
    try laws.checkNextChange()
  }

  @Test(arguments: seeds(40))
  func `W2 comes to rest in the state without motion and stays there`(seed: Int) {
    var inspector = used(seed: seed)
    inspector.stall(for: .seconds(600))
    let last = inspector.drawing()
    for seconds in stride(from: 0, through: 600, by: 10) {
      let later = inspector.now + .seconds(seconds)
      #expect(inspector.control.nextChange(after: later) == nil)
      #expect(drawing(of: inspector.control, at: later) == last)
    }
    inspector.environment.reducesMotion = true
    let settings = inspector.control.settings
    inspector.control.set(TuningInspector.Settings(), at: inspector.now)
    inspector.control.set(settings, at: inspector.now)
    let reduced = inspector.drawing()
    #expect(reduced == last)
  }

  @Test(arguments: seeds(40)) func `reports every change exactly once`(seed: Int) {
    var reported = TuningInspector.Settings()
    var inspector = Harness()
    var driver = RandomInputDriver(seed: seed, in: Rect(x: 0, y: 0, width: 340, height: 620))
    for _ in 0..<100 {
      let before = inspector.actions.count
      inspector.control.focus(seed % 11, at: inspector.now)
      driver.act(on: &inspector)
      for case .changed(let settings) in inspector.actions[before...] {
        #expect(settings != reported)
        reported = settings
      }
      #expect(inspector.control.settings == reported)
    }
  }

  /// Returns an inspector after random input.
  private func used(seed: Int) -> Harness {
    var generator = SeededGenerator(seed: seed)
    var inspector = Harness()
    var driver = RandomInputDriver(seed: seed, in: Rect(x: 0, y: 0, width: 340, height: 620))
    for _ in 0..<30 {
      inspector.control.focus(Int.random(in: 0..<11, using: &generator), at: inspector.now)
      driver.act(on: &inspector)
    }
    inspector.release()
    return inspector
  }

  private func drawing(of inspector: borrowing TuningInspector, at now: Instant) -> DisplayList {
    var list = DisplayList()
    inspector.draw(into: &list, at: now)
    return list.flattened
  }
}
