import ScreenDriver
import Testing

extension Trait where Self == ConditionTrait {
  /// Passes a test over, and says why, where the machine lacks what it needs.
  static func needs(_ rig: Rig) -> Self { .enabled(if: rig.isToBeUsed, "\(rig.skip)") }
}
