import Controls
import Motion
import Scene
import TestSupport

/// An action of a recording control.
struct RecordedAction: Hashable {
  var control: Int
  /// The number of events that the control had received.
  var count: Int
  /// The groups that have translated the action, from the inside out.
  var path: [Int] = []
}

/// A call that a control has received, in a form that can be compared.
enum RecordedCall: Hashable {
  case moved(Point)
  case pressed(PointerPress)
  case released(PointerPress)
  case left, grabLost
  case scrolled(ScrollEvent)
  case key(Key)
  case text, preedit
  case focusChanged(Bool)
  case keyboard, hidden, obscured
  case dragUpdated(Point)
  case dragExited, dragEnded
  case received(ReceivedData.Source)
  case accessibility
  /// The end of a timer.
  case deadline
  /// A call of `focus(_:at:)`.
  case focus(Int?)

  init(_ event: InputEvent) {
    switch event {
    case .pointerMoved(let point): self = .moved(point)
    case .pointerPressed(let press): self = .pressed(press)
    case .pointerReleased(let press): self = .released(press)
    case .pointerLeft: self = .left
    case .pointerGrabLost: self = .grabLost
    case .scrolled(let scroll): self = .scrolled(scroll)
    case .keyPressed(let press): self = .key(press.key)
    case .textCommitted: self = .text
    case .preeditChanged: self = .preedit
    case .windowFocusChanged(let isFocused): self = .focusChanged(isFocused)
    case .keyboardChanged: self = .keyboard
    case .windowHidden: self = .hidden
    case .windowObscured: self = .obscured
    case .data(.dragUpdated(let drop)): self = .dragUpdated(drop.position)
    case .data(.dragExited): self = .dragExited
    case .data(.dragEnded): self = .dragEnded
    case .data(.received(let data)): self = .received(data.source)
    case .accessibility: self = .accessibility
    }
  }

  /// The kind of the call, without its values.
  var kind: Int {
    switch self {
    case .moved: 0
    case .pressed: 1
    case .released: 2
    case .left: 3
    case .grabLost: 4
    case .scrolled: 5
    case .key: 6
    case .text: 7
    case .preedit: 8
    case .focusChanged: 9
    case .keyboard: 10
    case .hidden: 11
    case .obscured: 12
    case .dragUpdated: 13
    case .dragExited: 14
    case .dragEnded: 15
    case .received: 16
    case .deadline: 17
    case .focus: 18
    case .accessibility: 19
    }
  }
}

/// The calls that all controls of a tree have received, in order.
final class CallLog {
  struct Entry {
    var control: Int
    var call: RecordedCall
    var now: Instant
    var response: Response<RecordedAction>
  }

  var entries: [Entry] = []
}

/// A control that records its calls. It responds by rules that depend only on its identity.
struct RecordingControl: ColumnControl {
  typealias Action = RecordedAction

  let id: Int
  private let log: CallLog
  private(set) var environment: Environment
  private(set) var frame = Rect.zero
  private(set) var focusedStop: Int?
  private(set) var isModal = false
  /// The part of the drawing that depends on the events.
  private var count = 0
  private var height: Double
  private var pressedButton: PointerButton?
  private var deadline: Instant?
  /// The last change, after which the drawing blinks.
  private var changed: Instant?

  init(_ id: Int, recordingIn log: CallLog, _ environment: Environment) {
    (self.id, self.log, self.environment) = (id, log, environment)
    height = Double(10 + Self.number(id, 0, below: 4) * 10)
  }

  /// Returns a number that depends only on the control and the number of a rule.
  private static func number(_ id: Int, _ rule: Int, below count: Int) -> Int {
    var generator = SeededGenerator(seed: id &* 1_000_003 &+ rule)
    return Int.random(in: 0..<count, using: &generator)
  }

  /// Returns whether a rule applies to the control. It applies to one control of `count`.
  private func follows(_ rule: Int, oneOf count: Int) -> Bool { Self.number(id, rule, below: count) == 0 }

  var focusStopCount: Int { Self.number(id, 1, below: 3) }

  /// The part above all other controls.
  private var overlay: Rect? {
    guard follows(2, oneOf: 2) || isModal else { return nil }
    return Rect(x: frame.minX + 5, y: frame.maxY, width: 40, height: 25)
  }

  mutating func update(_ environment: Environment, at now: Instant) { self.environment = environment }

  mutating func layOut(at origin: Point, width: Double, at now: Instant) {
    let preferred = Double(20 + Self.number(id, 3, below: 60))
    frame = Rect(origin: origin, size: Size(width: min(width, preferred), height: height))
  }

  func hitTest(_ point: Point, at now: Instant) -> HitRegion {
    if overlay?.contains(point) == true { return .overlay }
    return frame.contains(point) ? .content : .outside
  }

  func pointerShape(over point: Point, at now: Instant) -> PointerShape? {
    hitTest(point, at: now) == .outside ? nil : .hand
  }

  mutating func focus(_ stop: Int?, at now: Instant) {
    focusedStop = stop
    log.entries.append(.init(control: id, call: .focus(stop), now: now, response: .ignored))
  }

  func focusStop(under point: Point, at now: Instant) -> Int? {
    focusStopCount > 0 && frame.contains(point) ? focusStopCount - 1 : nil
  }

  func frame(ofFocusStop stop: Int, at now: Instant) -> Rect {
    Rect(x: frame.minX + Double(stop), y: frame.minY, width: 10, height: 10)
  }
}

// Events.
extension RecordingControl {
  mutating func advance(to now: Instant) -> Response<RecordedAction> {
    guard let deadline, deadline <= now else { return .ignored }
    self.deadline = nil
    return respond(to: .deadline, at: now)
  }

  mutating func handle(_ event: InputEvent, at now: Instant) -> Response<RecordedAction> {
    let response = advance(to: now)
    return response.merging(respond(to: RecordedCall(event), at: now))
  }

  private mutating func respond(to call: RecordedCall, at now: Instant) -> Response<RecordedAction> {
    (count, changed) = (count + 1, now)
    var response = Response<RecordedAction>(isHandled: handles(call))
    if count % 2 == 0 || call.kind == 9 {
      response.outcomes.append(.action(RecordedAction(control: id, count: count)))
    }
    response.outcomes += effects(of: call, isHandled: response.isHandled, at: now).map(Outcome.effect)
    if response.outcomes.count > 1, count % 3 == 0 {
      response.outcomes.append(.action(RecordedAction(control: id, count: -count)))
    }
    log.entries.append(.init(control: id, call: call, now: now, response: response))
    return response
  }

  private func handles(_ call: RecordedCall) -> Bool {
    switch call {
    case .deadline, .focus, .left: false
    case .released(let press): pressedButton == press.button
    case .moved: pressedButton != nil || !follows(10, oneOf: 3)
    case .key(let key): Self.number(id, 20 + key.hashOfTest, below: 2) == 0
    default: !follows(30 + call.kind, oneOf: 3)
    }
  }

  /// Changes the state, and returns effects.
  private mutating func effects(of call: RecordedCall, isHandled: Bool, at now: Instant) -> [Effect] {
    switch call {
    case .pressed(let press):
      if isModal, hitTest(press.position, at: now) == .outside { isModal = false }
      return isHandled ? pressed(press.button, at: now) : []
    case .moved:
      guard pressedButton != nil, follows(4, oneOf: 3) else { return [] }
      pressedButton = nil
      return [.beginDrag(DataProvider([]), preview: nil)]
    case .released(let press):
      if press.button == pressedButton { pressedButton = nil }
    case .grabLost, .hidden: pressedButton = nil
    // All controls expire together.
    case .keyboard: deadline = deadline ?? now + .milliseconds(40)
    case .key(let key) where isHandled: return pressed(key)
    case .key(.escape): isModal = false
    case .deadline: return expired()
    default: break
    }
    return []
  }

  private mutating func pressed(_ button: PointerButton, at now: Instant) -> [Effect] {
    pressedButton = pressedButton ?? button
    if follows(5, oneOf: 2), deadline == nil { deadline = now + .milliseconds(70 + 13 * (id % 7)) }
    var effects: [Effect] = focusStopCount > 0 && follows(6, oneOf: 2) ? [.focus(focusStopCount - 1)] : []
    if follows(9, oneOf: 2) {
      effects.append(.request(count % 2 == 0 ? .clipboard : .primary, types: [.text]))
    }
    guard follows(7, oneOf: 3) else { return effects }
    pressedButton = nil
    return effects + [.beginDrag(DataProvider([]), preview: nil)]
  }

  private mutating func pressed(_ key: Key) -> [Effect] {
    switch key {
    case .character("b"): return [.bell]
    case .character("f"): return focusStopCount > 0 ? [.focus(count % focusStopCount)] : []
    case .character("m"): isModal.toggle()
    case .character("r"): return [.request(count % 2 == 0 ? .clipboard : .primary, types: [.text])]
    case .character("s"):
      let options = ReceiveConfiguration(limit: 8)
      return [.requestSecret(from: .clipboard, number: id * 1000 + count, options: options), .bell]
    default: break
    }
    return []
  }

  private mutating func expired() -> [Effect] {
    switch Self.number(id, 8, below: 4) {
    case 0: isModal.toggle()
    case 1: return focusStopCount > 0 ? [.focus(0)] : []
    case 2:
      height = 10 + Double(count % 5) * 10
      frame = Rect(origin: frame.origin, size: Size(width: frame.width, height: height))
    default: break
    }
    return []
  }
}

// Drawing.
extension RecordingControl {
  static let blinks = 4
  static let blinkNanoseconds = 30_000_000

  func draw(into list: inout DisplayList, at now: Instant) {
    var mark = frame
    mark.origin.x += Double(count)
    list.fill(.rect(frame), environment.isWindowFocused ? .black : .white)
    list.fill(.rect(mark), Color(hex: UInt32(id), alpha: focusedStop == nil ? 1 : 0.5))
    guard blinkStep(at: now) % 2 == 1 else { return }
    list.fill(.rect(Rect(x: frame.minX, y: frame.minY, width: 3, height: Double(blinkStep(at: now)))), .black)
  }

  func drawOverlay(into list: inout DisplayList, at now: Instant) {
    if let overlay { list.fill(.rect(overlay), Color(hex: UInt32(id))) }
  }

  func nextChange(after now: Instant) -> Instant? {
    let step = blinkStep(at: now)
    let next =
      step < Self.blinks ? changed.map { $0 + .nanoseconds(Self.blinkNanoseconds * (step + 1)) } : nil
    return .earliest(deadline.map { max($0, now) }, next)
  }

  private func blinkStep(at now: Instant) -> Int {
    guard let changed, changed <= now else { return 0 }
    return min(Self.blinks, Int(now.nanoseconds - changed.nanoseconds) / Self.blinkNanoseconds)
  }
}

extension Key {
  /// A small number that depends only on the key.
  fileprivate var hashOfTest: Int {
    guard case .character(let scalar) = self else { return self == .escape ? 0 : 1 }
    return Int(scalar.value % 8) + 2
  }
}
