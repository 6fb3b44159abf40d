import Gestures
public import Motion
import Scene

extension FloatingButton {
  /// Applies a new configuration immediately, without a visible jump.
  ///
  /// - Running animations continue from the current position and velocity with the new spring.
  /// - A new snap mode moves the button to its snap target. A new shape keeps the rest position.
  /// - A drag continues. An undecided press is cancelled if its rules change.
  /// - An open panel closes if a tap no longer expands the button.
  /// - `start` has no effect after the button has been placed.
  public mutating func reconfigure(_ configuration: Configuration, at now: Instant) {
    let (old, area) = (self.configuration, restArea)
    guard configuration != old else { return }
    self.configuration = configuration
    panel.items = configuration.actions
    panel.spring = configuration.tuning.spring
    menu.items = configuration.allMenuItems(in: environment.strings)
    let expands = configuration.tap == .expand && !configuration.actions.isEmpty
    if panel.isOpen, !expands { closePanel(at: now) }
    if dragTracker == nil, recognizer.rules != pressRules { cancelPress(at: now) }
    updateScale(at: now)
    updatePosition(since: old, area, at: now)
    // While the numbers of items stay the same, an open panel stays in place under the pointer.
    if !container.isEmpty, itemCounts(of: configuration) != itemCounts(of: old) { placePanels(at: now) }
    updateDimming(since: old, at: now)
  }

  /// Returns the numbers of actions, of their details and of menu items, which determine the sizes of panel and menu.
  private func itemCounts(of configuration: Configuration) -> SIMD3<Int> {
    let actions = configuration.actions
    return SIMD3(actions.count, actions.count { $0.detail != nil }, configuration.menuItems.count)
  }

  /// Applies a new scale or spring to the scale animation.
  private mutating func updateScale(at now: Instant) {
    let isLifted = dragTracker != nil || moveMode == .keyboard
    let target = isLifted ? liftedScale : scale.target
    let isScaling = scale.nextChange(after: playback.time(at: now)) != nil
    if isScaling || target != scale.target { scale(to: target, at: now) }
  }

  /// Applies a new rest area or snap mode to the position.
  private mutating func updatePosition(since old: Configuration, _ area: Rect, at now: Instant) {
    guard !container.isEmpty else {
      restPosition = configuration.startPosition
      return
    }
    if moveMode == .keyboard {
      animateCenter(to: movedPosition(previousArea: area), with: .spring(configuration.tuning.spring), now)
    }
    if configuration.snap != old.snap { snapRestPosition() }
    restartDrag(at: now)
    guard !isPressed, moveMode != .keyboard else { return }
    updateRestAnimation(since: old, at: now)
  }

  /// Restarts the animation to the rest position if the position or the spring has changed.
  private mutating func updateRestAnimation(since old: Configuration, at now: Instant) {
    let isAnimating = center.nextChange(after: playback.time(at: now)) != nil
    let isRetuned = isAnimating && !isReturning && configuration.tuning.spring != old.tuning.spring
    if isRetuned || restCenter != center.target {
      animateCenter(to: restCenter, with: .spring(configuration.tuning.spring), now)
    }
    updateHover(at: now)
  }

  /// Applies a new dimmed opacity: immediately if the button is dimmed, from the current opacity if
  /// it is fading.
  private mutating func updateDimming(since old: Configuration, at now: Instant) {
    let isSame =
      configuration.dims == old.dims && configuration.tuning.clampedOpacity == old.tuning.clampedOpacity
    guard !isSame, !container.isEmpty else { return }
    let time = playback.time(at: now)
    if opacity.target == 1 || !configuration.dims {
      opacity.set(1)
      updateOpacity(at: now)
    } else if opacity.nextChange(after: time) == nil {
      opacity.set(configuration.tuning.clampedOpacity)
    } else if opacity.value(at: time) == 1 {
      scheduleDimming(at: now)
    } else {
      dim(after: .zero, at: now)
    }
  }
}
