import Secrets
import TestSupport
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

  @Test func `P8 holds a password while it judges it, and wakes when it holds none`() throws {
    let (wakeSource, gate) = (try WakeSource(), StrengthJudge.Gate())
    let judge = StrengthJudge(behind: gate, wakeSource: wakeSource)
    #expect(!judge.holdsSecret)
    for count in [1, 2] {
      judge.judge(StrengthSubject(secret(String(repeating: "78", count: count))))
      #expect(judge.holdsSecret)
      gate.open()
      while judge.holdsSecret {
        try wakeSource.waitForWake()
        wakeSource.clear()
      }
      #expect(judge.takeJudgement() != nil)
    }
  }

  @Test func `tells of the last of many, in their order`() throws {
    let wakeSource = try WakeSource()
    let judge = StrengthJudge(knowing: .none, wakeSource: wakeSource)
    var text = secret("78")
    for _ in 0..<30 {
      let piece = "78"
      let end = text.graphemeCount
      _ = text.replace(graphemes: end..<end, with: piece.utf8.span)
      judge.judge(StrengthSubject(text))
    }
    var generations: [UInt64] = []
    while generations.last != text.generation {
      generations.append(try Self.next(of: judge, wakeSource).generation)
    }
    #expect(generations == generations.sorted() && Set(generations).count == generations.count)
  }
}

@Suite struct `Work of which the latest counts` {
  private enum Act {
    case put(Int)
    case next, forget
  }

  /// What each act comes to: whether a thread is to begin, and what the thread is to do.
  private static func outcome(of acts: [Act]) -> [String] {
    var work = LatestOnly<Int>()
    var outcome: [String] = []
    for act in acts {
      switch act {
      case .put(let number): outcome.append(work.put(number) ? "begin" : "go on")
      case .next: outcome.append(work.next().map { "do \($0)" } ?? "end")
      case .forget: work.forget()
      }
    }
    return outcome
  }

  @Test func `is done by one thread, which ends when there is no more`() {
    let acts: [Act] = [.put(1), .next, .put(2), .next, .next]
    let outcome = ["begin", "do 1", "go on", "do 2", "end"]
    #expect(Self.outcome(of: acts + acts) == outcome + outcome)
  }

  @Test func `takes the place of what waits`() {
    #expect(
      Self.outcome(of: [.put(1), .put(2), .put(3), .next, .next])
        == ["begin", "go on", "go on", "do 3", "end"])
  }

  @Test func `is not done once it was forgotten`() {
    #expect(
      Self.outcome(of: [.put(1), .next, .put(2), .forget, .next, .put(3), .next])
        == ["begin", "do 1", "go on", "end", "begin", "do 3"])
  }
}
