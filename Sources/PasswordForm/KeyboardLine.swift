import Controls
import Motion
import Scene

/// Says in a password field how the keyboard stands, at the end of the raised label's line, where it
/// takes no room from what is typed and moves nothing: what a masked password hides is what a wrong
/// layout or Caps Lock has typed.
///
/// The layout is named where there are several: who has one has nothing to switch, and would read its
/// name at every password for nothing. With Caps Lock on it is named in any case, for then the keyboard
/// is in question.
struct KeyboardLine {
  /// What there is to say, from the trailing side on: what stays for longest stands where nothing that
  /// comes and goes moves it.
  private enum Kind: Int, CaseIterable {
    case layout, otherKeyboards, grab, capsLock
  }

  private var notices = [KeyboardNotice](
    repeating: KeyboardNotice(), count: Kind.allCases.count)
  /// Where it was placed last.
  private var content = Rect.zero

  /// Says how the keyboard stands from now on, or nothing; what is new and what is over fades.
  ///
  /// - Parameters:
  ///   - status: `nil` where the keyboard types somewhere else.
  ///   - hasForeignCharacters: Whether the text has characters that are found elsewhere on other
  ///     keyboards, or nowhere.
  /// - Returns: Whether it is now to be placed.
  mutating func show(
    _ status: KeyboardStatus?, hasForeignCharacters: Bool, at now: Instant,
    _ environment: Environment
  ) -> Bool {
    var hasChanged = false
    for kind in Kind.allCases {
      let words = Self.words(of: kind, status, hasForeignCharacters: hasForeignCharacters)
      if notices[kind.rawValue].say(words, at: now, environment) { hasChanged = true }
    }
    return hasChanged
  }

  private static func words(
    of kind: Kind, _ status: KeyboardStatus?, hasForeignCharacters: Bool
  ) -> KeyboardNotice.Content? {
    switch kind {
    case .layout:
      guard let status, status.hasSeveralLayouts || status.isCapsLockOn else { return nil }
      return status.layout.map {
        KeyboardNotice.Content(sign: nil, wordings: [$0], isQuiet: true)
      }
    case .otherKeyboards: return hasForeignCharacters ? otherKeyboards : nil
    case .grab: return status.flatMap { words(of: $0.grab) }
    case .capsLock:
      guard let status, status.isCapsLockOn else { return nil }
      return KeyboardNotice.Content(sign: .capsLock, wordings: ["Caps Lock is on"])
    }
  }

  private static let otherKeyboards = KeyboardNotice.Content(
    sign: .keyboard,
    wordings: ["Other keyboards may type it differently", "Other keyboards differ"], isQuiet: true)

  private static func words(of grab: KeyboardGrab) -> KeyboardNotice.Content? {
    let failure = "Keyboard not grabbed"
    return switch grab {
    case .none: nil
    case .held, .kept:
      KeyboardNotice.Content(sign: .lock, wordings: ["Keyboard grabbed"], isQuiet: true)
    case .heldElsewhere:
      KeyboardNotice.Content(
        sign: .openLock, wordings: ["Another program holds the keyboard", failure])
    case .refused: KeyboardNotice.Content(sign: .openLock, wordings: [failure])
    }
  }

  /// Puts it at the end of the label's line.
  ///
  /// - Parameters:
  ///   - content: Where the field's text can be.
  ///   - label: The raised label's width.
  mutating func place(in content: Rect, beside label: Double, _ environment: Environment) {
    guard notices.contains(where: \.isNeeded) else { return }
    shareOut(content.width - label, environment)
    var end = content.maxX
    for index in notices.indices where notices[index].isShown && notices[index].width > 0 {
      notices[index].place(
        endingAt: end, top: content.minY + Theme.PasswordField.raisedLabel.top, environment)
      end -= notices[index].width + Theme.PasswordField.noticeGap
    }
    // What is over goes at once where something else needs its place, or its place is gone.
    let hasMoved = content != self.content
    self.content = content
    for index in notices.indices where !notices[index].isShown {
      if hasMoved || notices[index].end > end { notices[index].vanish() }
    }
  }

  /// Gives each as much room as it has use for, warnings first, but to each the room for its sign before
  /// that.
  private mutating func shareOut(_ room: Double, _ environment: Environment) {
    let gap = Theme.PasswordField.noticeGap
    let all = notices.indices.filter { notices[$0].isShown }
    // What warns of a grab is rarer than Caps Lock, and worse; of what does not warn, the layout matters
    // to what is typed.
    let shown = all.filter { !notices[$0].isQuiet } + all.filter { notices[$0].isQuiet }
    func cost(_ width: Double) -> Double { width > 0 ? gap + width : 0 }
    var rest = room - shown.reduce(0) { $0 + cost(notices[$1].leastWidth) }
    for index in shown {
      let least = notices[index].leastWidth
      notices[index].fit(into: rest + cost(least) - gap, environment)
      rest -= cost(notices[index].width) - cost(least)
    }
  }

  /// When it next looks different; `nil` at rest.
  func nextChange(after now: Instant) -> Instant? {
    notices.reduce(nil) { .earliest($0, $1.nextChange(after: now)) }
  }

  /// Adds it to a display list.
  func draw(into list: inout DisplayList, at now: Instant, _ environment: Environment) {
    for notice in notices { notice.draw(into: &list, at: now, environment) }
  }
}
