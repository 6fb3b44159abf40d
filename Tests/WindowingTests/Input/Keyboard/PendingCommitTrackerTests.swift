import CX11
import Motion
import Testing

@testable import Windowing

@Suite struct `Pending input method output` {
  @Test func `ends after two replies without output between them`() {
    var commit = PendingCommitTracker()
    commit.begin()
    let asks = [commit.ask(), commit.ask()]
    #expect(asks == [true, false], "only one query at a time")
    let asksMore = [commit.handleReply(), commit.handleReply()]
    #expect(asksMore == [true, false])
    #expect(!commit.isPending && commit.hasAnsweredAll)
  }

  @Test func `needs two more replies after each output`() {
    var commit = PendingCommitTracker()
    commit.begin()
    _ = commit.ask()
    for _ in 0..<3 {
      // One reply falls between two outputs, and one answers a query from before the second.
      let asksMore = commit.handleReply()
      commit.recordOutput()
      let asksAfterLateReply = commit.handleReply()
      let asksTwice = commit.ask()
      #expect(asksMore && asksAfterLateReply && !asksTwice && commit.isPending)
    }
    let asksMore = [commit.handleReply(), commit.handleReply()]
    #expect(asksMore == [true, false] && !commit.isPending)
  }

  @Test func `is not queried without a key or after cancellation`() {
    var commit = PendingCommitTracker()
    let asks = commit.ask()
    #expect(!asks && !commit.isPending)
    commit.begin()
    _ = commit.ask()
    commit.cancel()
    let asksMore = commit.handleReply()
    #expect(!asksMore && !commit.isPending && !commit.hasAnsweredAll)
  }

  @Test func `is queried only after output if a composition must end`() {
    var commit = PendingCommitTracker()
    commit.begin(awaitingOutput: true)
    let asksImmediately = commit.ask()
    #expect(!asksImmediately && commit.isPending)
    commit.recordOutput()
    let asks = commit.ask()
    let asksMore = [commit.handleReply(), commit.handleReply()]
    #expect(asks && asksMore == [true, false] && !commit.isPending)

    commit.begin(awaitingOutput: true)
    commit.cancel()
    commit.begin()
    let asksAgain = commit.ask()
    #expect(asksAgain, "the earlier wait has ended")
  }
}
