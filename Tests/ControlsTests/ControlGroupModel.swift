import Controls
import Motion
import Scene

/// A call that a control of a tree should receive.
struct ExpectedCall: Hashable {
  var control: Int
  var call: RecordedCall
}

/// The routing state of a tree, with the recording controls as a flat list.
struct RoutingModel {
  /// A pending request for data.
  struct Request {
    /// The requesting control, or `nil` after its removal.
    var control: Int?
    var source: ReceivedData.Source
  }

  var hovered: Int?
  /// The part that receives pointer events. After the removal of the control that was pressed, this is
  /// the group that contained it.
  var capture: (node: TreeNode, button: PointerButton)?
  var focus: (control: Int, stop: Int)?
  var dropTarget: Int?
  var dragSource: Int?
  var requests: [Request] = []
  /// The calls for the current event.
  private(set) var calls: [ExpectedCall] = []
  /// The actual calls for the current event, without those in which a container that scrolls reports the pointer.
  private(set) var routed: [ExpectedCall] = []
  /// Whether the current event was handled.
  private(set) var isHandled = false
  /// The containers that scroll during the current event.
  private var containers: [TreeNode] = []
  /// The actual calls that were not expected yet.
  private var actual: ArraySlice<CallLog.Entry> = []

  /// Updates the state after the removal of a part.
  mutating func remove(_ node: TreeNode) {
    let ids = node.leaves.map(\.id)
    if hovered.map(ids.contains) == true { hovered = nil }
    if focus.map({ ids.contains($0.control) }) == true { focus = nil }
    if dropTarget.map(ids.contains) == true { dropTarget = nil }
    if dragSource.map(ids.contains) == true { dragSource = nil }
    for index in requests.indices where requests[index].control.map(ids.contains) == true {
      requests[index].control = nil
    }
    if let capture, node.contains(capture.node) {
      // The root does not wait for the release, because no group contains it.
      self.capture = node.parent.map { ($0, capture.button) }
    }
  }

  /// Applies the outcomes of timers, and of changes of the layout, which may move controls under the pointer.
  mutating func apply(_ entries: ArraySlice<CallLog.Entry>) {
    for entry in entries {
      switch entry.call {
      case .left: hovered = nil
      case .moved: hovered = entry.control
      default: break
      }
      apply(entry.response, of: entry.control)
    }
  }

  private mutating func apply(_ response: Response<RecordedAction>, of control: Int) {
    for effect in response.effects {
      switch effect {
      case .focus(let stop): focus = (control, stop)
      case .request(let pasteboard, _):
        requests.append(Request(control: control, source: .pasteboard(pasteboard)))
      case .requestSecret(_, let number, _):
        requests.append(Request(control: control, source: .secret(request: number)))
      case .beginDrag: (dragSource, capture) = (control, nil)
      case .bell, .announce, .refuse, .offer, .offerSecret, .withdraw, .close: break
      }
    }
  }
}

// Events.
extension RoutingModel {
  /// Determines the calls for an event. The responses come from the actual calls.
  ///
  /// - Parameters:
  ///   - situation: The positions before the event.
  ///   - containers: Those that scroll during the event, and so report the pointer.
  mutating func route(
    _ event: InputEvent, in situation: RoutingSituation, scrolling containers: [TreeNode],
    actual: ArraySlice<CallLog.Entry>
  ) {
    (calls, routed, isHandled, self.actual, self.containers) = ([], [], false, actual, containers)
    determineCalls(for: event, in: situation)
    skipReports(in: situation)
    routed += self.actual.map { ExpectedCall(control: $0.control, call: $0.call) }
  }

  private mutating func determineCalls(for event: InputEvent, in situation: RoutingSituation) {
    switch event {
    case .pointerPressed(let press): pressed(press, event, situation)
    case .pointerMoved: moved(event, situation)
    case .pointerReleased(let press):
      guard let target = capture else { return }
      if press.button == target.button { capture = nil }
      if target.node.leaf != nil { send(event, to: target.node, situation) }
    case .pointerLeft: endHover(situation)
    case .scrolled:
      if let modal = situation.modal {
        send(event, to: modal, situation)
        isHandled = true
      } else {
        offer(event, to: situation.targets, situation)
      }
    case .keyPressed: offer(event, to: situation.keyTargets, situation)
    case .textCommitted, .preeditChanged:
      if let target = situation.modal ?? situation.leaf(focus?.control) { send(event, to: target, situation) }
    case .data(let data): route(data, event, situation)
    case .pointerGrabLost, .windowHidden:
      capture = nil
      sendToAll(event, situation)
    case .windowFocusChanged:
      if let modal = situation.modal {
        send(event, to: modal, situation)
      } else {
        sendToAll(event, situation)
      }
    case .keyboardChanged, .windowObscured: sendToAll(event, situation)
    // The random events contain none, because their paths lead to one control.
    case .accessibility: break
    }
  }

  private mutating func pressed(_ press: PointerPress, _ event: InputEvent, _ situation: RoutingSituation) {
    if let capture {
      if capture.node.leaf != nil, send(event, to: capture.node, situation) { hover(capture.node, situation) }
      return
    }
    for case .control(let node) in situation.targets {
      // A control may begin a drag, which ends the press.
      capture = (node, press.button)
      if send(event, to: node, situation) {
        hover(node, situation)
        return
      }
      capture = nil
    }
  }

  private mutating func moved(_ event: InputEvent, _ situation: RoutingSituation) {
    if let capture, capture.node.leaf == nil { return }
    let target = capture?.node ?? situation.topmost
    hover(target, situation)
    if let target { send(event, to: target, situation) }
  }

  private mutating func hover(_ node: TreeNode?, _ situation: RoutingSituation) {
    if hovered != node?.id { endHover(situation) }
    hovered = node?.id
  }

  private mutating func endHover(_ situation: RoutingSituation) {
    guard let node = situation.leaf(hovered) else { return }
    hovered = nil
    send(.pointerLeft, to: node, situation)
  }

  private mutating func route(_ data: DataEvent, _ event: InputEvent, _ situation: RoutingSituation) {
    switch data {
    case .dragUpdated:
      let target = situation.topmost
      if let previous = situation.leaf(dropTarget), previous !== target {
        send(.data(.dragExited), to: previous, situation)
      }
      dropTarget = target?.id
      if let target { send(event, to: target, situation) }
    case .dragExited:
      deliver(event, to: dropTarget, situation)
      dropTarget = nil
    case .dragEnded:
      deliver(event, to: dragSource, situation)
      dragSource = nil
    case .received(let data):
      if case .drop = data.source {
        deliver(event, to: dropTarget, situation)
        dropTarget = nil
      } else {
        deliver(event, to: takeRequest(answeredBy: data)?.control, situation)
      }
    }
  }

  /// Removes the oldest request of a source, or the newest one if it was refused.
  private mutating func takeRequest(answeredBy data: ReceivedData) -> Request? {
    let isRefused = if case .failure(.tooManyRequests) = data.result { true } else { false }
    let index =
      isRefused
      ? requests.lastIndex { $0.source == data.source } : requests.firstIndex { $0.source == data.source }
    return index.map { requests.remove(at: $0) }
  }

  private mutating func deliver(_ event: InputEvent, to control: Int?, _ situation: RoutingSituation) {
    if let node = situation.leaf(control) { send(event, to: node, situation) }
  }

  private mutating func sendToAll(_ event: InputEvent, _ situation: RoutingSituation) {
    for node in situation.leaves { send(event, to: node, situation) }
  }

  /// Sends an event to the first part that handles it.
  private mutating func offer(
    _ event: InputEvent, to targets: [RoutingSituation.Target], _ situation: RoutingSituation
  ) {
    for target in targets {
      switch target {
      case .control(let node):
        if send(event, to: node, situation) { return }
      case .container:
        isHandled = true
        return
      }
    }
  }

  /// Applies the calls that follow from the scroll of a container during the event, and not from the event.
  private mutating func skipReports(before expected: ExpectedCall? = nil, in situation: RoutingSituation) {
    while let entry = actual.first, expected != ExpectedCall(control: entry.control, call: entry.call),
      [RecordedCall.left.kind, RecordedCall.moved(.zero).kind].contains(entry.call.kind),
      let leaf = situation.leaf(entry.control), containers.contains(where: { $0.contains(leaf) })
    {
      apply([actual.removeFirst()])
    }
  }

  @discardableResult
  private mutating func send(
    _ event: InputEvent, to node: TreeNode, _ situation: RoutingSituation
  ) -> Bool {
    let expected = ExpectedCall(control: node.id, call: RecordedCall(situation.local(event, in: node)))
    calls.append(expected)
    skipReports(before: expected, in: situation)
    guard let entry = actual.first, entry.control == node.id, entry.call == expected.call else {
      return false
    }
    actual.removeFirst()
    routed.append(expected)
    apply(entry.response, of: node.id)
    isHandled = isHandled || entry.response.isHandled
    return entry.response.isHandled
  }
}
