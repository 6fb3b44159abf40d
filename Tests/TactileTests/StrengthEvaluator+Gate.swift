import Secrets
import System

@testable import Tactile
@testable import Windowing

extension StrengthEvaluator {
  /// A gate at which the evaluator waits until a test opens it.
  struct Gate: Sendable {
    private let arrival = Semaphore()
    private let passage = Semaphore()

    /// Waits until the evaluator has reached the gate.
    func awaitArrival() { arrival.wait() }

    /// Lets one evaluation pass, now or when it arrives.
    func open() { passage.signal() }

    fileprivate func pass() {
      arrival.signal()
      passage.wait()
    }
  }

  /// Creates an evaluator that works as in the program, but waits at the gate before each password.
  convenience init(gate: Gate, wakeSource: WakeSource) {
    self.init(wakeSource: wakeSource) { () throws(StrengthError) in
      let estimator = try StrengthEstimator()
      return { input in
        gate.pass()
        return estimator.estimate(input)
      }
    }
  }
}
