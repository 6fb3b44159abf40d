import Secrets
import Testing

@testable import Tactile
@testable import X11Shell

@Suite struct `A judge of passwords` {
  private static func judgement(
    of password: String, by judge: StrengthJudge, _ wakeSource: WakeSource
  ) throws -> StrengthJudge.Judgement {
    judge.judge(StrengthSubject(secret(password)))
    return try next(of: judge, wakeSource)
  }

  private static func next(
    of judge: StrengthJudge, _ wakeSource: WakeSource
  ) throws -> StrengthJudge.Judgement {
    while true {
      try wakeSource.waitForWake()
      wakeSource.clear()
      if let judgement = judge.takeJudgement() { return judgement }
    }
  }

  @Test func `P9 says what an estimator does, again and again`() throws {
    let wakeSource = try WakeSource()
    let words = PersonalWords([("margarete", "your user name")])
    let judge = StrengthJudge(knowing: words, wakeSource: wakeSource)
    let estimator = try StrengthEstimator(knowing: words)
    for password in ["sunshine", "margarete7", "u8$Kq~2vPz!mR4w&", "p\u{e4}ss"] {
      let text = secret(password)
      let judgement = try Self.judgement(of: password, by: judge, wakeSource)
      #expect(judgement.result == .success(estimator.estimate(StrengthSubject(text))))
      #expect(judgement.generation == text.generation)
      #expect(judge.takeJudgement() == nil, "once")
    }
  }

  @Test func `passes over what waited while another came, and judges the last`() throws {
    let wakeSource = try WakeSource()
    let judge = StrengthJudge(knowing: .none, wakeSource: wakeSource)
    var text = secret("78")
    // Neighbouring digits take long enough for the others to queue up.
    for _ in 0..<30 {
      let piece = "78"
      _ = text.insert(piece.utf8.span, atGrapheme: text.graphemeCount)
      judge.judge(StrengthSubject(text))
    }
    var generations: [UInt64] = []
    while generations.last != text.generation {
      generations.append(try Self.next(of: judge, wakeSource).generation)
    }
    #expect(generations == generations.sorted() && Set(generations).count == generations.count)
    #expect(generations.count < 30)
  }

  @Test func `forgets what waits`() throws {
    let wakeSource = try WakeSource()
    let judge = StrengthJudge(knowing: .none, wakeSource: wakeSource)
    // The first may be under way or not; the second waits or has taken its place.
    let slow = String(repeating: "78", count: 20)
    judge.judge(StrengthSubject(Self.text(of: [slow])))
    judge.judge(StrengthSubject(Self.text(of: ["a", "b"])))
    judge.forget()
    judge.judge(StrengthSubject(Self.text(of: ["a", "b", "c"])))
    var generations: [UInt64] = []
    while generations.last != 3 {
      generations.append(try Self.next(of: judge, wakeSource).generation)
    }
    #expect(generations == [3] || generations == [1, 3])
  }

  /// A text that has changed so often.
  private static func text(of pieces: [String]) -> SecureText {
    var text = SecureText()
    for piece in pieces { _ = text.insert(piece.utf8.span, atGrapheme: 0) }
    return text
  }
}
