import CX11
import Motion

extension SelectionOwner {
  /// When a requestor that has fallen silent is given up; `nil` while none is waited for.
  var deadline: Instant? { transfers.map(\.deadline).min() }

  /// Whether anything that was offered in a selection is on its way to somebody.
  func isTransferring(_ selection: Atom) -> Bool {
    transfers.contains { $0.selection == selection }
  }

  /// Gives up requestors that have fallen silent.
  mutating func advance(to now: Instant) {
    for transfer in transfers where transfer.deadline <= now { end(transfer) }
  }

  /// Puts bytes into another client's property: at once where a request holds them, else their
  /// beginning.
  ///
  /// - Parameter request: The one that the conversion is, or is a part of.
  /// - Returns: `false` where the other client is gone.
  mutating func send(
    _ bytes: SharedBytes, to conversion: Conversion, of request: ConversionRequest, at now: Instant
  ) -> Bool {
    guard bytes.bytes.count > connection.longestPiece else {
      connection.aboutStrangers {
        PropertyValue.bytes(bytes.bytes, type: conversion.target)
          .write(to: conversion.property, of: request.requestor, on: connection)
      }
      return true
    }
    guard let mask = formerEventMask(of: request.requestor) else { return false }
    begin(SelectionTransfer(bytes, conversion, of: request, formerEventMask: mask, at: now))
    return true
  }

  /// Announces a transfer, in the place of one that was under way to the same property.
  private mutating func begin(_ transfer: SelectionTransfer) {
    transfers.removeAll { $0.hasSameTarget(as: transfer) }
    transfers.append(transfer)
    let mask = transfer.formerEventMask | PropertyChangeMask | StructureNotifyMask
    connection.aboutStrangers {
      XSelectInput(connection.display, transfer.requestor, mask)
      transfer.announcement(connection.atoms)
        .write(to: transfer.property, of: transfer.requestor, on: connection)
    }
  }

  /// Sends the next piece where a requestor has taken the last one.
  ///
  /// - Returns: Whether the property is one of a transfer.
  mutating func goOn(after event: XPropertyEvent, at now: Instant) -> Bool {
    let index = transfers.firstIndex {
      $0.requestor == event.window && $0.property == event.atom
    }
    guard let index else { return false }
    guard event.state == PropertyDelete else { return true }
    let piece = transfers[index].nextPiece(limit: connection.longestPiece, at: now)
    let transfer = transfers[index]
    connection.aboutStrangers {
      piece.write(to: transfer.property, of: transfer.requestor, on: connection)
    }
    if transfer.isComplete { end(transfer) }
    return true
  }

  /// Drops what was under way to a window that is gone.
  ///
  /// - Returns: Whether anything was.
  mutating func forget(requestor: Window) -> Bool {
    let count = transfers.count
    transfers.removeAll { $0.requestor == requestor }
    return transfers.count < count
  }

  private mutating func end(_ transfer: SelectionTransfer) {
    transfers.removeAll { $0.hasSameTarget(as: transfer) }
    // Another value may still be on its way there.
    guard !transfers.contains(where: { $0.requestor == transfer.requestor }) else { return }
    connection.aboutStrangers {
      _ = XSelectInput(connection.display, transfer.requestor, transfer.formerEventMask)
    }
  }

  /// The events of a window that this client had selected before anything went there; `nil` where
  /// the window is gone.
  private func formerEventMask(of requestor: Window) -> Int? {
    transfers.first { $0.requestor == requestor }?.formerEventMask
      ?? connection.eventMask(of: requestor)
  }
}

extension Connection {
  /// The most bytes that are put into a property at once: a request's size less its head, as Xt
  /// reckons it (`MAX_SELECTION_INCR`).
  fileprivate var longestPiece: Int { 4 * min(XMaxRequestSize(display), 65536) - 100 }
}
