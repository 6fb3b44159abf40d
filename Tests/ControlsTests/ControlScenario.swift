import ControlTestSupport
import Controls
import Motion
import Scene
import TestSupport

/// The state of a control after user input.
enum ControlScenario: String, CaseIterable {
  case buttonDown, buttonInDrag, buttonReleased, buttonThrown, dragCancelled, buttonTapped
  case resizedInMotion, caughtInMotion, cornerSnap, originalSnap, releasedFromBand, movedByKeys
  case ballIdle, ballDroppedOutside, ballHalfDimmed
  case fieldWithFocus, fieldFading, fieldWithSelection, fieldWithoutFocus, fieldInactive
  case fieldTokenDeleted

  /// Creates a control and brings it into the state.
  ///
  /// - Returns: The control and the instant after the input.
  func perform(reducesMotion: Bool = false) -> (control: any Control, now: Instant) {
    switch self {
    case .buttonDown, .buttonInDrag, .buttonReleased, .buttonThrown, .dragCancelled, .buttonTapped,
      .resizedInMotion, .caughtInMotion, .cornerSnap, .originalSnap, .releasedFromBand, .movedByKeys,
      .ballIdle, .ballDroppedOutside, .ballHalfDimmed:
      let configuration = FloatingButton.Configuration(
        shape: isBall ? .ball : .button, snap: snap, ringsBell: true)
      var button = ControlHarness(button: configuration, reducesMotion: reducesMotion)
      perform(on: &button)
      return (button.control, button.now)
    case .fieldWithFocus, .fieldFading, .fieldWithSelection, .fieldWithoutFocus,
      .fieldInactive, .fieldTokenDeleted:
      var field = ControlHarness(tokens: ControlHarness.samples, width: 250)
      field.environment.reducesMotion = reducesMotion
      perform(on: &field)
      return (field.control, field.now)
    }
  }

  private var isBall: Bool {
    [.ballIdle, .ballDroppedOutside, .ballHalfDimmed].contains(self)
  }

  private var snap: SnapMode? {
    switch self {
    case .cornerSnap: .corners
    case .originalSnap: .original
    default: nil
    }
  }

  private func perform(on button: inout ControlHarness<FloatingButton>) {
    switch self {
    case .buttonDown:
      button.press(at: button.center)
      button.advance(by: .milliseconds(100))
    case .buttonInDrag:
      button.beginDrag()
      button.drag(by: Vector(dx: -333, dy: 77))
    case .buttonReleased: button.drop(at: Point(x: 543, y: 299))
    case .buttonThrown, .cornerSnap, .originalSnap:
      button.beginDrag()
      button.drag(to: button.pointer + Vector(dx: -90, dy: 60), over: .milliseconds(80))
      button.release()
    case .dragCancelled:
      button.beginDrag()
      button.drag(by: Vector(dx: -333, dy: 77))
      button.press(.escape)
    case .buttonTapped: button.click(button.center)
    case .resizedInMotion:
      button.drop(at: Point(x: 543, y: 299))
      button.advance(by: .milliseconds(70))
      button.resize(to: Size(width: 1234, height: 567))
    case .caughtInMotion:
      button.drop(at: Point(x: 643, y: 299))
      button.advance(by: .milliseconds(40))
      // On the button now and at rest.
      button.press(at: Point(x: 790, y: 299))
      button.release()
    case .releasedFromBand: button.drop(at: Point(x: 1100, y: 700))
    case .movedByKeys:
      button.control.focus(0, at: button.now)
      button.press(.character("m"))
      button.press(.left)
    case .ballDroppedOutside: button.drop(at: Point(x: 1000, y: 700))
    case .ballHalfDimmed: button.advance(by: .milliseconds(1500))
    default: break
    }
  }

  private func perform(on field: inout ControlHarness<TextTokenField>) {
    switch self {
    case .fieldFading: field.advance(by: .milliseconds(450))
    case .fieldWithSelection: field.press(.end, .shift)
    case .fieldWithoutFocus:
      field.press(.right)
      field.advance(by: .milliseconds(450))
      field.control.focus(nil, at: field.now)
    case .fieldInactive: field.send(.windowFocusChanged(isFocused: false))
    case .fieldTokenDeleted:
      field.press(.delete, .control)
      field.advance(by: .milliseconds(450))
    default: break
    }
  }
}
