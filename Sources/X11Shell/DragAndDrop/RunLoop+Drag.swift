import CX11
import Motion
import Scene

extension RunLoop {
  /// Has the pointer carry data from now on, until its last button is up.
  ///
  /// Where no button is down any more, the drag is over before it began.
  mutating func beginDrag(_ offer: DataOffer, picture: DragPicture?) {
    endDrag()
    guard let inputTime, translation.isPressed, let pointer = pointerPlace else {
      return dragOutcomes.append(.cancelled)
    }
    let connection = window.connection
    exchange.owner.own(connection.atoms[.xdndSelection], offer, since: inputTime)
    let targets = offer.forms.flatMap { connection.atoms.targets(for: $0.type) }
    PropertyValue.words(targets, type: XA_ATOM)
      .write(to: connection.atoms[.xdndTypeList], of: exchange.owner.window, on: connection)
    let icon = picture.flatMap {
      DragIcon($0, isComposited: visibility.isComposited, on: connection)
    }
    let source = DragSource(targets: targets, action: connection.atoms[.xdndActionCopy])
    drag = Drag(source, icon: icon, since: inputTime, on: connection)
    drag?.move(to: pointer.place, at: inputTime)
    dragOrigin = pointer.origin
    holdsDrag = true
  }

  /// The screen's pixels at which the pointer is, and at which the window begins; a round trip.
  /// `nil` where they are on different screens.
  private var pointerPlace: (place: PixelPoint, origin: PixelPoint)? {
    var (root, child): (Window, Window) = (0, 0)
    var (rootX, rootY, x, y): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    var mask: UInt32 = 0
    let isSameScreen = window.connection.aboutStrangers {
      XQueryPointer(
        window.connection.display, window.id, &root, &child, &rootX, &rootY, &x, &y, &mask)
    }
    guard isSameScreen != 0 else { return nil }
    return (
      PixelPoint(x: Int(rootX), y: Int(rootY)), PixelPoint(x: Int(rootX - x), y: Int(rootY - y))
    )
  }

  /// Takes what the pointer does while it carries data, or has just been relieved of that and is
  /// still pressed.
  ///
  /// - Returns: Whether it was taken, and is not to be told.
  mutating func takesForDrag(_ input: InputEvent) -> Bool {
    guard holdsDrag else { return false }
    switch input {
    case .pointerMoved(let point): carry(to: point)
    case .pointerReleased(let press):
      guard !translation.isPressed else { return true }
      carry(to: press.position)
      holdsDrag = false
      perform(drag?.letGo(at: MonotonicClock.now))
    // Another button gives it up.
    case .pointerPressed: cancelDrag()
    case .pointerGrabLost:
      cancelDrag()
      holdsDrag = false
    case .pointerLeft, .scrolled: break
    default: return false
    }
    return true
  }

  private mutating func carry(to point: Point) {
    guard let inputTime else { return }
    let scale = window.scale
    let place = PixelPoint(
      x: dragOrigin.x + Int((point.x * scale).rounded(.down)),
      y: dragOrigin.y + Int((point.y * scale).rounded(.down)))
    drag?.move(to: place, at: inputTime)
  }

  /// Notes that the window may be somewhere else.
  mutating func followMove() {
    if holdsDrag, let pointer = pointerPlace { dragOrigin = pointer.origin }
  }

  /// Gives up what is carried, as Escape does.
  ///
  /// - Returns: Whether anything was.
  @discardableResult
  mutating func cancelDrag() -> Bool {
    guard let commands = drag?.source.cancel(), !commands.isEmpty else { return false }
    perform(commands)
    return true
  }

  /// Ends what is under way at once, even where it is another window's turn.
  private mutating func endDrag() {
    cancelDrag()
    perform(drag?.source.end(.cancelled))
  }

  /// Takes in what a target says.
  mutating func hearAnswer(_ message: DragMessage, from target: Window, at now: Instant) {
    switch message {
    case .status(let isAccepted, let silence, _):
      perform(
        drag?.source.noteStatus(
          from: target, isAccepted: isAccepted, silence: silence, at: now))
    case .finished(let isAccepted, _):
      perform(drag?.source.noteFinish(from: target, isAccepted: isAccepted))
    case .enter, .position, .leave, .drop: break
    }
  }

  /// Does what was due until then: the next look for a window, the end of patience; tells what has
  /// become of drags.
  mutating func advanceDrag(to now: Instant, _ client: inout some WindowClient & ~Copyable) {
    if drag?.source.isOver == false {
      let selection = window.connection.atoms[.xdndSelection]
      let isTaking = exchange.owner.isTransferring(selection)
      perform(drag?.advance(to: now, isTaking: isTaking))
    }
    for outcome in dragOutcomes { tell(&client, .data(.dragEnded(outcome)), at: now) }
    dragOutcomes.removeAll()
  }

  private mutating func perform(_ commands: [DragSource.Command]?) {
    for command in commands ?? [] {
      switch command {
      case .say(let message, let site):
        message.send(
          from: exchange.owner.window, about: site.window, to: site.destination,
          on: window.connection)
      case .release(let outcome): dragOutcomes.append(outcome)
      case .end(let outcome):
        drag = nil
        // What is under way goes on to its end.
        exchange.owner.disown(window.connection.atoms[.xdndSelection])
        if let outcome { dragOutcomes.append(outcome) }
      }
    }
  }
}
