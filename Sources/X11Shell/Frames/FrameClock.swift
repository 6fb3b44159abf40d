import Motion

/// Decides when a frame begins and for which instant its content is drawn.
///
/// Pure: it reads no time and asks nobody. It is told what is wanted and what the display says, and
/// tells when the next frame begins and what to ask the display for.
///
/// A frame begins at once after a rest. From then on there is one for each refresh of the display,
/// begun when the best source that is alive says that the next refresh is there. Where a compositor
/// makes the screen's picture, that holds for all frames. Where none does, what is drawn is seen at
/// once: then it holds for what moves by itself alone, and what a person does is shown without
/// waiting, between the frames of the rhythm and without any influence on it.
struct FrameClock {
  typealias Source = FrameTurn.Source

  enum State: Hashable {
    /// This refresh has no frame; one begins as soon as it is wanted.
    case resting
    /// This refresh has its frame and no more was wanted yet; by then it will be over.
    case painted(until: Instant)
    /// The next frame is wanted, or its turn will be told unasked; this source was asked then.
    case waiting(for: Source, since: Instant)
    /// A source has told that the next frame may begin: in the refresh of that index and that
    /// beginning, where it is known.
    case ticked(Int64?, at: Instant)
    /// Nobody can see the window: not painted, and time is looked at then if something goes on.
    case hidden(until: Instant)
  }

  var state = State.resting
  var grid: RefreshGrid
  /// The last refresh for which a frame was painted; `nil` where that is not known.
  var lastRefresh: Int64?
  /// Whether that number is exact, and not one off where the frame was begun between two.
  private(set) var isExact = false
  /// When the turn of the frame after that begins, as far as the grid knows.
  private var nextTurn = Instant.distantPast
  /// The turn of the frame that was begun last; `nil` where it came between two.
  private(set) var turnTaken: FrameTurn?
  /// How many refreshes passed without their frame while something moved.
  var missedTicks = 0
  /// Whether a compositor makes the screen's picture; change it by `setComposited(_:)`.
  var isComposited = false
  var compositor = CompositorRhythm()
  var verticalBlank = VerticalBlankRhythm()

  /// How long a source may be silent before the next best takes over.
  static let patience = Duration.milliseconds(100)
  /// How often time is looked at while nobody can see the window.
  static let hiddenInterval = Duration.seconds(1)

  /// - Parameter interval: Between two refreshes, until the display tells of its own; 60 Hz where it
  ///   makes no sense.
  init(interval: Duration = .nanoseconds(16_666_667)) {
    grid = RefreshGrid(interval: interval.inSeconds * 1e9)
  }

  /// The best source that is alive.
  var source: Source {
    if isComposited && compositor.isAlive { return .compositor }
    return verticalBlank.isAlive ? .verticalBlank : .timer
  }

  var isHidden: Bool {
    if case .hidden = state { return true }
    return false
  }
}

extension FrameClock {
  /// When to begin a frame for what is wanted, unless a tick comes before; `nil` where nothing is.
  func due(for demand: FrameDemand) -> Instant? {
    switch demand {
    case .none: nil
    case .news: isComposited || isHidden ? opening : .distantPast
    case .change(let instant): max(instant, opening)
    }
  }

  /// When the next frame of the rhythm may begin, even if no source says a word.
  private var opening: Instant {
    switch state {
    case .resting, .ticked: .distantPast
    case .painted(let end), .hidden(let end): end
    case .waiting(_, let since): since + Self.patience
    }
  }

  /// Begins a frame that is due.
  ///
  /// - Returns: The instant for which to draw it: when it is expected to be seen.
  mutating func beginFrame(at now: Instant, for demand: FrameDemand) -> Instant {
    turnTaken = nil
    if isHidden {
      state = .hidden(until: now + Self.hiddenInterval)
      return now
    }
    guard now >= opening else { return now }
    if case .waiting(let silent, _) = state { drop(silent) }
    let isContinuous = continues(demand)
    if !isContinuous { wakeUp(at: now) }
    let turn = turn(at: now)
    if isContinuous { countMissed(before: turn) }
    settle(turn, at: now)
    guard case .change(let instant) = demand else { return turn.presentation }
    return max(turn.presentation, min(instant, now))
  }

  /// Notes that a frame is on its way to the server.
  ///
  /// - Parameter isAnswered: Whether a compositor was asked to tell when it has drawn it.
  mutating func endFrame(at now: Instant, isAnswered: Bool) {
    guard isAnswered, source == .compositor, case .painted = state else { return }
    state = .waiting(for: .compositor, since: now)
  }
}

/// One frame's place in the rhythm.
private struct Turn {
  /// The refresh in which it begins, or in which it is seen where a compositor sets the rhythm.
  var refresh: Int64
  /// Whether `refresh` is more than a guess.
  var isKnown: Bool
  /// Whether it cannot be one off either.
  var isExact = false
  /// When it is expected to be seen.
  var presentation: Instant
}

extension FrameClock {
  /// Whether the demand was there already when the turn came of the frame after the last.
  private func continues(_ demand: FrameDemand) -> Bool {
    guard case .change(let instant) = demand else { return false }
    return lastRefresh != nil && instant <= nextTurn
  }

  /// Begins the rhythm anew after a rest, where nothing is known of the display's own.
  private mutating func wakeUp(at now: Instant) {
    if source == .timer, !grid.isLearnt { grid.restart(at: now) }
    verticalBlank.tryAgain(at: now)
  }

  private func turn(at now: Instant) -> Turn {
    switch source {
    case .compositor:
      let presentation = compositor.presentation(ofFrameBegunAt: now, on: grid)
      return Turn(
        refresh: grid.nearestIndex(to: presentation), isKnown: grid.isLearnt,
        presentation: presentation)
    case .verticalBlank: return turnByTick(at: now)
    case .timer: return turn(in: grid.index(at: now), isKnown: true, at: now)
    }
  }

  /// A tick tells which refresh goes on even after it is over, since refreshes can be counted on from
  /// there; one that came long ago says nothing about now.
  private func turnByTick(at now: Instant) -> Turn {
    guard case .ticked(let index?, let start) = state,
      case let passed = now.seconds(since: start) * 1e9 / grid.interval,
      passed < Double(RefreshGrid.longGap)
    else { return turn(in: grid.index(at: now), isKnown: false, at: now) }
    var turn = turn(in: index + Int64(clamped: passed), isKnown: true, at: now)
    turn.isExact = passed < 0.5
    return turn
  }

  private func turn(in refresh: Int64, isKnown: Bool, at now: Instant) -> Turn {
    Turn(refresh: refresh, isKnown: isKnown, presentation: presentation(of: refresh, begunAt: now))
  }

  /// When a frame is expected to be seen: what a compositor shows comes with the next refresh; where
  /// there is none, drawn is seen. That a tick is told of with a little noise is then no reason to
  /// move unevenly.
  private func presentation(of refresh: Int64, begunAt now: Instant) -> Instant {
    guard !isComposited else {
      return grid.isLearnt ? grid.instant(of: refresh + 1) : now + grid.duration
    }
    let start = grid.instant(of: refresh)
    return abs(start.seconds(since: now)) * 1e9 <= grid.interval / 16 ? start : now
  }

  private mutating func countMissed(before turn: Turn) {
    guard let lastRefresh else { return }
    missedTicks += Int(max(0, turn.refresh - lastRefresh - 1))
  }

  /// Notes that a refresh has its frame.
  private mutating func settle(_ turn: Turn, at now: Instant) {
    (lastRefresh, isExact) = (turn.isKnown ? turn.refresh : nil, turn.isExact)
    turnTaken = FrameTurn(source: source, refresh: lastRefresh)
    switch source {
    case .compositor:
      nextTurn = now + grid.duration
      state = .painted(until: nextTurn)
    case .verticalBlank:
      // By the grid, a frame that is begun late may be in the next refresh already.
      nextTurn = max(now, grid.instant(of: turn.refresh + 1))
      // The grid alone may be wrong by a little; a frame that is wanted sooner asks for a tick.
      state = .painted(until: nextTurn + grid.duration / 4)
    case .timer:
      nextTurn = grid.instant(of: turn.refresh + 1)
      state = .painted(until: nextTurn)
    }
  }
}
