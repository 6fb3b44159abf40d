import CX11

/// Another client's request for what a selection holds (ICCCM 2.2).
struct ConversionRequest: Hashable {
  let requestor: Window
  let selection: Atom
  let target: Atom
  /// Where the answer goes.
  let property: Atom
  /// Whether the requestor named the property itself; obsolete clients expect the target's name.
  let namesProperty: Bool
  private let time: Time

  init(_ event: XSelectionRequestEvent) {
    requestor = event.requestor
    selection = event.selection
    target = event.target
    namesProperty = event.property != Atom(None)
    property = namesProperty ? event.property : event.target
    time = event.time
  }

  /// Whether it asks for something offered since that time: not for what was there before.
  func isMeant(for start: ServerTime) -> Bool {
    time == CurrentTime || !ServerTime(time).isBefore(start)
  }

  /// The event that tells the requestor how it went.
  ///
  /// - Parameter isGranted: Whether the answer is in the property.
  func answer(isGranted: Bool) -> XEvent {
    var event = XEvent()
    event.xselection.type = SelectionNotify
    event.xselection.requestor = requestor
    event.xselection.selection = selection
    event.xselection.target = target
    event.xselection.property = isGranted ? property : Atom(None)
    event.xselection.time = time
    return event
  }
}

/// One of the conversions that a request for `MULTIPLE` asks for.
struct Conversion: Hashable {
  let target: Atom
  let property: Atom

  /// Takes the request's property apart; what is left over makes no pair.
  static func pairs(in words: [UInt]) -> [Conversion] {
    stride(from: 0, to: words.count - 1, by: 2).map {
      Conversion(target: words[$0], property: words[$0 + 1])
    }
  }

  /// Whether it can be carried out at all: it names a property, and is not itself many.
  func isPlain(_ atoms: Atoms) -> Bool {
    property != Atom(None) && target != atoms[.multiple]
  }
}
