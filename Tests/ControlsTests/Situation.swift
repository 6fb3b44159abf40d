import Controls
import Motion
import Scene
import TestSupport

/// What a person may have done to a control before leaving it alone.
enum Situation: String, CaseIterable {
  case buttonHeldShortly, buttonInDrag, buttonLetGo, buttonThrown, dragUndone, buttonTapped
  case resizedInFlight, caughtInFlight, cornerSnap, seedSnap, letGoFromBand, movedByKeys
  case ballLeftAlone, ballDroppedOutside, ballHalfDim
  case fieldWithFocus, fieldInMidFade, fieldWithSelection, fieldWithoutFocus, fieldInOtherWindow
  case fieldShortened

  /// Performs it on a control that was made for it.
  ///
  /// - Returns: The control, and the time by then.
  func perform(reducesMotion: Bool = false) -> (control: any Control, now: Instant) {
    switch self {
    case .buttonHeldShortly, .buttonInDrag, .buttonLetGo, .buttonThrown, .dragUndone, .buttonTapped,
      .resizedInFlight, .caughtInFlight, .cornerSnap, .seedSnap, .letGoFromBand, .movedByKeys,
      .ballLeftAlone, .ballDroppedOutside, .ballHalfDim:
      let configuration = FloatingButton.Configuration(
        shape: isOfBall ? .ball : .button, snap: snap, ringsBell: true)
      var button = ControlHarness(button: configuration, reducesMotion: reducesMotion)
      perform(on: &button)
      return (button.control, button.now)
    case .fieldWithFocus, .fieldInMidFade, .fieldWithSelection, .fieldWithoutFocus,
      .fieldInOtherWindow, .fieldShortened:
      var field = ControlHarness(tokens: ControlHarness.samples, width: 250)
      field.control.environment.reducesMotion = reducesMotion
      perform(on: &field)
      return (field.control, field.now)
    }
  }

  private var isOfBall: Bool {
    [.ballLeftAlone, .ballDroppedOutside, .ballHalfDim].contains(self)
  }

  private var snap: SnapMode? {
    switch self {
    case .cornerSnap: .corners
    case .seedSnap: .seed
    default: nil
    }
  }

  private func perform(on button: inout ControlHarness<FloatingButton>) {
    switch self {
    case .buttonHeldShortly:
      button.press(at: button.center)
      button.advance(by: .milliseconds(100))
    case .buttonInDrag:
      button.pickUp()
      button.carry(by: Vector(dx: -333, dy: 77))
    case .buttonLetGo: button.put(at: Point(x: 543, y: 299))
    case .buttonThrown, .cornerSnap, .seedSnap:
      button.pickUp()
      button.drag(to: button.pointer + Vector(dx: -90, dy: 60), over: .milliseconds(80))
      button.release()
    case .dragUndone:
      button.pickUp()
      button.carry(by: Vector(dx: -333, dy: 77))
      button.press(.escape)
    case .buttonTapped: button.click(button.center)
    case .resizedInFlight:
      button.put(at: Point(x: 543, y: 299))
      button.advance(by: .milliseconds(70))
      button.resize(to: Size(width: 1234, height: 567))
    case .caughtInFlight:
      button.put(at: Point(x: 643, y: 299))
      button.advance(by: .milliseconds(40))
      // On the button now, and where it will rest.
      button.press(at: Point(x: 790, y: 299))
      button.release()
    case .letGoFromBand: button.put(at: Point(x: 1100, y: 700))
    case .movedByKeys:
      button.control.focus(0, at: button.now)
      button.press(.character("m"))
      button.press(.left)
    case .ballDroppedOutside: button.put(at: Point(x: 1000, y: 700))
    case .ballHalfDim: button.advance(by: .milliseconds(1500))
    default: break
    }
  }

  private func perform(on field: inout ControlHarness<TextTokenField>) {
    switch self {
    case .fieldInMidFade: field.advance(by: .milliseconds(450))
    case .fieldWithSelection: field.press(.end, .shift)
    case .fieldWithoutFocus:
      field.press(.right)
      field.advance(by: .milliseconds(450))
      field.control.focus(nil, at: field.now)
    case .fieldInOtherWindow: field.send(.windowFocusChanged(isFocused: false))
    case .fieldShortened:
      field.press(.delete, .control)
      field.advance(by: .milliseconds(450))
    default: break
    }
  }
}
