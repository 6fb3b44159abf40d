/// What was changed, so that it can be undone and done again, step by step.
///
/// It knows nothing of what a change is; whoever keeps the content applies changes and takes them
/// back.
public struct EditHistory<Change> {
  /// What one command undoes: some changes that belong together, in their order.
  public typealias Step = [Change]

  /// What a change was made by: changes of one kind, one right after the other, make one step.
  public enum Kind: Hashable, Sendable {
    case typing, deleting
    /// A step of its own.
    case single
  }

  /// The most steps that are kept.
  public static var capacity: Int { 1000 }

  /// What the steps that are kept may cost in all, beside the last one, which is always kept.
  public static var costLimit: Int { 64 << 20 }

  private struct Record {
    var changes: Step
    var cost: Int

    mutating func append(_ other: Record) {
      changes += other.changes
      cost += other.cost
    }
  }

  private var past: [Record] = []
  private var future: [Record] = []
  /// What all steps in the past cost.
  private var cost = 0
  /// Of the last step, while it may still go on.
  private var open: Kind?
  /// How many steps were forgotten because there were too many.
  private var forgotten = 0
  /// How many of those who make changes have asked that nothing be forgotten for now.
  private var holds = 0

  public init() {}

  public var canUndo: Bool { !past.isEmpty }
  public var canRedo: Bool { !future.isEmpty }

  /// Notes a change that was made; what was undone before it can't be done again any more.
  ///
  /// - Parameter cost: What it costs to keep it, in bytes; not negative.
  /// - Returns: The steps that are forgotten for it: freeing what is kept with them may take longer than
  ///   a frame has.
  /// - Complexity: O(1) on average.
  @discardableResult
  public mutating func note(
    _ change: Change, cost: Int = 0, as kind: Kind = .single
  ) -> [Step] {
    let undone = future.map(\.changes)
    future.removeAll()
    let record = Record(changes: [change], cost: cost)
    if open == kind, kind != .single, !past.isEmpty {
      past[past.count - 1].append(record)
    } else {
      past.append(record)
    }
    self.cost += cost
    open = kind
    return undone + forgetOldest()
  }

  /// Keeps within what may be kept, unless that has to wait.
  private mutating func forgetOldest() -> [Step] {
    guard holds == 0, let last = past.last else { return [] }
    var (count, rest) = (0, cost - last.cost)
    while past.count - count > Self.capacity || rest > Self.costLimit {
      rest -= past[count].cost
      count += 1
    }
    let oldest = past[..<count].map(\.changes)
    past.removeFirst(count)
    forgotten += count
    cost = rest + last.cost
    return oldest
  }

  /// The next change begins a step, whatever it is.
  public mutating func endStep() { open = nil }

  /// Takes the last step back: its changes, the newest first.
  public mutating func undo() -> Step {
    endStep()
    guard let step = past.popLast() else { return [] }
    cost -= step.cost
    future.append(step)
    return step.changes.reversed()
  }

  /// Does the step again that was undone last: its changes, the oldest first.
  public mutating func redo() -> Step {
    endStep()
    guard let step = future.popLast() else { return [] }
    cost += step.cost
    past.append(step)
    return step.changes
  }
}

// Changes that are made on trial.
extension EditHistory {
  /// A place in the history.
  public struct Mark: Hashable, Sendable {
    fileprivate var stepCount: Int
  }

  /// Forgets nothing until that is released: what came after a mark is there whole then, to be joined
  /// or reverted, however many steps it was and whatever they cost. Holds may lie in each other.
  public mutating func hold() { holds += 1 }

  /// Ends a hold, and with the last one keeps within what may be kept.
  ///
  /// - Precondition: There was one.
  /// - Returns: The steps that are forgotten.
  @discardableResult
  public mutating func release() -> [Step] {
    precondition(holds > 0, "released what nobody holds")
    holds -= 1
    return forgetOldest()
  }

  /// Where the next step will stand. It is found again as long as nothing before it is undone, and
  /// what comes after it is kept for certain in a hold alone.
  public mutating func mark() -> Mark {
    endStep()
    return Mark(stepCount: forgotten + past.count)
  }

  /// Alters the last change that came after a mark; where none has, nothing.
  public mutating func alterLast(since mark: Mark, _ alter: (inout Change) -> Void) {
    guard index(of: mark) < past.count, !past[past.count - 1].changes.isEmpty else { return }
    alter(&past[past.count - 1].changes[past[past.count - 1].changes.count - 1])
  }

  /// Makes one step of all that came after a mark.
  ///
  /// - Parameter kind: What that was made by: with more of it the step goes on.
  /// - Complexity: O(*m*) in the number of changes after the first of those steps.
  public mutating func join(since mark: Mark, as kind: Kind = .single) {
    endStep()
    let index = index(of: mark)
    guard index < past.count else { return }
    let later = Array(past[(index + 1)...])
    past.removeLast(later.count)
    for step in later { past[index].append(step) }
    if kind != .single { open = kind }
  }

  /// Forgets all that came after a mark, as if it had never been, and what was undone of it.
  ///
  /// - Returns: What has to be taken back, the newest first.
  public mutating func revert(to mark: Mark) -> Step {
    endStep()
    let steps = past[index(of: mark)...]
    if !steps.isEmpty { future.removeAll() }
    cost -= steps.reduce(0) { $0 + $1.cost }
    past.removeLast(steps.count)
    return steps.flatMap(\.changes).reversed()
  }

  /// Of the first step after a mark.
  private func index(of mark: Mark) -> Int {
    max(0, min(mark.stepCount - forgotten, past.count))
  }
}
