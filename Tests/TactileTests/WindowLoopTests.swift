import Controls
import Motion
import Scene
import Secrets
import TestSupport
import Testing
import Toolkit

@testable import Tactile

@Suite struct `Window redraw` {
  /// If a control is shown by an outdated recording, an old image stays visible.
  @Test(arguments: seeds(16)) func `shows the same image as a full redraw`(seed: Int) {
    var driver = RandomWindowDriver(
      SeededGenerator(seed: seed), in: seed % 2 == 0 ? Theme.Window.size : Theme.Window.minimumSize)
    var loop = window(for: &driver)
    for step in 0..<200 {
      let button = loop.contents.button.control.frame(at: loop.now).center
      for event in driver.nextEvents(button: button) { loop.send(event) }
      let pause = Duration.milliseconds(driver.pick([0, 3, 40, 250, 700, 3000]))
      loop.advance(by: pause, lead: .milliseconds(driver.pick([0, 0, 8, 16])))
      let displayed = loop.displayed
      guard let redrawn = loop.fullyRedrawnImage(), redrawn != displayed else { continue }
      Issue.record("after step \(step)")
      return
    }
  }

  private func window(for driver: inout RandomWindowDriver) -> WindowLoop {
    var options = ButtonOptions()
    options.shape = driver.pick([.ball, .button])
    options.tap = driver.pick([.expand, .toggle])
    options.drag = driver.pick([nil, .immediate])
    var contents = WindowContents(
      policy: .default, button: options,
      for: AppearancePreferences(colorScheme: nil, reducesMotion: driver.pick([nil, true])),
      in: Environment(text: FixedTextMetrics()))
    contents.resize(to: driver.size, at: .zero)
    return WindowLoop(contents)
  }
}
