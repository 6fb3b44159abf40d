public import Controls
import Motion
public import Scene
import TestSupport

/// The invariants of every control after user input.
public protocol ControlLaws {
  /// Drawing depends only on the state and the time.
  func checkSameTime() throws
  /// Any time steps lead to the same drawing and actions.
  func checkTimeSteps(seed: Int) throws
  /// The drawing is the same until the reported next change.
  func checkNextChange() throws
  /// The control comes to rest and stays unchanged for ten minutes.
  func checkRest() throws
  /// With reduced motion, the control reaches the same state.
  func checkReducedMotion() throws
  /// Every animation ends within half a pixel of its end.
  func checkEnd() throws
  /// A repeated movement of the pointer changes nothing.
  func checkRepeatedMovements(seed: Int) throws
  /// Assistive programs find every part that a pointer can use, with a name and with states that are consistent, and at most
  /// one focus. Requests for no object change nothing.
  func checkDescription() throws
  /// Returns the invariants after further input, in which a pause follows each event. Animations have few frames.
  ///
  /// - Parameter samples: The number of checks: of times, of movements, and of points in each direction in 350 pixels.
  func after(_ input: [(event: InputEvent, pause: Duration)], samples: Int) -> any ControlLaws
}

extension ControlLaws {
  /// Checks all invariants.
  public func checkAll() throws {
    try checkSameTime()
    try checkNextChange()
    try checkRest()
    try checkReducedMotion()
    try checkEnd()
    try checkDescription()
    for seed in 1...2 {
      try checkTimeSteps(seed: seed)
      try checkRepeatedMovements(seed: seed)
    }
  }
}

/// The invariants of a control that a closure creates and brings into a state, also of a noncopyable one.
public struct LawsAfterInput<Subject: Control & ~Copyable>: ControlLaws {
  private let perform: (_ reducesMotion: Bool) -> ControlHarness<Subject>
  /// The area of pointer positions.
  private let area: Rect
  private let samples: Int

  /// Creates the invariants.
  ///
  /// - Parameter perform: Creates a control and performs the input, always in the same way.
  public init(
    in area: Rect = Rect(x: 0, y: 0, width: 960, height: 640), samples: Int = 50,
    _ perform: @escaping (_ reducesMotion: Bool) -> ControlHarness<Subject>
  ) {
    (self.area, self.samples, self.perform) = (area, samples, perform)
  }

  public func after(_ input: [(event: InputEvent, pause: Duration)], samples: Int) -> any ControlLaws {
    LawsAfterInput(in: area, samples: samples) { [perform] reducesMotion in
      var subject = perform(reducesMotion)
      subject.frames = .steady(hertz: 12)
      for (event, pause) in input {
        subject.send(event)
        subject.advance(by: pause)
      }
      return subject
    }
  }

  public func checkSameTime() throws {
    let subject = perform(false)
    let times = (0..<samples).map { subject.now + .milliseconds(37 * 50 / samples * $0) }
    let drawings = times.map { subject.control.drawing(at: $0) }
    for (time, first) in zip(times, drawings).reversed() {
      try law(subject.control.drawing(at: time) == first, "a drawing depends only on the state and the time")
    }
  }

  public func checkTimeSteps(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var steady = perform(false)
    var stepped = perform(false)
    var now = steady.now
    let end = now + .milliseconds(Int.random(in: 0...3000, using: &generator))
    let expected = steady.control.advanceDescribing(to: end)
    var actions: [String] = []
    while now < end {
      now = min(end, now + .microseconds(Int.random(in: 0...200_000, using: &generator)))
      actions += stepped.control.advanceDescribing(to: now)
    }
    try law(actions == expected, "any time steps lead to the same actions: \(actions), \(expected)")
    try checkSame(stepped.control, steady.control, at: end)
  }

  public func checkNextChange() throws {
    var subject = perform(false)
    var now = subject.now
    let end = now + .seconds(15)
    while now < end, let next = subject.control.nextChange(after: now) {
      try law(next >= now, "the next change is not in the past")
      if next > now {
        let (last, first) = (
          subject.control.drawing(at: next - .nanoseconds(1)), subject.control.drawing(at: now)
        )
        try law(last == first, "a drawing stays the same until the next change at \(next)")
        let (before, after) = (
          subject.control.objects(at: now), subject.control.objects(at: next - .nanoseconds(1))
        )
        try law(before == after, "the objects stay the same until the next change at \(next)")
      }
      now = max(next, now + .milliseconds(16 * 50 / samples))
      _ = subject.control.advance(to: now)
    }
  }

  public func checkRest() throws {
    let subject = try atRest()
    let last = subject.control.drawing(at: subject.now)
    for seconds in [0, 1, 2, 5, 10, 30, 60, 600] {
      let time = subject.now + .seconds(seconds)
      try law(
        subject.control.nextChange(after: time) == nil, "nothing changes \(seconds) s after the last change")
      try law(
        subject.control.drawing(at: time) == last, "a control at rest looks the same \(seconds) s later")
    }
  }

  public func checkReducedMotion() throws {
    let animated = try atRest()
    let plain = try atRest(reducesMotion: true)
    let drawing = animated.control.drawing(at: animated.now)
    let expected = plain.control.drawing(at: plain.now)
    try law(drawing == expected, "with reduced motion, a control reaches the same state")
  }

  public func checkEnd() throws {
    let subject = try atRest()
    let start = perform(false)
    var (moving, resting) = (start.now, subject.now)
    guard subject.control.nextChange(after: moving) != nil else { return }
    while resting > moving + .nanoseconds(1) {
      let middle = moving + .nanoseconds((resting.nanoseconds - moving.nanoseconds) / 2)
      if subject.control.nextChange(after: middle) == nil { resting = middle } else { moving = middle }
    }
    let (last, first) = (subject.control.drawing(at: moving), subject.control.drawing(at: resting))
    let (ending, ended) = (visibleElements(of: last), visibleElements(of: first))
    try law(ending.count == ended.count, "an animation ends with the elements of its end")
    for (a, b) in zip(ending, ended) {
      try law(isSimilar(a, b), "an animation ends near its end: \(a), \(b)")
    }
  }

  public func checkRepeatedMovements(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    var repeated = perform(false)
    var once = perform(false)
    var now = once.now
    for _ in 0..<samples {
      let point = Point(
        x: .random(in: area.minX...area.maxX, using: &generator),
        y: .random(in: area.minY...area.maxY, using: &generator))
      for _ in 0..<2 { _ = repeated.control.handle(.pointerMoved(to: point), at: now) }
      _ = once.control.handle(.pointerMoved(to: point), at: now)
      for time in [now, now + .milliseconds(50), now + .seconds(5)] {
        try checkSame(repeated.control, once.control, at: time)
      }
      now = now + .milliseconds(Int.random(in: 0...100, using: &generator))
      _ = repeated.control.advance(to: now)
      _ = once.control.advance(to: now)
    }
  }

  public func checkDescription() throws {
    var subject = try atRest()
    let entries = subject.control.objects(at: subject.now)
    try law(Set(entries.map(\.path)).count == entries.count, "each object has its path")
    try law(entries.count { $0.node.states.contains(.focused) } <= 1, "at most one object has the focus")
    for entry in entries {
      try law(entry.node.areStatesConsistent, "each state has those that it requires: \(entry.node)")
      let parent = entry.parent.map { entries[$0].node.name }
      try law(parent != entry.node.name, "an object does not repeat the name of its parent: \(entry.node)")
      let keys = entry.node.actions.map(\.shortcut).filter { !$0.isEmpty }
      try law(
        keys.allSatisfy { $0.split(separator: ";", omittingEmptySubsequences: false).count == 3 }, "\(keys)")
    }
    for entry in entries where entry.selected == nil {
      guard let said = entry.node.announcement?.text else { continue }
      let isFound = entries.contains { $0.node.name.contains(said) || $0.node.description.contains(said) }
      try law(isFound, "an announcement is also in the objects: \(said)")
    }
    // Elements of lists can be equal.
    let words = entries.filter { entry in
      if case .item = entry.path.last { false } else { entry.isOperable }
    }.map { "\($0.node.role) \($0.node.name) \($0.node.description)" }
    try law(Set(words).count == words.count, "no two objects have the same words: \(words)")
    let missing = entries.missing(in: area, distance: 7 * 50 / Double(samples)) {
      subject.control.pointerShape(over: $0, at: subject.now)
    }
    try law(missing.isEmpty, "assistive programs find what a pointer can use, at \(missing)")
    let drawing = subject.control.drawing(at: subject.now)
    for path in [[], [.member(99)], [.part(-1)], [.part(0), .item(.max)], [.part(0), .part(99)]]
      as [AccessiblePath]
    {
      for kind in [.perform("none"), .setValue(.nan), .setCaret(.min), .select(0..<99)]
        as [AccessibilityRequest.Kind]
      {
        let response = subject.control.handle(
          .accessibility(AccessibilityRequest(kind, of: path)), at: subject.now)
        try law(response.actions.isEmpty, "a request for no object has no effect: \(kind) of \(path)")
      }
    }
    try law(subject.control.drawing(at: subject.now) == drawing, "a request for no object changes nothing")
  }

  private func checkSame(_ a: borrowing Subject, _ b: borrowing Subject, at now: Instant) throws {
    try law(a.drawing(at: now) == b.drawing(at: now), "the drawings are the same at \(now)")
    try law(a.nextChange(after: now) == b.nextChange(after: now), "the next changes are the same at \(now)")
  }

  /// Advances frame by frame until the control is at rest.
  private func atRest(reducesMotion: Bool = false) throws -> ControlHarness<Subject> {
    var subject = perform(reducesMotion)
    // A visible password is hidden after 30 seconds without a key.
    try law(subject.settle(within: .seconds(45)), "a control comes to rest")
    return subject
  }

  /// Returns the elements without groups that are so transparent that they change no pixel by more than one step.
  private func visibleElements(of list: [DisplayList.Element]) -> [DisplayList.Element] {
    var (elements, index): ([DisplayList.Element], Int) = ([], 0)
    while index < list.count {
      if case .group(let group, let count) = list[index], group.opacity < Self.step {
        index += count
      } else {
        elements.append(list[index])
      }
      index += 1
    }
    return elements
  }

  /// One step of a color component.
  private static var step: Double { 1 / 255 }

  /// Returns whether two elements differ by at most half a pixel, or by a whole one if both are on whole pixels, and by
  /// at most one step of a color component.
  private func isSimilar(_ a: DisplayList.Element, _ b: DisplayList.Element) -> Bool {
    switch (a, b) {
    case (.group(let a, let count), .group(let b, let otherCount)):
      let (first, second) = (a.transform.translation, b.transform.translation)
      return count == otherCount && isNear(first.dx, second.dx) && isNear(first.dy, second.dy)
        && abs(a.transform.scale - b.transform.scale) <= 1.00001 / 1000
        && abs(a.opacity - b.opacity) <= Self.step
    case (.shape(let a, let paint, let color), .shape(let b, let otherPaint, let other)):
      return (a == b || isNear(a.bounds, b.bounds)) && paint == otherPaint
        && abs(color.alpha - other.alpha) <= Self.step
    case (.shadow(let a, let shadow), .shadow(let b, let other)):
      return isNear(a.rect, b.rect) && isNear(shadow.blur, other.blur)
    default:
      return a == b
    }
  }

  private func isNear(_ a: Rect, _ b: Rect) -> Bool {
    isNear(a.minX, b.minX) && isNear(a.maxX, b.maxX) && isNear(a.minY, b.minY) && isNear(a.maxY, b.maxY)
  }

  private func isNear(_ a: Double, _ b: Double) -> Bool {
    let areWhole = a == a.rounded() && b == b.rounded()
    return abs(a - b) <= (areWhole ? 1 : 0.50001)
  }
}

/// Handles of secrets in the order of their appearance.
private let secretHandles = (0..<8).map { _ in SecretHandle() }

extension Control where Self: ~Copyable {
  /// Returns the drawing without recordings, with the overlay. Secrets have handles in the order of their appearance: those of
  /// two controls differ.
  fileprivate func drawing(at now: Instant) -> [DisplayList.Element] {
    var list = DisplayList()
    draw(into: &list, at: now)
    drawOverlay(into: &list, at: now)
    var seen: [SecretHandle] = []
    return list.flattened.elements.map { element in
      guard case .secret(var secret) = element else { return element }
      let index = seen.firstIndex(of: secret.handle) ?? seen.count
      if index == seen.count { seen.append(secret.handle) }
      secret.handle = secretHandles[index]
      return .secret(secret)
    }
  }

  /// Returns the objects for assistive programs.
  fileprivate func objects(at now: Instant) -> [AccessibleTree.Entry] {
    var tree = AccessibleTree(.outline)
    describe(into: &tree, at: now)
    return tree.entries
  }

  /// Advances the control and returns descriptions of its outcomes.
  fileprivate mutating func advanceDescribing(to now: Instant) -> [String] {
    advance(to: now).outcomes.map(String.init(describing:))
  }
}

extension [AccessibleTree.Entry] {
  /// Returns the points of a grid at which a pointer can use something, and none of the objects can be used.
  public func missing(in area: Rect, distance: Double = 7, pointerShape: (Point) -> PointerShape?) -> [Point]
  {
    let columns = stride(from: area.minX, to: area.maxX, by: distance)
    return columns.flatMap { x in
      stride(from: area.minY, to: area.maxY, by: distance).map { Point(x: x, y: $0) }
    }.filter { point in
      // These are also beside the control: on the background of a panel, and while a button is dragged or moved.
      guard let shape = pointerShape(point), ![.arrow, .crosshair, .grabbing].contains(shape) else {
        return false
      }
      return !contains { $0.node.frame.contains(point) && $0.isOperable }
    }
  }
}

extension AccessibleNode {
  /// Whether each state of the object has those that AT-SPI requires with it.
  fileprivate var areStatesConsistent: Bool {
    let requirements: [(AccessibleStates, AccessibleStates)] = [
      (.focused, .focusable), (.selected, .selectable), (.expanded, .expandable),
    ]
    return requirements.allSatisfy { !states.contains($0) || states.contains($1) }
      && (!states.contains(.checked) || [.checkBox, .radioButton].contains(role))
      && (!states.contains(.pressed) || role == .toggleButton)
  }
}

extension AccessibleTree.Entry {
  /// Whether a user can find the object and do something with it or read it.
  fileprivate var isOperable: Bool {
    !node.name.isEmpty && (!node.actions.isEmpty || node.value != nil || node.text != nil || selected != nil)
  }
}
