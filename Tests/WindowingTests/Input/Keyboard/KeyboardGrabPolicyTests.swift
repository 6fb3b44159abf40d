import Motion
import TestSupport
import Testing

@testable import Windowing

@Suite struct `Keyboard grab policy` {
  /// An event. Durations are relative to the previous event.
  private enum Event {
    case focusGained, focusLost
    case pointerEnters, pointerLeaves
    case press, touch
    case pressInside
    case wait(Duration)
  }

  /// Returns the final decision for a window that had the focus at first.
  private func decision(
    after events: [Event], observingPresses observesPresses: Bool = true
  ) -> KeyboardGrabPolicy.Decision {
    var (policy, now) = (KeyboardGrabPolicy(), Instant.zero)
    policy.observesOutsidePresses = observesPresses
    policy.update(hasFocus: true, at: now)
    for event in events {
      switch event {
      case .focusGained: policy.update(hasFocus: true, at: now)
      case .focusLost: policy.update(hasFocus: false, at: now)
      case .pointerEnters: policy.isPointerInside = true
      case .pointerLeaves: policy.isPointerInside = false
      case .press: policy.notePressAnywhere(isTouch: false, at: now)
      case .touch: policy.notePressAnywhere(isTouch: true, at: now)
      case .pressInside: policy.notePressInside()
      case .wait(let duration): now = now + duration
      }
    }
    return policy.decision
  }

  @Test func `releases the keyboard before the first focus gain`() {
    #expect(KeyboardGrabPolicy().decision == .release)
  }

  @Test(arguments: [(999, KeyboardGrabPolicy.Decision.release), (1000, .hold)])
  func `holds the keyboard if the focus is lost long after a press elsewhere`(
    milliseconds: Int, expected: KeyboardGrabPolicy.Decision
  ) {
    let wait = Event.wait(.milliseconds(milliseconds))
    #expect(decision(after: [.press, wait, .focusLost]) == expected)
    #expect(decision(after: [.press, .focusLost, .focusGained, .focusLost]) == .hold)
  }

  @Test func `releases the keyboard at a focus loss if presses are not observed`() {
    for events: [Event] in [[.focusLost], [.focusLost, .pressInside], [.pressInside, .focusLost]] {
      #expect(decision(after: events, observingPresses: false) == .release)
    }
    #expect(decision(after: [.focusLost, .focusGained], observingPresses: false) == .grab)
  }

  @Test func `lets a prompt have the keyboard from its appearance until a press elsewhere`() {
    var policy = KeyboardGrabPolicy()
    policy.observesOutsidePresses = true
    policy.promptAppeared()
    policy.update(hasFocus: false, at: .zero)
    #expect(policy.decision == .hold && policy.isPrompt)
    policy.notePressAnywhere(isTouch: false, at: .zero)
    #expect(policy.decision == .release)
  }

  @Test(arguments: seeds(50))
  func `matches the decision computed from all events`(
    seed: Int
  ) {
    var random = SeededGenerator(seed: seed)
    var events: [Event] = []
    for _ in 0..<60 {
      let all: [Event] = [
        .focusGained, .focusLost, .focusLost, .pointerEnters, .pointerLeaves, .press, .touch,
        .pressInside, .wait(.milliseconds(Int.random(in: 0...1500, using: &random))),
      ]
      if let event = all.randomElement(using: &random) { events.append(event) }
      #expect(decision(after: events) == Self.expected(after: events))
    }
  }

  /// Returns the same decision, computed from all events.
  private static func expected(after events: [Event]) -> KeyboardGrabPolicy.Decision {
    var (hasFocus, isInside) = (true, false)
    var (now, lostAt) = (Duration.zero, Duration.zero)
    var presses: [(isElsewhere: Bool, time: Duration)] = []
    for event in events {
      switch event {
      case .focusGained:
        if !hasFocus { presses.removeAll() }
        hasFocus = true
      case .focusLost:
        if hasFocus { lostAt = now }
        hasFocus = false
      case .pointerEnters: isInside = true
      case .pointerLeaves: isInside = false
      case .press: presses.append((!isInside, now))
      case .touch: presses.append((true, now))
      case .pressInside: presses.append((false, now))
      case .wait(let duration): now += duration
      }
    }
    guard !hasFocus else { return .grab }
    guard let last = presses.last, last.isElsewhere, lostAt - last.time < .seconds(1) else {
      return .hold
    }
    return .release
  }
}
