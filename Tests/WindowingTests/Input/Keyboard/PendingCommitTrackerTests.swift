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
    let asksMore = [commit.answer(), commit.answer()]
    #expect(asksMore == [true, false])
    #expect(!commit.isPending)
  }

  @Test func `needs two more replies after each output`() {
    var commit = PendingCommitTracker()
    commit.begin()
    _ = commit.ask()
    for _ in 0..<3 {
      // One reply falls between two outputs, and one answers a query from before the second.
      let asksMore = commit.answer()
      commit.noteOutput()
      let lateReply = commit.answer()
      let asksAgain = commit.ask()
      #expect(asksMore && !lateReply && asksAgain && commit.isPending)
    }
    let asksMore = [commit.answer(), commit.answer()]
    #expect(asksMore == [true, false] && !commit.isPending)
  }

  @Test func `is not queried without a key or after cancellation`() {
    var commit = PendingCommitTracker()
    let asks = commit.ask()
    #expect(!asks && !commit.isPending)
    commit.begin()
    _ = commit.ask()
    commit.cancel()
    let asksMore = commit.answer()
    #expect(!asksMore && !commit.isPending)
  }

  @Test func `is queried only after a server message if a composition must end`() {
    var commit = PendingCommitTracker()
    commit.begin(awaitingMessage: true)
    let asksImmediately = commit.ask()
    // A returned key is no server message.
    commit.noteOutput()
    let asksLater = commit.ask()
    #expect(!asksImmediately && !asksLater && commit.isPending)
    commit.noteServerMessage()
    let asks = commit.ask()
    let asksMore = [commit.answer(), commit.answer()]
    #expect(asks && asksMore == [true, false] && !commit.isPending)

    commit.begin(awaitingMessage: true)
    commit.cancel()
    commit.begin()
    let asksAgain = commit.ask()
    #expect(asksAgain, "the earlier wait has ended")
  }
}
