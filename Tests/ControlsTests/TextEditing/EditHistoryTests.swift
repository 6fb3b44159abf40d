import Controls
import TestSupport
import Testing

@Suite struct `A history of edits` {
  /// Numbers one after another; each change adds one.
  private struct Ledger {
    var value: [Int] = []
    var history = EditHistory<Int>()

    mutating func add(_ number: Int, as kind: EditHistory<Int>.Kind) {
      value.append(number)
      history.note(number, as: kind)
    }

    mutating func takeBack(_ numbers: [Int]) {
      for number in numbers { #expect(value.popLast() == number, "the newest first") }
    }

    mutating func redo() { value += history.redo() }
  }

  @Test(arguments: 0..<40) func `leads through the same states as a list of them`(seed: Int) {
    var (generator, ledger) = (SeededGenerator(seed: seed), Ledger())
    var (states, place, open): ([[Int]], Int, EditHistory<Int>.Kind?) = ([[]], 0, nil)
    for _ in 0..<200 {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0..<4:
        let kind = [EditHistory<Int>.Kind.typing, .deleting, .single].randomElement(
          using: &generator)
        ledger.add(Int.random(in: 0...9, using: &generator), as: kind ?? .single)
        if let open, open == kind, kind != .single, place > 0 { place -= 1 }
        states = states[...place] + [ledger.value]
        (place, open) = (place + 1, kind)
      case 4:
        ledger.history.endStep()
        open = nil
      case 5, 6:
        ledger.takeBack(ledger.history.undo())
        (place, open) = (max(0, place - 1), nil)
      default:
        ledger.redo()
        (place, open) = (min(states.count - 1, place + 1), nil)
      }
      #expect(ledger.value == states[place])
      #expect(ledger.history.canUndo == (place > 0))
      #expect(ledger.history.canRedo == (place < states.count - 1))
    }
  }

  @Test func `joins what came after a mark, and no more`() {
    var ledger = Ledger()
    ledger.add(1, as: .typing)
    let mark = ledger.history.mark()
    for number in [2, 1, 2] { ledger.add(number, as: .single) }
    let value = ledger.value
    ledger.history.join(since: mark)
    ledger.takeBack(ledger.history.undo())
    #expect(ledger.value == [1])
    ledger.redo()
    #expect(ledger.value == value)
    ledger.takeBack(ledger.history.undo())
    ledger.takeBack(ledger.history.undo())
    #expect(ledger.value.isEmpty)
    #expect(!ledger.history.canUndo)
  }

  @Test func `goes on with what was joined, where that was made by a kind`() {
    for kind in [EditHistory<Int>.Kind.typing, .single] {
      var history = EditHistory<Int>()
      history.note(0, as: .typing)
      let mark = history.mark()
      history.join(since: mark, as: .typing)
      for number in [1, 2] { history.note(number) }
      history.join(since: mark, as: kind)
      history.note(3, as: kind)
      #expect(history.undo() == (kind == .typing ? [3, 2, 1] : [3]))
    }
  }

  @Test func `forgets what is reverted, and what was undone of it`() {
    var ledger = Ledger()
    ledger.add(1, as: .single)
    let mark = ledger.history.mark()
    for number in [2, 1] { ledger.add(number, as: .single) }
    ledger.takeBack(ledger.history.undo())
    ledger.takeBack(ledger.history.revert(to: mark))
    #expect(ledger.value == [1])
    #expect(!ledger.history.canRedo && ledger.history.canUndo)
    #expect(ledger.history.revert(to: mark).isEmpty)
  }

  @Test func `keeps its last 1000 steps, and marks find their places`() {
    var history = EditHistory<Int>()
    for number in 0..<990 { history.note(number) }
    let mark = history.mark()
    for number in 990..<1010 { history.note(number) }
    #expect(history.revert(to: mark) == Array((990..<1010).reversed()))
    var count = 0
    while history.canUndo {
      #expect(history.undo() == [989 - count])
      count += 1
    }
    #expect(count == 980)
  }

  @Test func `makes one step of more changes than it keeps steps, however dear they are`() {
    typealias History = EditHistory<Int>
    var history = History()
    for number in 0..<History.capacity { history.note(number) }
    history.hold()
    let mark = history.mark()
    for number in 1...3000 {
      let forgotten = history.note(number, cost: History.costLimit / 2).count
      #expect(forgotten == 0)
    }
    history.join(since: mark)
    #expect(history.release() == [[0]], "the last step alone may be dear")
    #expect(history.undo() == Array((1...3000).reversed()))
    for number in (1..<History.capacity).reversed() { #expect(history.undo() == [number]) }
    #expect(!history.canUndo)
  }

  @Test func `forgets nothing before the last one has released it, and then all it must`() {
    typealias History = EditHistory<Int>
    var history = History()
    history.note(0)
    history.hold()
    let outer = history.mark()
    history.note(1, cost: History.costLimit)
    history.hold()
    history.note(2, cost: 1)
    let (inner, last) = (history.release().count, history.note(3, cost: 1).count)
    #expect(inner == 0 && last == 0)
    #expect(history.revert(to: outer) == [3, 2, 1])
    for number in 4..<7 { history.note(number, cost: History.costLimit / 2 + 1) }
    #expect(history.release() == [[0], [4]])
    #expect(history.undo() == [6] && history.undo() == [5] && !history.canUndo)
  }

  @Test func `keeps no more than may be kept beside the last step, however dear that is`() {
    typealias History = EditHistory<Int>
    var history = History()
    for number in 0..<10 { history.note(number, cost: History.costLimit / 4) }
    for number in [9, 8] { #expect(history.undo() == [number]) }
    for number in [8, 9] { #expect(history.redo() == [number]) }
    history.note(10, cost: History.costLimit / 4)
    for number in (6..<11).reversed() { #expect(history.undo() == [number]) }
    #expect(!history.canUndo, "what is done again costs as much as before")
    history.note(1)
    history.note(2, cost: 10 * History.costLimit)
    #expect(history.undo() == [2])
    history.note(3)
    #expect(history.undo() == [3] && history.undo() == [1])
    history.note(4, cost: 10 * History.costLimit)
    history.note(5)
    #expect(history.undo() == [5] && !history.canUndo)
  }

  @Test func `hands over what it forgets, once`() {
    typealias History = EditHistory<Int>
    var (history, forgotten) = (History(), [[Int]]())
    for number in 0..<History.capacity + 2 { forgotten += history.note(number) }
    #expect(forgotten == [[0], [1]])
    _ = (history.undo(), history.undo())
    let undone = history.note(5000).sorted { $0[0] < $1[0] }
    #expect(undone == [[History.capacity], [History.capacity + 1]])
    let forDearness = history.note(6000, cost: 2 * History.costLimit).count
    #expect(forDearness == 0 && history.note(7000).count == History.capacity)
    #expect(history.undo() == [7000] && !history.canUndo)
  }

  @Test func `counts what is joined and reverted once`() {
    typealias History = EditHistory<Int>
    var history = History()
    history.note(0)
    for _ in 0..<20 {
      let mark = history.mark()
      for number in 1...4 { history.note(number, cost: History.costLimit / 8) }
      history.join(since: mark)
      #expect(history.revert(to: mark) == [4, 3, 2, 1])
    }
    #expect(history.undo() == [0])
  }
}
