import Controls
import Motion
import Scene
import Secrets
import TestSupport
import Testing

@testable import Tactile

@Suite struct `What the window shows` {
  /// A control that says too easily that an event changes nothing leaves an old picture there.
  @Test(arguments: 0..<16) func `is what drawing all of it anew would show`(seed: Int) {
    var user = RandomWindowUser(
      SeededGenerator(seed: seed), in: seed % 2 == 0 ? Theme.Window.size : Theme.Window.minimumSize)
    var loop = window(for: &user)
    for step in 0..<200 {
      let button = loop.contents.button.control.frame(at: loop.now).center
      for event in user.nextEvents(button: button) { loop.tell(event) }
      let pause = Duration.milliseconds(user.pick([0, 3, 40, 250, 700, 3000]))
      loop.pass(pause, lead: .milliseconds(user.pick([0, 0, 8, 16])))
      let shown = loop.shown
      guard let anew = loop.pictureDrawnAnew(), anew != shown else { continue }
      Issue.record("after step \(step)")
      return
    }
  }

  private func window(for user: inout RandomWindowUser) -> WindowLoop {
    var options = ButtonOptions()
    options.shape = user.pick([.ball, .button])
    options.tap = user.pick([.expand, .toggle])
    options.drag = user.pick([nil, .immediate])
    var contents = WindowContents(
      policy: .default, button: options,
      for: Wishes(colorScheme: nil, reducesMotion: user.pick([nil, true])),
      in: Environment(text: FixedTextMetrics()))
    contents.resize(to: user.size, at: .zero)
    return WindowLoop(contents)
  }
}
