import Motion
import TestSupport
import Testing

@testable import X11Shell

@Suite struct `A window's claim to the keyboard` {
  /// What happens, one after another; times are from the one before.
  private enum Deed {
    case focusComes, focusGoes
    case pointerEnters, pointerLeaves
    case press, touch
    case pressInside
    case pass(Duration)
  }

  /// What the claim is in the end, of a window that had the focus at first.
  private func standing(
    after deeds: [Deed], hearingPresses hearsPresses: Bool = true
  ) -> KeyboardClaim.Standing {
    var (claim, now) = (KeyboardClaim(), Instant.zero)
    claim.hearsPresses = hearsPresses
    claim.note(hasFocus: true, at: now)
    for deed in deeds {
      switch deed {
      case .focusComes: claim.note(hasFocus: true, at: now)
      case .focusGoes: claim.note(hasFocus: false, at: now)
      case .pointerEnters: claim.isPointerInside = true
      case .pointerLeaves: claim.isPointerInside = false
      case .press: claim.notePressAnywhere(isTouch: false, at: now)
      case .touch: claim.notePressAnywhere(isTouch: true, at: now)
      case .pressInside: claim.notePressInside()
      case .pass(let duration): now = now + duration
      }
    }
    return claim.standing
  }

  @Test func `is none before the focus comes`() {
    #expect(KeyboardClaim().standing == .giveBack)
  }

  @Test func `is good while the window has the focus, wherever a person presses`() {
    #expect(standing(after: []) == .take)
    #expect(standing(after: [.press, .touch, .pointerEnters, .press]) == .take)
    #expect(standing(after: [.press, .focusGoes, .focusComes]) == .take)
  }

  @Test func `outlasts the focus where a person has not gone elsewhere`() {
    #expect(standing(after: [.focusGoes]) == .keep)
    #expect(standing(after: [.pointerEnters, .press, .focusGoes, .pointerLeaves]) == .keep)
    #expect(standing(after: [.focusGoes, .pass(.seconds(3600)), .focusGoes]) == .keep)
  }

  @Test func `ends where a person presses elsewhere and the focus goes, in either order`() {
    #expect(standing(after: [.press, .focusGoes]) == .giveBack)
    #expect(standing(after: [.focusGoes, .pass(.seconds(3600)), .press]) == .giveBack)
    let left: [Deed] = [.pointerEnters, .press, .pointerLeaves, .press, .focusGoes]
    #expect(standing(after: left) == .giveBack)
  }

  @Test(arguments: [(999, KeyboardClaim.Standing.giveBack), (1000, .keep)])
  func `outlasts a focus that goes long after a press which left it, as on a title bar`(
    milliseconds: Int, expected: KeyboardClaim.Standing
  ) {
    let wait = Deed.pass(.milliseconds(milliseconds))
    #expect(standing(after: [.press, wait, .focusGoes]) == expected)
    #expect(standing(after: [.press, .focusGoes, .focusComes, .focusGoes]) == .keep)
  }

  @Test func `outlasts a focus that goes after a finger in the window, wherever the pointer is`() {
    #expect(standing(after: [.touch, .pressInside, .focusGoes]) == .keep)
    #expect(standing(after: [.focusGoes, .touch, .pressInside]) == .keep)
    #expect(standing(after: [.pointerEnters, .touch, .focusGoes]) == .giveBack)
  }

  @Test func `never outlasts the focus where nobody tells of presses elsewhere`() {
    for deeds: [Deed] in [[.focusGoes], [.focusGoes, .pressInside], [.pressInside, .focusGoes]] {
      #expect(standing(after: deeds, hearingPresses: false) == .giveBack)
    }
    #expect(standing(after: [.focusGoes, .focusComes], hearingPresses: false) == .take)
  }

  @Test(arguments: 0..<50)
  func `depends on the last press since the focus came, unless that was long before it went`(
    seed: Int
  ) {
    var random = SeededGenerator(seed: seed)
    var deeds: [Deed] = []
    for _ in 0..<60 {
      let all: [Deed] = [
        .focusComes, .focusGoes, .focusGoes, .pointerEnters, .pointerLeaves, .press, .touch,
        .pressInside, .pass(.milliseconds(Int.random(in: 0...1500, using: &random))),
      ]
      if let deed = all.randomElement(using: &random) { deeds.append(deed) }
      #expect(standing(after: deeds) == Self.expected(after: deeds))
    }
  }

  /// The same, by all that has happened.
  private static func expected(after deeds: [Deed]) -> KeyboardClaim.Standing {
    var (hasFocus, isInside) = (true, false)
    var (now, goneAt) = (Duration.zero, Duration.zero)
    var presses: [(isElsewhere: Bool, time: Duration)] = []
    for deed in deeds {
      switch deed {
      case .focusComes:
        if !hasFocus { presses.removeAll() }
        hasFocus = true
      case .focusGoes:
        if hasFocus { goneAt = now }
        hasFocus = false
      case .pointerEnters: isInside = true
      case .pointerLeaves: isInside = false
      case .press: presses.append((!isInside, now))
      case .touch: presses.append((true, now))
      case .pressInside: presses.append((false, now))
      case .pass(let duration): now += duration
      }
    }
    guard !hasFocus else { return .take }
    guard let last = presses.last, last.isElsewhere, goneAt - last.time < .seconds(1) else {
      return .keep
    }
    return .giveBack
  }
}
