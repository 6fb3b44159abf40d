import Controls
import TestSupport
import Testing

@Suite struct `Edit history` {
  /// A list of numbers with a history. Each change appends one number.
  private struct EditedList {
    var value: [Int] = []
    var history = EditHistory<Int>()

    mutating func add(_ number: Int, as kind: EditHistory<Int>.Kind) {
      value.append(number)
      history.record(number, as: kind)
    }

    mutating func revert(_ numbers: [Int]) {
      for number in numbers { #expect(value.popLast() == number, "the newest first") }
    }

    mutating func redo() { value += history.redo() }
  }

  @Test(arguments: seeds(40)) func `produces the same states as a list of states`(seed: Int) {
    var (generator, list) = (SeededGenerator(seed: seed), EditedList())
    var (states, index, openKind): ([[Int]], Int, EditHistory<Int>.Kind?) = ([[]], 0, nil)
    // The number of the last change for each state.
    var (numbers, number) = ([0], 0)
    for _ in 0..<200 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 8:
        // All changes after a checkpoint become one step, which no later change continues.
        let checkpoint = list.history.checkpoint()
        let count = Int.random(in: 0..<4, using: &generator)
        for _ in 0..<count { list.add(Int.random(in: 0...9, using: &generator), as: .typing) }
        list.history.coalesce(since: checkpoint)
        openKind = nil
        guard count > 0 else { break }
        states = states[...index] + [list.value]
        number += count
        numbers = numbers[...index] + [number]
        index += 1
      case 9:
        // Reverted changes cannot be redone, nor those undone before them.
        let checkpoint = list.history.checkpoint()
        for _ in 0..<2 { list.add(Int.random(in: 0...9, using: &generator), as: .discrete) }
        list.revert(list.history.revert(to: checkpoint))
        #expect(list.history.revert(to: checkpoint).isEmpty)
        (states, numbers, openKind) = (Array(states[...index]), Array(numbers[...index]), nil)
        number += 2
      case 0..<4:
        let kind = [EditHistory<Int>.Kind.typing, .deleting, .discrete].randomElement(
          using: &generator)
        list.add(Int.random(in: 0...9, using: &generator), as: kind ?? .discrete)
        if let openKind, openKind == kind, kind != .discrete, index > 0 { index -= 1 }
        states = states[...index] + [list.value]
        number += 1
        numbers = numbers[...index] + [number]
        (index, openKind) = (index + 1, kind)
      case 4:
        list.history.endStep()
        openKind = nil
      case 5, 6:
        list.revert(list.history.undo())
        (index, openKind) = (max(0, index - 1), nil)
      default:
        list.redo()
        if index < states.count - 1 {
          number += 1
          numbers[index + 1] = number
        }
        (index, openKind) = (min(states.count - 1, index + 1), nil)
      }
      #expect(list.value == states[index])
      #expect(list.history.newestNumber == numbers[index])
      #expect(list.history.canUndo == (index > 0))
      #expect(list.history.canRedo == (index < states.count - 1))
    }
  }

  @Test func `has the highest number of the changes that undo reverts`() {
    var history = EditHistory<Int>()
    history.record(1)
    let checkpoint = history.checkpoint()
    let request = history.takeNumber()
    for number in [2, 3] { history.record(number) }
    history.coalesce(since: checkpoint)
    #expect(request == 2 && history.newestNumber == 4)
    history.renumberLastStep(request)
    #expect(history.newestNumber == 2)
    _ = history.undo()
    #expect(history.newestNumber == 1)
    _ = history.redo()
    #expect(history.newestNumber == 5, "a redone change is new")
    _ = history.revert(to: checkpoint)
    #expect(history.newestNumber == 1)
    for number in 0..<2 * EditHistory<Int>.capacity { history.record(number) }
    history.trim()
    #expect(history.newestNumber == 5 + 2 * EditHistory<Int>.capacity)
  }

  @Test func `keeps the last 1000 steps when it is trimmed`() {
    var history = EditHistory<Int>()
    for number in 0..<1010 { history.record(number) }
    let checkpoint = history.checkpoint()
    for number in 1010..<1030 { history.record(number) }
    #expect(history.revert(to: checkpoint) == Array((1010..<1030).reversed()))
    history.trim()
    var count = 0
    while history.canUndo {
      #expect(history.undo() == [1009 - count])
      count += 1
    }
    #expect(count == 1000)
  }

  @Test func `coalesces more changes than its capacity, at any cost`() {
    typealias History = EditHistory<Int>
    var history = History()
    for number in 0..<History.capacity { history.record(number) }
    let checkpoint = history.checkpoint()
    for number in 1...3000 { history.record(number, cost: History.costLimit / 2) }
    history.coalesce(since: checkpoint)
    history.trim()
    #expect(history.undo() == Array((1...3000).reversed()))
    for number in (1..<History.capacity).reversed() { #expect(history.undo() == [number]) }
    #expect(!history.canUndo)
  }

  @Test func `limits the cost of all steps except the last one`() {
    typealias History = EditHistory<Int>
    var history = History()
    for number in 0..<10 { history.record(number, cost: History.costLimit / 4) }
    history.trim()
    for number in [9, 8] { #expect(history.undo() == [number]) }
    for number in [8, 9] { #expect(history.redo() == [number]) }
    history.record(10, cost: History.costLimit / 4)
    history.trim()
    for number in (6..<11).reversed() { #expect(history.undo() == [number]) }
    #expect(!history.canUndo, "a redone step keeps its cost")
    history.record(1)
    history.record(2, cost: 10 * History.costLimit)
    history.trim()
    #expect(history.undo() == [2])
    history.record(3)
    history.trim()
    #expect(history.undo() == [3] && history.undo() == [1])
    history.record(4, cost: 10 * History.costLimit)
    history.record(5)
    history.trim()
    #expect(history.undo() == [5] && !history.canUndo)
  }

  @Test func `counts coalesced and reverted changes once`() {
    typealias History = EditHistory<Int>
    var history = History()
    history.record(0)
    for _ in 0..<20 {
      let checkpoint = history.checkpoint()
      for number in 1...4 { history.record(number, cost: History.costLimit / 8) }
      history.coalesce(since: checkpoint)
      #expect(history.revert(to: checkpoint) == [4, 3, 2, 1])
      history.trim()
    }
    #expect(history.undo() == [0])
  }
}
