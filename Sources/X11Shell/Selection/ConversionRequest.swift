import CX11

/// A request of another client for the content of a selection (ICCCM 2.2).
struct ConversionRequest: Hashable {
  let requestor: Window
  let selection: Atom
  let target: Atom
  /// The property for the reply.
  let property: Atom
  /// Whether the requestor named the property. Obsolete clients expect the target's name.
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

  /// Returns whether the request refers to an ownership that began at `start`, not to an earlier
  /// one.
  func isValid(for start: ServerTime) -> Bool { time == CurrentTime || !ServerTime(time).isBefore(start) }

  /// Returns the event that reports the result to the requestor.
  ///
  /// - Parameter isGranted: Whether the property contains the reply.
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

/// A pair of target and property in a `MULTIPLE` request.
struct Conversion: Hashable {
  let target: Atom
  let property: Atom

  /// Splits the property of a `MULTIPLE` request into pairs. Ignores an incomplete pair at the end.
  static func pairs(in values: [UInt]) -> [Conversion] {
    stride(from: 0, to: values.count - 1, by: 2).map {
      Conversion(target: values[$0], property: values[$0 + 1])
    }
  }

  /// Whether the conversion is possible: it names a property, and its target is not `MULTIPLE`.
  func isValid(_ atoms: Atoms) -> Bool { property != Atom(None) && target != atoms[.multiple] }
}
