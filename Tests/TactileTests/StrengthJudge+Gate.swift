import Secrets
import TestSupport

@testable import Tactile
@testable import X11Shell

extension StrengthJudge {
  /// One that judges as the program does, each password once it may pass.
  convenience init(behind gate: Gate, wakeSource: WakeSource) {
    self.init(wakeSource: wakeSource) { () throws(StrengthError) in
      let estimator = try StrengthEstimator()
      return { subject in
        gate.pass()
        return estimator.estimate(subject)
      }
    }
  }
}
