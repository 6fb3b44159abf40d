import CX11

/// Another client that asks for what a selection holds, as a program does that pastes (ICCCM 2.4).
///
/// It has a connection and a window of its own and dies with this value, which may be in the middle
/// of an answer. It takes in what has come only when it is asked to, so it may as well stall.
public final class SelectionReader {
  /// Its window's number.
  public var window: UInt { id }
  let connection: DisplayConnection
  let id: CX11.Window
  private let selection: Atom
  private var incoming: [IncomingValue] = []
  /// The pairs of targets and properties that were asked for in one request.
  private var multiple: Atom?

  /// - Parameters:
  ///   - display: As in `:3`.
  ///   - selection: Which selection to ask for.
  /// - Throws: `cannotConnect`.
  public init(on display: String, selection: String = "CLIPBOARD") throws(ScreenDriverError) {
    connection = try DisplayConnection(to: display)
    id = XCreateSimpleWindow(connection.pointer, connection.root, 0, 0, 1, 1, 0, 0, 0)
    XSelectInput(connection.pointer, id, PropertyChangeMask)
    self.selection = connection.atom(selection)
    XSync(connection.pointer, False)
  }

  /// Asks for one target.
  ///
  /// - Parameters:
  ///   - target: As `UTF8_STRING`.
  ///   - time: Of the event that led to it, on the server's clock; 0 for now.
  ///   - namesProperty: Whether it says where the answer is to go, as all but obsolete clients do.
  public func ask(for target: String, at time: UInt = 0, namesProperty: Bool = true) {
    let target = connection.atom(target)
    let property = namesProperty ? connection.atom("DRIVER_ANSWER") : target
    multiple = nil
    incoming = [IncomingValue(property: property)]
    convert(target, into: namesProperty ? property : Atom(None), at: time)
  }

  /// Asks for several targets in one request (`MULTIPLE`).
  public func ask(forAll targets: [String]) {
    let request = connection.atom("DRIVER_MULTIPLE")
    let properties = targets.indices.map { connection.atom("DRIVER_ANSWER_\($0)") }
    let pairs = zip(targets, properties).flatMap { [connection.atom($0), $1] }
    _ = pairs.withUnsafeBytes {
      XChangeProperty(
        connection.pointer, id, request, connection.atom("ATOM_PAIR"), 32, PropModeReplace,
        $0.bindMemory(to: UInt8.self).baseAddress, Int32(pairs.count))
    }
    multiple = request
    incoming = properties.map { IncomingValue(property: $0) }
    convert(connection.atom("MULTIPLE"), into: request, at: 0)
  }

  /// Takes in what has come.
  ///
  /// - Returns: The answers in the order of what was asked; `nil` while one is not complete.
  public func answers() -> [SelectionAnswer]? {
    var event = XEvent()
    XSync(connection.pointer, False)
    while XPending(connection.pointer) > 0 {
      XNextEvent(connection.pointer, &event)
      switch event.type {
      case SelectionNotify: take(event.xselection)
      case PropertyNotify where event.xproperty.state == PropertyNewValue:
        takePiece(of: event.xproperty.atom)
      default: break
      }
    }
    let answers = incoming.compactMap(\.answer)
    return answers.count == incoming.count ? answers : nil
  }

  /// Asks for one target and waits for the answer.
  ///
  /// - Throws: `timedOut`.
  public func read(
    _ target: String, within duration: Duration = .patience
  ) throws(ScreenDriverError) -> SelectionAnswer {
    ask(for: target)
    return try Deadline(after: duration).poll(for: "the selection's owner") { answers()?.first }
  }

  /// Becomes the selection's owner itself, with nothing to offer.
  public func takeSelection() {
    XSetSelectionOwner(connection.pointer, selection, id, Time(CurrentTime))
    XSync(connection.pointer, False)
  }

  /// The names of atoms, such as an answer's elements.
  public func names(of atoms: [UInt]) -> [String] { atoms.compactMap(connection.name) }
}

extension SelectionReader {
  private func convert(_ target: Atom, into property: Atom, at time: UInt) {
    XConvertSelection(connection.pointer, selection, target, property, id, time)
    // The owner is told before this returns.
    XSync(connection.pointer, False)
  }

  private func take(_ event: XSelectionEvent) {
    let granted = multiple.map { takeProperty($0)?.elements ?? [] }
    for index in incoming.indices {
      let property = incoming[index].property
      let isGranted = event.property != Atom(None) && granted?.contains(property) ?? true
      if isGranted, let value = takeProperty(property) {
        incoming[index].begin(with: value)
      } else {
        incoming[index].answer = .refused
      }
    }
  }

  private func takePiece(of property: Atom) {
    guard let index = incoming.firstIndex(where: { $0.property == property && $0.isUnderWay }),
      let piece = takeProperty(property)
    else { return }
    incoming[index].append(piece)
  }

  /// Reads a property of the own window and deletes it, by which the owner knows that it was read.
  private func takeProperty(_ property: Atom) -> SelectionValue? {
    guard let name = connection.name(of: property),
      let elements = connection.property(name, of: id)
    else { return nil }
    let type = connection.typeName(ofProperty: property, of: id)
    XDeleteProperty(connection.pointer, id, property)
    XSync(connection.pointer, False)
    return SelectionValue(type: type, elements: elements)
  }
}

/// An answer on its way.
private struct IncomingValue {
  let property: Atom
  var answer: SelectionAnswer?
  private var partial: SelectionValue?

  init(property: Atom) { self.property = property }

  /// Whether it comes piece by piece.
  var isUnderWay: Bool { partial != nil && answer == nil }

  /// Takes the property that the owner has announced: the value, or word that it will come in
  /// pieces.
  mutating func begin(with value: SelectionValue) {
    if value.type == "INCR" {
      partial = SelectionValue(type: "", elements: [])
    } else {
      answer = .value(value)
    }
  }

  /// Takes a piece; an empty one is the last.
  mutating func append(_ piece: SelectionValue) {
    guard var value = partial else { return }
    value.type = piece.type
    value.elements += piece.elements
    value.pieceCount += piece.elements.isEmpty ? 0 : 1
    partial = value
    if piece.elements.isEmpty { answer = .value(value) }
  }
}

extension DisplayConnection {
  /// The name of a property's type; empty where there is no such property.
  fileprivate func typeName(ofProperty property: Atom, of window: CX11.Window) -> String {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    _ = attempt {
      XGetWindowProperty(
        $0, window, property, 0, 0, False, Atom(AnyPropertyType), &type, &format, &count, &rest,
        &data)
    }
    if let data { XFree(data) }
    return type == Atom(None) ? "" : name(of: type) ?? ""
  }
}
