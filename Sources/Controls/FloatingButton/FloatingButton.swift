public import Motion
public import Scene

/// A button that floats above everything: it can be tapped, and after a long press it can be
/// dragged; let go, it snaps to an edge by a spring. Keys and a menu move it too.
///
/// It lives in a container, the window, and draws itself wherever it is there.
public struct FloatingButton: Control {
  /// What it is like; `reconfigure(_:at:)` changes it.
  public internal(set) var configuration: Configuration {
    didSet { labelMetrics = Self.metrics(ofLabelOf: configuration, in: environment) }
  }
  public var environment: Environment {
    didSet {
      panel.environment = environment
      menu.environment = environment
      labelMetrics = Self.metrics(ofLabelOf: configuration, in: environment)
    }
  }
  /// Kept, since each frame needs the size that follows from it a few times.
  private(set) var labelMetrics: TextMetrics

  /// Whether it shows its second state, green.
  public private(set) var isOn = false
  /// Where it rests, or will rest, of all the places that its centre may have; given as the
  /// configuration's `start` it is there again.
  public internal(set) var restingPlace: RelativePlace
  /// Whether the person has brought it to another place of rest, by hand, by keys or by a click.
  public private(set) var hasBeenMoved = false

  /// The window in which it floats.
  private(set) var container = Rect.zero
  /// Device pixels to one logical pixel when it was placed there.
  private var containerScale = 0.0
  /// How large it was when it was placed; a label in another font is another size.
  private var placedSize = Size.zero
  /// What of it must not be covered by the button at rest.
  private(set) var clearArea: Rect?
  /// The clock by which all of it moves; what a hand does is timed by the real one.
  var playback = Playback()
  var center: Animated<Point>
  var scale: Animated<Double>
  var opacity: Animated<Double>
  /// Whether it is on its way back into the window, which has a pace of its own.
  var isReturning = false

  var gesture: PressGesture
  /// The hold that a drag has of it; `nil` while there is none.
  var grip: Grip?
  /// How it is moved without being dragged; `nil` while it is not.
  var relocation: Relocation?
  var hint = Hint()
  /// What it expands into when it is tapped.
  var panel: ActionPanel
  /// What a right click offers.
  var menu: ActionPanel
  /// Where the pointer asked for the menu; `nil` where a key did.
  var menuPoint: Point?

  /// Where the pointer was seen last; `nil` outside the window.
  var pointer: Point?
  var isPressed = false
  var isHovered = false
  var isFocused = false

  public init(_ configuration: Configuration = Configuration(), in environment: Environment) {
    self.configuration = configuration
    self.environment = environment
    labelMetrics = Self.metrics(ofLabelOf: configuration, in: environment)
    gesture = PressGesture(Self.pressRules(configuration, environment))
    panel = ActionPanel(configuration.actions, arrangement: .grid, in: environment)
    panel.spring = configuration.feel.spring
    menu = ActionPanel(configuration.allMenuItems, arrangement: .menu, in: environment)
    restingPlace = configuration.startingPlace
    center = Animated(.zero, threshold: environment.placeThreshold)
    scale = Animated(1, threshold: Theme.FloatingButton.scaleThreshold)
    opacity = Animated(1, threshold: Theme.opacityThreshold)
  }

  /// Puts the button into a window, or tells it the window's new size: it keeps its edge and its
  /// relative place along it. A drag that is under way goes on from where it is.
  ///
  /// - Parameter clearArea: What of the window it is not to cover at rest, as long as its snap mode
  ///   has a place for it beside that: it goes there by its spring, and back when there is nothing
  ///   to be kept clear any more.
  public mutating func place(
    in container: Rect, keepingClear clearArea: Rect? = nil, at now: Instant
  ) {
    let (old, area) = (self.container, restArea)
    let isSame =
      container == old && environment.scale == containerScale && size == placedSize
    guard !isSame || clearArea != self.clearArea else { return }
    (self.container, self.clearArea) = (container, clearArea)
    (containerScale, placedSize) = (environment.scale, size)
    if old.isEmpty { return appear(at: now) }
    if isSame {
      goAside(at: now)
    } else {
      if !isPressed { stay(sinceArea: area, at: now) }
      regrip(at: now)
    }
    placePanels(at: now)
  }

  private mutating func appear(at now: Instant) {
    leaveAlone(at: now)
    if configuration.start != nil { snapRestingPlace() }
    center.set(home)
    judgeHover(at: now)
  }

  /// Keeps its relative place, in an area that has changed: by a spring where it is in flight.
  private mutating func stay(sinceArea area: Rect, at now: Instant) {
    let target = relocation == .byKeys ? movedPlace(sinceArea: area) : home
    let isFlying = center.nextChange(after: playback.time(at: now)) != nil
    let animation = isFlying ? Animation.spring(configuration.feel.spring) : nil
    fly(to: target, with: animation, now)
    judgeHover(at: now)
  }

  /// Goes out of the way of what is to be kept clear, or back.
  private mutating func goAside(at now: Instant) {
    guard !isPressed, relocation != .byKeys, home != center.target else { return }
    fly(to: home, with: .spring(configuration.feel.spring), now)
    judgeHover(at: now)
  }

  /// Makes the place to which the person has brought it its place of rest.
  mutating func settle(at place: Point) {
    let place = cleared(place)
    guard crisp(place).distance(to: home) >= environment.placeThreshold else { return }
    restingPlace = RelativePlace(place, in: restArea)
    hasBeenMoved = true
  }

  /// Makes the place to which its mode snaps it from its place of rest its place of rest.
  mutating func snapRestingPlace() {
    restingPlace = RelativePlace(snapped(restingPlace.point(in: restArea)), in: restArea)
  }

  /// Changes from red to green or back.
  mutating func toggle() -> [Action] {
    isOn.toggle()
    return [.toggled(isOn)]
  }

  /// Whether all input is meant for it, wherever the pointer and the keyboard focus are: its panel
  /// or its menu is open, or a place for it is to be pointed out. Escape ends each of them.
  public var isModal: Bool { panel.isOpen || menu.isOpen || relocation == .toPlace }
}

// Time.
extension FloatingButton {
  /// How fast it moves, of 1 for as fast as it should.
  public var rate: Double { playback.rate }

  /// Slows down, or speeds up, all that moves in it, from now on. The hand's own time is as ever: a
  /// press is long after the same time, and a throw takes the same way, only slower.
  ///
  /// - Parameter rate: Clamped to 0…1000; NaN counts as 1. At 0 it stands still.
  public mutating func setRate(_ rate: Double, at now: Instant) {
    playback.setRate(rate, at: now)
    panel.setRate(rate, at: now)
    menu.setRate(rate, at: now)
  }

  public func nextChange(after now: Instant) -> Instant? {
    let time = playback.time(at: now)
    let moving = Instant.earliest(
      center.nextChange(after: time), scale.nextChange(after: time),
      opacity.nextChange(after: time), hint.nextChange(after: time))
    let moment = moving.flatMap { playback.moment(of: $0) }
    return .earliest(
      moment.map { max(now, $0) }, gesture.deadline, panel.nextChange(after: now),
      menu.nextChange(after: now))
  }
}

// Focus.
extension FloatingButton {
  public var focusStopCount: Int { 1 }

  public mutating func focus(_ stop: Int?, at now: Instant) {
    if isFocused, stop == nil { endRelocation(at: now) }
    attend(at: now) { $0.isFocused = stop != nil }
  }

  /// A press keeps the focus where it is, so that it does not leave the field being typed in.
  public func focusStop(under point: Point, at now: Instant) -> Int? { nil }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect { frame(at: center.target) }
}
