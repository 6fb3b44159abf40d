package import Accessibility
import Motion
package import Scene
import X11

extension Window: AccessibleWindow {
  package var accessibleNumber: UInt32 { UInt32(truncatingIfNeeded: id) }

  package var accessibleNode: AccessibleNode {
    let isDialog = if case .dialog = configuration.kind { true } else { configuration.isPrompt }
    let bounds = Rect(origin: .zero, size: size)
    guard isDialog else { return AccessibleNode(.frame, configuration.title, in: bounds) }
    return configuration.acceptsFocus
      ? AccessibleNode(.dialog, configuration.title, states: .modal, in: bounds)
      : AccessibleNode(.notification, configuration.title, in: bounds)
  }

  package var isAccessibleActive: Bool {
    configuration.kind.isMenu
      ? configuration.kind.popupOwner?.isAccessibleActive == true : keyboard.isFocused
  }

  package var accessibleOrigin: PixelPoint {
    // The content of an overlay has the coordinates of the screen.
    let frame = overlay == nil ? connection.frame(of: id, pixelSize) : nil
    return PixelPoint(x: frame?.x ?? 0, y: frame?.y ?? 0)
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
    if request.kind == .focus, !isAccessibleActive { activate() }
    send(.accessibility(request), at: currentTime)
    return true
  }
}

extension Application: AccessibleSource {
  package var accessibleName: String { identity.className }

  package var accessibleLocale: String { identity.locale }

  package var accessibleWindows: [any AccessibleWindow] {
    windows.filter { $0.hasAppeared && !$0.isClosing && !$0.visibility.isHidden }
  }

  /// Says a text to the users of a screen reader.
  func announce(_ text: String, isUrgent: Bool) {
    accessibility?.announce(text, isUrgent: isUrgent, at: MonotonicClock.now)
  }

  /// Connects to the accessibility bus when an assistive program starts, and leaves it when the last one has ended.
  func follow(_ change: AccessibilityStatus.Change) {
    switch change {
    case .enabled(let address):
      // The service reports each program that starts to listen.
      guard accessibility?.address != address else { return }
      accessibility = AccessibilityBridge(for: self, at: address, now: MonotonicClock.now)
    case .disabled: accessibility = nil
    }
  }
}
