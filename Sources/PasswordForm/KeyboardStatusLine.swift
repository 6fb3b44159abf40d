import Controls
import Motion
import Scene

/// The row of keyboard status items in a password field.
///
/// A masked password does not show that Caps Lock or a wrong layout changed the typed characters,
/// so the row shows the keyboard status. It is at the trailing end of the raised label's line: it
/// uses no space of the text and moves nothing.
///
/// The layout name appears if there are several layouts; with a single layout, it would be useless
/// information in each password field. It also appears while Caps Lock is on.
struct KeyboardStatusLine {
  /// The kinds of items in trailing-to-leading order. Items that stay longest are first, so that
  /// other items do not move them.
  private enum Kind: Int, CaseIterable { case layout, otherKeyboards, grab, capsLock, paste }

  var keyboard = KeyboardStatus()
  private var items = [KeyboardStatusItem](repeating: KeyboardStatusItem(), count: Kind.allCases.count)
  /// The content frame of the latest layout.
  private var contentFrame = Rect.zero

  /// Updates the items. New and removed items fade.
  ///
  /// - Parameters:
  ///   - showsKeyboard: Whether the field receives keyboard input.
  ///   - hasNonASCII: Whether the text contains characters that other keyboard layouts may place
  ///     elsewhere or lack.
  ///   - isPasting: Whether the field waits for text to paste.
  mutating func show(
    showsKeyboard: Bool, hasNonASCII: Bool, isPasting: Bool, at now: Instant, _ environment: Environment
  ) {
    let status = showsKeyboard ? keyboard : nil
    for kind in Kind.allCases {
      let content = Self.content(
        of: kind, status, hasNonASCII: hasNonASCII, isPasting: isPasting, environment)
      items[kind.rawValue].setContent(content, at: now, environment)
    }
  }

  private static func content(
    of kind: Kind, _ status: KeyboardStatus?, hasNonASCII: Bool, isPasting: Bool, _ environment: Environment
  ) -> KeyboardStatusItem.Content? {
    func item(_ icon: KeyboardStatusItem.Icon, _ texts: PasswordFormMessage..., isInformational: Bool = false)
      -> KeyboardStatusItem.Content
    { .init(icon: icon, textVariants: texts.map(environment.text), isInformational: isInformational) }
    switch (kind, status) {
    case (.paste, _) where isPasting:
      let texts = [.pasting, .pastingBriefly].map { environment.strings.text($0).text }
      return .init(textVariants: texts, isInformational: true, isDelayed: true)
    case (.layout, let status?) where status.hasSeveralLayouts || status.isCapsLockOn:
      return status.layout.map { .init(textVariants: [$0], isInformational: true) }
    case (.otherKeyboards, _) where hasNonASCII:
      return item(.keyboard, .otherKeyboards, .otherKeyboardsBriefly, isInformational: true)
    case (.capsLock, let status?) where status.isCapsLockOn:
      return item(.capsLock, .capsLock, .capsLockBriefly)
    case (.grab, let status?):
      return switch status.grab {
      case .none: nil
      case .grabbed, .grabbedWithoutFocus: item(.lock, .grabbed, isInformational: true)
      case .grabbedByOtherClient: item(.openLock, .grabbedByOther, .notGrabbed)
      case .failed: item(.openLock, .notGrabbed)
      }
    case (.paste, _), (.layout, _), (.otherKeyboards, _), (.capsLock, _), (.grab, _): return nil
    }
  }

  /// Lays out the items at the trailing end of the label's line.
  ///
  /// - Parameters:
  ///   - content: The area of the field's text.
  ///   - labelWidth: The width of the raised label, in logical pixels.
  mutating func place(in content: Rect, labelWidth: Double, _ environment: Environment) {
    distributeWidth(content.width - labelWidth, environment)
    let style = environment.theme.passwordField
    var end = content.maxX
    for index in items.indices where items[index].isVisible && items[index].width > 0 {
      items[index].place(endingAt: end, top: content.minY + style.raisedLabelTop, environment)
      end -= items[index].width + style.statusGap
    }
    // An item that fades out is hidden immediately if it overlaps another item or the field has
    // moved.
    let hasMoved = content != self.contentFrame
    self.contentFrame = content
    for index in items.indices where !items[index].isVisible {
      if hasMoved || items[index].end > end { items[index].hideImmediately() }
    }
  }

  /// Gives each item the width that it can use, warnings first. The width of every icon is reserved
  /// before that. So is that of a text without an icon, unless there is a grab warning, if it is at most a third of
  /// the line: the name of a layout may have any length.
  private mutating func distributeWidth(_ availableWidth: Double, _ environment: Environment) {
    let gap = environment.theme.passwordField.statusGap
    let all = items.indices.filter { items[$0].isVisible }
    // A grab warning is rarer and more serious than Caps Lock. Among informational items, the
    // layout is first because it affects the typed text.
    let order = all.filter { !items[$0].isInformational } + all.filter { items[$0].isInformational }
    func cost(_ width: Double) -> Double { width > 0 ? gap + width : 0 }
    let grab = Kind.grab.rawValue
    let hasGrabWarning = all.contains(grab) && !items[grab].isInformational
    let reserved = hasGrabWarning ? 0 : availableWidth / 3
    var remaining = order.reduce(availableWidth) {
      $0 - cost(items[$1].minimumWidth(upTo: reserved, in: environment))
    }
    for index in order {
      let minimum = items[index].minimumWidth(upTo: reserved, in: environment)
      items[index].fit(into: remaining + cost(minimum) - gap, environment)
      remaining -= cost(items[index].width) - cost(minimum)
    }
  }

  /// The texts about the keyboard in reading order, as sentences: not that of a grab, which may end as soon as a client
  /// listens. A client does not learn that a secret depends on the layout.
  var accessibleText: String {
    let shown = [Kind.capsLock, .grab, .layout].map { items[$0.rawValue] }
    return shown.compactMap(\.accessibleText).joined(separator: " ")
  }

  /// Returns the next instant at which the drawing changes, or `nil` at rest.
  func nextChange(after now: Instant) -> Instant? {
    items.reduce(nil) { .earliest($0, $1.nextChange(after: now)) }
  }

  /// Adds the items to a display list.
  func draw(into list: inout DisplayList, at now: Instant, _ environment: Environment) {
    for item in items { item.draw(into: &list, at: now, environment) }
  }
}
