import Secrets
import Threads

@testable import Tactile
@testable import X11Shell

extension StrengthJudge {
  /// Where what judges waits until a test lets it through.
  struct Gate: Sendable {
    private let arrival = Semaphore()
    private let passage = Semaphore()

    /// Waits until something is about to be judged.
    func awaitArrival() { arrival.wait() }

    /// Lets one through, now or when it comes.
    func open() { passage.signal() }

    fileprivate func pass() {
      arrival.signal()
      passage.wait()
    }
  }

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
