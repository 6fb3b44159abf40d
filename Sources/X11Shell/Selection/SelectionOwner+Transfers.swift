import CX11
import Motion

extension SelectionOwner {
  /// The time at which the next unresponsive requestor times out. `nil` without transfers.
  var deadline: Instant? { transfers.map(\.deadline).min() }

  /// Returns whether data of a selection is being sent.
  func isTransferring(_ selection: Atom) -> Bool { transfers.contains { $0.selection == selection } }

  /// Ends the transfers to requestors that have timed out.
  mutating func advance(to now: Instant) {
    for transfer in transfers where transfer.deadline <= now { end(transfer) }
  }

  /// Writes bytes to another client's property, or starts an incremental transfer if they exceed
  /// the size of a request.
  ///
  /// - Parameter request: The request that consists of the conversion or contains it.
  /// - Returns: `false` if the requestor's window no longer exists.
  mutating func send(
    _ bytes: SharedBytes, to conversion: Conversion, of request: ConversionRequest, at now: Instant
  ) -> Bool {
    guard bytes.bytes.count > connection.maximumChunkSize else {
      connection.ignoringErrors {
        PropertyValue.bytes(bytes.bytes, type: conversion.target).write(
          to: conversion.property, of: request.requestor, on: connection)
      }
      return true
    }
    guard let mask = previousEventMask(of: request.requestor) else { return false }
    begin(SelectionTransfer(bytes, conversion, of: request, previousEventMask: mask, at: now))
    return true
  }

  /// Announces a transfer. It replaces a running transfer to the same property.
  private mutating func begin(_ transfer: SelectionTransfer) {
    transfers.removeAll { $0.hasSameTarget(as: transfer) }
    transfers.append(transfer)
    let mask = transfer.previousEventMask | PropertyChangeMask | StructureNotifyMask
    connection.ignoringErrors {
      XSelectInput(connection.display, transfer.requestor, mask)
      transfer.announcement(connection.atoms).write(
        to: transfer.property, of: transfer.requestor, on: connection)
    }
  }

  /// Sends the next chunk after the requestor has deleted the property.
  ///
  /// - Returns: Whether the property belongs to a transfer.
  mutating func sendNextPiece(after event: XPropertyEvent, at now: Instant) -> Bool {
    let index = transfers.firstIndex { $0.requestor == event.window && $0.property == event.atom }
    guard let index else { return false }
    guard event.state == PropertyDelete else { return true }
    let chunk = transfers[index].nextChunk(limit: connection.maximumChunkSize, at: now)
    let transfer = transfers[index]
    connection.ignoringErrors { chunk.write(to: transfer.property, of: transfer.requestor, on: connection) }
    if transfer.isComplete { end(transfer) }
    return true
  }

  /// Removes all transfers to a destroyed window.
  ///
  /// - Returns: Whether there were any.
  mutating func forget(requestor: Window) -> Bool {
    let count = transfers.count
    transfers.removeAll { $0.requestor == requestor }
    return transfers.count < count
  }

  private mutating func end(_ transfer: SelectionTransfer) {
    transfers.removeAll { $0.hasSameTarget(as: transfer) }
    // Another transfer may use the same window.
    guard !transfers.contains(where: { $0.requestor == transfer.requestor }) else { return }
    connection.ignoringErrors {
      _ = XSelectInput(connection.display, transfer.requestor, transfer.previousEventMask)
    }
  }

  /// Returns the event mask that this client had selected on a window before the first transfer to
  /// it. `nil` if the window no longer exists.
  private func previousEventMask(of requestor: Window) -> Int? {
    transfers.first { $0.requestor == requestor }?.previousEventMask ?? connection.eventMask(of: requestor)
  }
}

extension Connection {
  /// The maximum number of bytes in one property: the request size without its header, as computed
  /// by Xt (`MAX_SELECTION_INCR`).
  fileprivate var maximumChunkSize: Int { 4 * min(XMaxRequestSize(display), 65536) - 100 }
}
