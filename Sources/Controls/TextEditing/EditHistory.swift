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

  private var past: [Step] = []
  private var future: [Step] = []
  /// Of the last step, while it may still go on.
  private var open: Kind?
  /// How many steps were forgotten because there were too many.
  private var forgotten = 0

  public init() {}

  public var canUndo: Bool { !past.isEmpty }
  public var canRedo: Bool { !future.isEmpty }

  /// Notes a change that was made; what was undone before it can't be done again any more.
  ///
  /// - Complexity: O(1) on average.
  public mutating func note(_ change: Change, as kind: Kind = .single) {
    future.removeAll()
    if open == kind, kind != .single, !past.isEmpty {
      past[past.count - 1].append(change)
    } else {
      past.append([change])
    }
    open = kind
    if past.count > Self.capacity {
      past.removeFirst()
      forgotten += 1
    }
  }

  /// The next change begins a step, whatever it is.
  public mutating func endStep() { open = nil }

  /// Takes the last step back: its changes, the newest first.
  public mutating func undo() -> Step {
    endStep()
    guard let step = past.popLast() else { return [] }
    future.append(step)
    return step.reversed()
  }

  /// Does the step again that was undone last: its changes, the oldest first.
  public mutating func redo() -> Step {
    endStep()
    guard let step = future.popLast() else { return [] }
    past.append(step)
    return step
  }
}

// Changes that are made on trial.
extension EditHistory {
  /// A place in the history.
  public struct Mark: Hashable, Sendable {
    fileprivate var stepCount: Int
  }

  /// Where the next step will stand.
  public mutating func mark() -> Mark {
    endStep()
    return Mark(stepCount: forgotten + past.count)
  }

  /// Makes one step of all that came after a mark.
  public mutating func join(since mark: Mark) {
    let steps = takeSteps(since: mark)
    if !steps.isEmpty { past.append(steps.flatMap(\.self)) }
  }

  /// Forgets all that came after a mark, as if it had never been, and what was undone of it.
  ///
  /// - Returns: What has to be taken back, the newest first.
  public mutating func revert(to mark: Mark) -> Step {
    let steps = takeSteps(since: mark)
    if !steps.isEmpty { future.removeAll() }
    return steps.flatMap(\.self).reversed()
  }

  private mutating func takeSteps(since mark: Mark) -> [Step] {
    endStep()
    let index = max(0, min(mark.stepCount - forgotten, past.count))
    defer { past.removeSubrange(index...) }
    return Array(past[index...])
  }
}
