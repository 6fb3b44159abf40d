package import Accessibility
import Motion
package import Scene
import X11

extension Window: AccessibleWindow {
  package var accessibleNumber: UInt32 { UInt32(truncatingIfNeeded: id) }

  package var accessibleNode: AccessibleNode {
    let isDialog = if case .dialog = configuration.kind { true } else { configuration.isPrompt }
    // The content of an overlay has the coordinates of the screen.
    let bounds = overlay?.frame.logical(scale: scale) ?? Rect(origin: .zero, size: size)
    let role: AccessibleRole = !isDialog ? .frame : configuration.acceptsFocus ? .dialog : .notification
    return AccessibleNode(role, configuration.title, states: role == .dialog ? .modal : [], in: bounds)
      .sanitized
  }

  package var isAccessibleActive: Bool {
    configuration.kind.isMenu ? configuration.kind.popupOwner?.isAccessibleActive == true : keyboard.isFocused
  }

  package var accessibleOrigin: PixelPoint {
    overlay == nil ? placement.origin(of: self) : PixelPoint(x: 0, y: 0)
  }

  package var accessibleScale: Double { scale }

  package var accessibleGeneration: UInt64 { contentCaller.generation }

  package func hasOnlyMoved(since generation: UInt64) -> Bool {
    guard contentCaller.lastEvent <= generation else { return false }
    return input.isPressed || nextContentChange.map { $0 < latest + Self.longestFrame } == true
  }

  /// The time within which an animation changes the content again.
  private static let longestFrame = Duration.milliseconds(40)

  package func describe(_ query: AccessibleTree.Query) -> [AccessibleTree.Entry] {
    var tree = AccessibleTree(query)
    content.describe(into: &tree, at: latest)
    return tree.entries
  }

  package func perform(_ request: AccessibilityRequest) -> Bool {
    // A window that was opened behind a lock has got no event about it.
    guard !isClosing, !isBlocked, !visibility.isBehindLock, !application.desktop.isScreenLocked else {
      return false
    }
    let effects = deliver(.input(.accessibility(request)))
    // A content that refuses the focus, such as a dialog that has just appeared, stays where it is.
    let hasFocus = effects.contains { if case .focus = $0 { true } else { false } }
    if request.kind == .focus, !isAccessibleActive, hasFocus { activate() }
    return !effects.contains { if case .refuse = $0 { true } else { false } }
  }

  /// Announces a text to the users of a screen reader.
  func announce(_ text: String, isUrgent: Bool) {
    let announcement = AccessibleAnnouncement(AccessibleNode.sanitized(text), isUrgent: isUrgent)
    application.accessibility?.announce(announcement, in: accessibleNumber, at: currentTime)
  }
}

extension Application: AccessibleSource {
  package var accessibleName: String { identity.className }

  package var accessibleLocale: String { identity.locale }

  package var accessibleWindows: [any AccessibleWindow] {
    windows.filter { $0.hasAppeared && !$0.isClosing && !$0.visibility.isHidden }
  }

  /// Connects to the accessibility bus when an assistive program starts, and leaves it when the last one has ended.
  func followAccessibilityBus() {
    // The service reports each program that starts to listen.
    guard accessibility?.address != desktop.accessibilityBus else { return }
    accessibility = desktop.accessibilityBus.map {
      AccessibilityBridge(for: self, at: $0, now: MonotonicClock.now)
    }
  }
}
