import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport
import Testing

@testable import Inspector

@Suite struct `Tuning inspector code` {
  private typealias Harness = ControlHarness<TuningInspector>
  private typealias Settings = TuningInspector.Settings

  @Test func `contains the settings as Swift code`() {
    var inspector = Harness()
    inspector.click(inspector.frame(of: .copy).center)
    let code = """
      FloatingButton.Configuration(
        snap: .edges, dims: true,
        tuning: FloatingButton.Tuning(
          spring: Spring(response: 0.25, dampingFraction: 0.59), draggedScale: 1.4,
          dimmedOpacity: 0.2, longPress: .milliseconds(300)))
      """
    #expect(inspector.actions == [.copy(code)])
  }

  @Test(arguments: seeds(100)) func `contains numbers that reproduce the settings`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let settings = Settings.random(using: &generator)
    let code = Harness(settings: settings).control.swiftCode
    func value(_ label: String) throws -> Substring {
      let remainder = try #require(code.split(separator: "\(label): ", maxSplits: 1).last)
      return remainder.prefix { !",)\n".contains($0) }
    }
    func number(_ label: String) throws -> Double {
      let number = try value(label)
      #expect(number.count <= 4, "numbers have at most four characters")
      return try #require(Double(number))
    }
    let spring = Spring(
      response: try number("response"), dampingFraction: try number("dampingFraction"))
    let milliseconds = try #require(Int(try value("longPress").dropFirst(".milliseconds(".count)))
    let tuning = FloatingButton.Tuning(
      spring: spring, draggedScale: try number("draggedScale"),
      dimmedOpacity: try number("dimmedOpacity"), longPress: .milliseconds(milliseconds))
    #expect(tuning == settings.tuning)
    #expect(try value("snap") == ".\(settings.snap)")
    #expect(try value("dims") == "\(settings.tuning.dimmedOpacity < 1)")
    #expect(code.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func `shows Copied for 1.5 s after copying with a single wake-up`() {
    var inspector = Harness()
    inspector.focus(.copy)
    inspector.press(.enter)
    #expect(inspector.drawing().texts.contains("Copied"))
    #expect(inspector.control.nextChange(after: inspector.now) == .zero + .milliseconds(1500))
    inspector.stall(for: .milliseconds(1499))
    #expect(inspector.drawing().texts.contains("Copied"))
    inspector.stall(for: .milliseconds(1))
    #expect(!inspector.drawing().texts.contains("Copied"))
    #expect(inspector.control.nextChange(after: inspector.now) == nil)
    var other = Harness()
    other.focus(.copy)
    other.press(.enter)
    other.advance(by: .seconds(5))
    #expect(other.wakeUps == 1)
  }
}
