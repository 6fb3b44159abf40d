import Controls
import Motion
import Scene
import TestSupport

/// The state of a control after user input.
package enum ControlScenario: String, CaseIterable {
  case buttonDown, buttonInDrag, buttonReleased, buttonThrown, dragCancelled, buttonTapped
  case resizedInMotion, caughtInMotion, cornerSnap, originalSnap, releasedFromBand, movedByKeys
  case ballIdle, ballDroppedOutside, ballHalfDimmed
  case buttonExpanded, buttonCollapsing, buttonMenu
  case fieldWithFocus, fieldFading, fieldWithSelection, fieldWithoutFocus, fieldInactive
  case fieldTokenDeleted, fieldMenu, fieldCompletions, fieldSuggestion
  case panelOpening, menuOpen
  case sliderInDrag, sliderReleased, sliderPressed, sliderMovedByKeys
  case switchHovered, switchToggled, segmentPressed, segmentSelected, segmentsCrossed
  case capsuleHovered, capsulePressed, label
  case scrolledByWheel, scrolledByKeys, group, groupInRow

  /// The invariants of the control in the state.
  package var laws: any ControlLaws {
    switch self {
    case .buttonDown, .buttonInDrag, .buttonReleased, .buttonThrown, .dragCancelled, .buttonTapped,
      .resizedInMotion, .caughtInMotion, .cornerSnap, .originalSnap, .releasedFromBand, .movedByKeys,
      .ballIdle, .ballDroppedOutside, .ballHalfDimmed, .buttonExpanded, .buttonCollapsing, .buttonMenu:
      LawsAfterInput { reducesMotion in
        let configuration = FloatingButton.Configuration(
          shape: isBall ? .ball : .button, snap: snap, tap: expands ? .expand : .toggle,
          actions: ActionItem.samples, ringsBell: true)
        var button = ControlHarness(button: configuration, reducesMotion: reducesMotion)
        perform(on: &button)
        return button
      }
    case .fieldWithFocus, .fieldFading, .fieldWithSelection, .fieldWithoutFocus, .fieldInactive,
      .fieldTokenDeleted, .fieldMenu, .fieldCompletions, .fieldSuggestion:
      LawsAfterInput { reducesMotion in
        var field = ControlHarness(tokens: ControlHarness.samples, width: 250)
        field.environment.reducesMotion = reducesMotion
        field.control.name = "Tokens"
        field.control.setOverlayBounds(Rect(x: 0, y: 0, width: 960, height: 640), at: field.now)
        perform(on: &field)
        return field
      }
    case .panelOpening, .menuOpen:
      LawsAfterInput { reducesMotion in
        var panel = ControlHarness(
          panel: ActionItem.samples, self == .menuOpen ? .menu : .grid, isOpen: self != .panelOpening,
          reducesMotion: reducesMotion)
        if self == .panelOpening { panel.open() }
        return panel
      }
    case .sliderInDrag, .sliderReleased, .sliderPressed, .sliderMovedByKeys:
      laws {
        var slider = Slider(0.3, of: SteppedRange(0...1, stepsPerUnit: 10), defaultValue: 0.5, in: $0)
        slider.name = "Slider"
        return slider
      } after: {
        slide(&$0)
      }
    case .switchHovered, .switchToggled:
      laws {
        ToggleSwitch("Switch", isOn: false, in: $0)
      } after: { subject in
        subject.move(to: subject.center)
        if self == .switchToggled { subject.click(subject.center) }
      }
    case .segmentPressed, .segmentSelected, .segmentsCrossed:
      laws {
        SegmentedControl(["One", "Two", "Three"], selection: 0, in: $0)
      } after: { subject in
        switch self {
        case .segmentPressed: subject.press(at: subject.center)
        case .segmentSelected: subject.press(.right)
        default:
          subject.press(.end)
          subject.advance(by: .milliseconds(60))
          subject.press(.home)
        }
      }
    case .capsuleHovered, .capsulePressed:
      laws {
        CapsuleButton("Button", in: $0)
      } after: { subject in
        subject.move(to: subject.center)
        if self == .capsulePressed { subject.press(at: subject.center) }
      }
    case .label:
      laws {
        var label = Label("Two words", in: $0)
        label.details = "And more"
        return label
      } after: { subject in
        subject.move(to: Point(x: 22, y: 32))
        subject.move(to: Point(x: 23, y: 32))
        subject.advance(by: .milliseconds(550))
      }
    case .scrolledByWheel, .scrolledByKeys: scrollLaws
    case .group, .groupInRow: groupLaws
    }
  }

  /// Returns the invariants of a control at (20, 30) with a width of 240 and the focus.
  private func laws<Subject: ColumnControl & ~Copyable>(
    _ make: @escaping (Environment) -> Subject,
    after perform: @escaping (inout ControlHarness<Subject>) -> Void
  ) -> any ControlLaws {
    LawsAfterInput(in: Rect(x: 0, y: 0, width: 280, height: 120)) { reducesMotion in
      var subject = ControlHarness(
        make(Environment(text: FixedTextMetrics(), reducesMotion: reducesMotion)))
      subject.control.layOut(at: Point(x: 20, y: 30), width: 240, at: .zero)
      if subject.control.focusStopCount > 0 { subject.control.focus(0, at: .zero) }
      perform(&subject)
      return subject
    }
  }

  private var scrollLaws: any ControlLaws {
    LawsAfterInput(in: Rect(x: 0, y: 0, width: 300, height: 200)) { reducesMotion in
      let environment = Environment(text: FixedTextMetrics(), reducesMotion: reducesMotion)
      let label = Label(Array(repeating: "Line", count: 40).joined(separator: "\n"), in: environment)
      var view = ControlHarness(ScrollView(label, in: environment))
      view.control.place(in: Rect(x: 20, y: 30, width: 200, height: 100), at: .zero)
      view.move(to: Point(x: 100, y: 60))
      if self == .scrolledByWheel { view.scroll(3) } else { view.press(.pageDown) }
      view.advance(by: .milliseconds(30))
      return view
    }
  }

  private var groupLaws: any ControlLaws {
    laws { environment in
      let group = ControlGroup<Never>(self == .group ? .column() : .row(), in: environment)
      group.add(ToggleSwitch("Switch", isOn: false, in: environment))
      var slider = Slider(0, of: SteppedRange(0...1, stepsPerUnit: 10), defaultValue: 0, in: environment)
      slider.name = "Slider"
      group.add(slider)
      var field = TokenField(ControlHarness<TextTokenField>.samples, in: environment)
      field.name = "Tokens"
      group.add(field)
      return group
    } after: { subject in
      subject.press(.space)
      subject.advance(by: .milliseconds(40))
      subject.control.focus(1, at: subject.now)
      subject.press(.end)
    }
  }

  private func slide(_ slider: inout ControlHarness<Slider>) {
    switch self {
    case .sliderInDrag, .sliderReleased:
      let (frame, radius) = (slider.control.frame, Theme.light.slider.thumbRadius)
      slider.press(at: Point(x: frame.minX + radius + 0.3 * (frame.width - 2 * radius), y: frame.midY))
      slider.drag(to: slider.pointer + Vector(dx: 57, dy: 3), over: .milliseconds(80))
      if self == .sliderReleased { slider.release() }
    case .sliderPressed: slider.press(at: Point(x: 230, y: slider.control.frame.midY))
    default:
      slider.press(.end)
      slider.advance(by: .milliseconds(50))
      slider.press(.left)
    }
  }

  private var expands: Bool { self == .buttonExpanded || self == .buttonCollapsing }

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
    case .buttonExpanded: button.click(button.center)
    case .buttonCollapsing:
      button.click(button.center)
      button.advance(by: .milliseconds(400))
      button.press(.escape)
    case .buttonMenu: button.click(button.center, button: .secondary)
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
    case .fieldMenu: field.click(Point(x: 60, y: 48), button: .secondary)
    case .fieldCompletions, .fieldSuggestion:
      field.control.completionSource = CompletionIndex(ControlHarness.contacts)
      field.press(.end, .control)
      field.type("ma")
      if self == .fieldSuggestion { field.press(.down) }
    default: break
    }
  }
}

extension ControlHarness where Subject: ColumnControl & ~Copyable {
  fileprivate var center: Point { control.frame.center }
}
