import Secrets
import TestSupport
import Testing

@testable import Tactile
@testable import Windowing

@Suite struct `Strength evaluator` {
  private static func evaluation(
    of password: String, by evaluator: StrengthEvaluator, _ wakeSource: WakeSource
  ) throws -> StrengthEvaluator.Evaluation {
    evaluator.evaluate(StrengthInput(secret(password)))
    return try next(of: evaluator, wakeSource)
  }

  private static func next(
    of evaluator: StrengthEvaluator, _ wakeSource: WakeSource
  ) throws -> StrengthEvaluator.Evaluation {
    while true {
      try wakeSource.waitForWake()
      wakeSource.clear()
      if let evaluation = evaluator.takeEvaluation() { return evaluation }
    }
  }

  @Test func `P9 returns the result of an estimator for each password`() throws {
    let wakeSource = try WakeSource()
    let words = PersonalWords([("margarete", "your user name")])
    let evaluator = StrengthEvaluator(personalWords: words, wakeSource: wakeSource)
    let estimator = try StrengthEstimator(personalWords: words)
    for password in ["sunshine", "margarete7", "u8$Kq~2vPz!mR4w&", "p\u{e4}ss"] {
      let text = secret(password)
      let evaluation = try Self.evaluation(of: password, by: evaluator, wakeSource)
      #expect(evaluation.result == .success(estimator.estimate(StrengthInput(text))))
      #expect(evaluation.generation == text.generation)
      #expect(evaluator.takeEvaluation() == nil, "once")
    }
  }

  @Test func `P8 holds a password during its evaluation, and wakes the loop afterward`() throws {
    let (wakeSource, gate) = (try WakeSource(), StrengthEvaluator.Gate())
    let evaluator = StrengthEvaluator(gate: gate, wakeSource: wakeSource)
    #expect(!evaluator.holdsSecret)
    for count in [1, 2] {
      evaluator.evaluate(StrengthInput(secret(String(repeating: "78", count: count))))
      #expect(evaluator.holdsSecret)
      gate.open()
      while evaluator.holdsSecret {
        try wakeSource.waitForWake()
        wakeSource.clear()
      }
      #expect(evaluator.takeEvaluation() != nil)
    }
  }

  @Test func `reports the last of many passwords, in order`() throws {
    let wakeSource = try WakeSource()
    let evaluator = StrengthEvaluator(personalWords: .none, wakeSource: wakeSource)
    var text = secret("78")
    for _ in 0..<30 {
      let chunk = "78"
      let end = text.graphemeCount
      _ = text.replace(graphemes: end..<end, with: chunk.utf8.span)
      evaluator.evaluate(StrengthInput(text))
    }
    var generations: [UInt64] = []
    while generations.last != text.generation {
      generations.append(try Self.next(of: evaluator, wakeSource).generation)
    }
    #expect(generations == generations.sorted() && Set(generations).count == generations.count)
  }
}
