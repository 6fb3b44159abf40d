import ControlTestSupport
import TestSupport
import Testing

/// Invariants of all controls after any user input.
@Suite struct `All controls` {
  @Test(arguments: ControlScenario.allCases)
  func `W2 produces the same drawing for the same time`(scenario: ControlScenario) throws {
    try scenario.laws.checkSameTime()
  }

  @Test(arguments: ControlScenario.allCases, seeds(10))
  func `W2 draws and acts the same for any time steps`(scenario: ControlScenario, seed: Int) throws {
    try scenario.laws.checkTimeSteps(seed: seed)
  }

  @Test(arguments: ControlScenario.allCases)
  func `W2 draws the same until the reported next change`(scenario: ControlScenario) throws {
    try scenario.laws.checkNextChange()
  }

  @Test(arguments: ControlScenario.allCases)
  func `W2 comes to rest and stays unchanged without frames for ten minutes`(
    scenario: ControlScenario
  ) throws {
    try scenario.laws.checkRest()
  }

  @Test(arguments: ControlScenario.allCases)
  func `W2 ends every animation in the state without animation`(scenario: ControlScenario) throws {
    try scenario.laws.checkReducedMotion()
  }

  /// At the end of a collapse, the button replaces the panel, which consists of other elements.
  @Test(arguments: ControlScenario.allCases.filter { $0 != .buttonCollapsing })
  func `W2 ends every animation within half a pixel of its end`(scenario: ControlScenario) throws {
    try scenario.laws.checkEnd()
  }

  @Test(arguments: ControlScenario.allCases)
  func `describes every part that a pointer can use`(scenario: ControlScenario) throws {
    try scenario.laws.checkDescription()
  }

  @Test(arguments: ControlScenario.allCases, seeds(3))
  func `draws the same after an event that changes nothing`(scenario: ControlScenario, seed: Int) throws {
    try scenario.laws.checkRepeatedMovements(seed: seed)
  }
}
