import CX11
import Motion

extension SelectionOwner {
  /// Writes the requested data to the property of another client, or refuses, and notifies the
  /// client of the result.
  mutating func answer(_ request: ConversionRequest, at now: Instant) {
    let isGranted = grant(request, at: now)
    var event = request.answer(isGranted: isGranted)
    connection.ignoringErrors {
      _ = XSendEvent(connection.display, request.requestor, False, NoEventMask, &event)
    }
  }

  /// Processes a request.
  ///
  /// - Returns: Whether the request is granted.
  private mutating func grant(_ request: ConversionRequest, at now: Instant) -> Bool {
    guard let content = content(of: request.selection), request.isValid(for: content.time) else {
      return false
    }
    if request.target == connection.atoms[.multiple] {
      return request.namesProperty && grantEach(of: request, content, at: now)
    }
    let conversion = Conversion(target: request.target, property: request.property)
    return grant(conversion, of: request, content, at: now)
  }

  /// Writes the data of one conversion, or starts to send it in parts.
  ///
  /// - Parameter request: The request that consists of the conversion, or a `MULTIPLE` request that
  ///   contains it.
  /// - Returns: Whether the conversion is granted.
  private mutating func grant(
    _ conversion: Conversion, of request: ConversionRequest, _ content: SelectionContent, at now: Instant
  ) -> Bool {
    guard conversion.isValid(connection.atoms) else { return false }
    let (target, property) = (conversion.target, conversion.property)
    if let value = content.metadataValue(for: target, connection.atoms) {
      connection.ignoringErrors { value.write(to: property, of: request.requestor, on: connection) }
      return true
    }
    if let secret = content.secret(for: target, connection.atoms) {
      connection.ignoringErrors {
        connection.write(secret, to: property, of: request.requestor, type: target)
      }
      return true
    }
    guard let bytes = bytes(for: target, of: request.selection) else { return false }
    return send(bytes, to: conversion, of: request, at: now)
  }

  /// The maximum number of atoms in a `MULTIPLE` request.
  private static let maximumAtomCount = 256

  /// Processes a `MULTIPLE` request. In its property, replaces the property of each refused
  /// conversion with `None`.
  private mutating func grantEach(of request: ConversionRequest, _ content: SelectionContent, at now: Instant)
    -> Bool
  {
    // One more atom than the maximum is read, to detect a longer list.
    let values = connection.words(
      ofProperty: request.property, of: request.requestor, limit: Self.maximumAtomCount + 1)
    guard let values, values.count <= Self.maximumAtomCount else { return false }
    let answered = Conversion.pairs(in: values).flatMap { conversion in
      let isGranted = grant(conversion, of: request, content, at: now)
      return [conversion.target, isGranted ? conversion.property : Atom(None)]
    }
    let value = PropertyValue.words(answered, type: connection.atoms[.atomPair])
    connection.ignoringErrors { value.write(to: request.property, of: request.requestor, on: connection) }
    return true
  }
}
