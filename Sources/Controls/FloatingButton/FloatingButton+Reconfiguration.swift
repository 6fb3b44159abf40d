public import Motion
import Scene

extension FloatingButton {
  /// Makes it another button while it runs, at once and without a jump.
  ///
  /// What is in flight goes on from its place and with its velocity by the new spring. Another snap
  /// mode snaps it anew, another shape keeps its relative place. A drag goes on; a press of which
  /// it is not decided yet what it becomes is undone where the rules for that change. A panel
  /// closes where a tap does not expand any more. `start` means nothing any more.
  public mutating func reconfigure(_ configuration: Configuration, at now: Instant) {
    let (old, area) = (self.configuration, restArea)
    guard configuration != old else { return }
    self.configuration = configuration
    panel.items = configuration.actions
    panel.spring = configuration.feel.spring
    menu.items = configuration.allMenuItems
    let expands = configuration.tap == .expand && !configuration.actions.isEmpty
    if panel.isOpen, !expands { closePanel(at: now) }
    if grip == nil, gesture.rules != pressRules { cancelPress(at: now) }
    updateScale(at: now)
    updatePlace(since: old, area, at: now)
    // An open panel stays where it is, under a pointer that chooses in it again and again.
    if !container.isEmpty, offerCount(of: configuration) != offerCount(of: old) {
      placePanels(at: now)
    }
    updateDimming(since: old, at: now)
  }

  /// How much panel and menu offer, by which they are as large as they are.
  private func offerCount(of configuration: Configuration) -> SIMD2<Int> {
    SIMD2(configuration.actions.count, configuration.menuItems.count)
  }

  /// Scales to what it is scaled to now, by the spring it has now.
  private mutating func updateScale(at now: Instant) {
    let isLifted = grip != nil || relocation == .byKeys
    let target = isLifted ? liftedScale : scale.target
    let isScaling = scale.nextChange(after: playback.time(at: now)) != nil
    if isScaling || target != scale.target { scale(to: target, at: now) }
  }

  /// Finds its place in an area and by a snap mode that may have changed.
  private mutating func updatePlace(since old: Configuration, _ area: Rect, at now: Instant) {
    guard !container.isEmpty else {
      restingPlace = configuration.startingPlace
      return
    }
    if relocation == .byKeys {
      fly(to: movedPlace(sinceArea: area), with: .spring(configuration.feel.spring), now)
    }
    if configuration.snap != old.snap { snapRestingPlace() }
    regrip(at: now)
    guard !isPressed, relocation != .byKeys else { return }
    goOn(since: old, at: now)
  }

  /// Goes to its place of rest by the spring it has now, where either has changed.
  private mutating func goOn(since old: Configuration, at now: Instant) {
    let isFlying = center.nextChange(after: playback.time(at: now)) != nil
    let isRetuned = isFlying && !isReturning && configuration.feel.spring != old.feel.spring
    if isRetuned || home != center.target {
      fly(to: home, with: .spring(configuration.feel.spring), now)
    }
    judgeHover(at: now)
  }

  /// Dims as far as it dims now: at once where it is dim, from where it is while it fades.
  private mutating func updateDimming(since old: Configuration, at now: Instant) {
    let isSame =
      configuration.dims == old.dims
      && configuration.feel.dimOpacity == old.feel.dimOpacity
    guard !isSame, !container.isEmpty else { return }
    let time = playback.time(at: now)
    if opacity.target == 1 || !configuration.dims {
      opacity.set(1)
      updateAttention(at: now)
    } else if opacity.nextChange(after: time) == nil {
      opacity.set(configuration.feel.dimOpacity)
    } else if opacity.value(at: time) == 1 {
      leaveAlone(at: now)
    } else {
      dim(after: .zero, at: now)
    }
  }
}
