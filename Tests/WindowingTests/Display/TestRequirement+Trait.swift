import ScreenDriver
import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test, with the reason, if the machine does not satisfy a requirement.
  static func needs(_ requirement: TestRequirement) -> Self {
    .enabled(if: requirement.isEnabled, "\(requirement.skipMessage)")
  }
}
