/// A history of changes for undo and redo in steps.
///
/// The type of the changes is generic. The owner of the content applies and reverts them.
package struct EditHistory<Change> {
  /// The changes that one undo command reverts together, in order.
  package typealias Step = [Change]

  /// The kind of a change. Consecutive changes of the same kind are coalesced into one step.
  package enum Kind: Hashable, Sendable {
    case typing, deleting
    /// A change that is always a step of its own.
    case discrete
  }

  /// The maximum number of steps for undo.
  package static var capacity: Int { 1000 }

  /// The maximum total cost of the steps for undo, in bytes, without the last step, which is always
  /// kept.
  package static var costLimit: Int { 64 << 20 }

  private struct Record {
    var changes: Step
    var cost: Int
    /// The highest number of a change in this step and all earlier ones.
    var newestNumber: Int

    mutating func append(_ other: Record) {
      changes += other.changes
      cost += other.cost
      newestNumber = max(newestNumber, other.newestNumber)
    }
  }

  private var past: [Record] = []
  private var future: [Record] = []
  /// The total cost of the steps for undo.
  private var cost = 0
  /// The kind of the last step while further changes may be coalesced into it, otherwise `nil`.
  private var openKind: Kind?
  /// The number of the latest change. Changes are numbered in the order in which they are requested, recorded or
  /// redone.
  private var latestNumber = 0

  /// The highest number of the changes that can be undone, or 0 if there is none.
  package var newestNumber: Int { past.last?.newestNumber ?? 0 }

  /// Creates an empty history.
  package init() {}

  /// Whether there is a step to undo.
  package var canUndo: Bool { !past.isEmpty }
  /// Whether there is a step to redo.
  package var canRedo: Bool { !future.isEmpty }

  /// Records a change that was made. Removes all steps for redo.
  ///
  /// - Parameters:
  ///   - change: The change.
  ///   - cost: The memory that the change occupies, in bytes. Not negative.
  ///   - kind: The kind of the change.
  /// - Complexity: O(1) on average.
  package mutating func record(_ change: Change, cost: Int = 0, as kind: Kind = .discrete) {
    future.removeAll()
    let record = Record(changes: [change], cost: cost, newestNumber: takeNumber())
    if openKind == kind, kind != .discrete, !past.isEmpty {
      past[past.count - 1].append(record)
    } else {
      past.append(record)
    }
    self.cost += cost
    openKind = kind
  }

  /// Removes the oldest steps until the limits are met. Checkpoints become invalid, so call this function only while
  /// there is none.
  package mutating func trim() {
    guard let last = past.last else { return }
    var (count, remainingCost) = (0, cost - last.cost)
    while past.count - count > Self.capacity || remainingCost > Self.costLimit {
      remainingCost -= past[count].cost
      count += 1
    }
    past.removeFirst(count)
    cost = remainingCost + last.cost
  }

  /// Removes all steps, because a change that is not recorded makes them invalid. Checkpoints become invalid.
  package mutating func removeAllSteps() {
    (past, future, cost) = ([], [], 0)
    endStep()
  }

  /// Ends the current step. The next change of any kind begins a new one.
  package mutating func endStep() { openKind = nil }

  /// Moves the last step to the steps for redo.
  ///
  /// - Returns: The changes to revert, newest first. Empty if there is no step.
  package mutating func undo() -> Step {
    endStep()
    guard let step = past.popLast() else { return [] }
    cost -= step.cost
    future.append(step)
    return step.changes.reversed()
  }

  /// Moves the last undone step back to the steps for undo.
  ///
  /// - Returns: The changes to apply, oldest first. Empty if there is no step.
  package mutating func redo() -> Step {
    endStep()
    guard var step = future.popLast() else { return [] }
    step.newestNumber = takeNumber()
    cost += step.cost
    past.append(step)
    return step.changes
  }

  /// Returns the number of a change that is requested now and recorded later.
  package mutating func takeNumber() -> Int {
    latestNumber += 1
    return latestNumber
  }

  /// Sets the highest number of the last step, whose change was requested before it was recorded.
  package mutating func renumberLastStep(_ number: Int) {
    if let last = past.indices.last { past[last].newestNumber = number }
  }
}

// Checkpoints, for changes that may be coalesced or reverted later.
extension EditHistory {
  /// A position in the history.
  package struct Checkpoint: Hashable, Sendable { fileprivate var stepCount: Int }

  /// Ends the current step and returns the position of the next one.
  ///
  /// The checkpoint is valid until a step before it is undone, or steps are removed.
  package mutating func checkpoint() -> Checkpoint {
    endStep()
    return Checkpoint(stepCount: past.count)
  }

  /// Updates the last change after a checkpoint. Does nothing if there is none.
  package mutating func updateLastChange(since checkpoint: Checkpoint, _ update: (inout Change) -> Void) {
    guard index(of: checkpoint) < past.count else { return }
    update(&past[past.count - 1].changes[past[past.count - 1].changes.count - 1])
  }

  /// Coalesces all steps after a checkpoint into one step.
  ///
  /// - Complexity: O(*m*) in the number of changes after the first of those steps.
  package mutating func coalesce(since checkpoint: Checkpoint) {
    endStep()
    let index = index(of: checkpoint)
    guard index < past.count else { return }
    let later = Array(past[(index + 1)...])
    past.removeLast(later.count)
    for step in later { past[index].append(step) }
  }

  /// Removes all steps after a checkpoint, including undone ones, so that they cannot be redone.
  ///
  /// - Returns: The changes to revert, newest first.
  package mutating func revert(to checkpoint: Checkpoint) -> Step {
    endStep()
    let steps = past[index(of: checkpoint)...]
    if !steps.isEmpty { future.removeAll() }
    cost -= steps.reduce(0) { $0 + $1.cost }
    past.removeLast(steps.count)
    return steps.flatMap(\.changes).reversed()
  }

  /// Returns the index of the first step after a checkpoint.
  private func index(of checkpoint: Checkpoint) -> Int {
    min(checkpoint.stepCount, past.count)
  }
}
