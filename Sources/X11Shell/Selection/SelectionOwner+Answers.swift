import CX11
import Motion

extension SelectionOwner {
  /// Gives another client what it asks for, or refuses, and tells it which.
  mutating func answer(_ request: ConversionRequest, at now: Instant) {
    let isGranted = grant(request, at: now)
    var event = request.answer(isGranted: isGranted)
    connection.aboutStrangers {
      _ = XSendEvent(connection.display, request.requestor, False, NoEventMask, &event)
    }
  }

  private mutating func grant(_ request: ConversionRequest, at now: Instant) -> Bool {
    guard let content = content(of: request.selection), request.isMeant(for: content.time) else {
      return false
    }
    if request.target == connection.atoms[.multiple] {
      return request.namesProperty && grantEach(of: request, content, at: now)
    }
    let conversion = Conversion(target: request.target, property: request.property)
    return grant(conversion, of: request, content, at: now)
  }

  /// - Parameter request: The one that the conversion is, or is a part of.
  private mutating func grant(
    _ conversion: Conversion, of request: ConversionRequest, _ content: SelectionContent,
    at now: Instant
  ) -> Bool {
    guard conversion.isPlain(connection.atoms) else { return false }
    let (target, property) = (conversion.target, conversion.property)
    if let value = content.sideValue(for: target, connection.atoms) {
      connection.aboutStrangers {
        value.write(to: property, of: request.requestor, on: connection)
      }
      return true
    }
    if let secret = content.secret(for: target, connection.atoms) {
      connection.aboutStrangers {
        connection.write(secret, to: property, of: request.requestor, type: target)
      }
      return true
    }
    guard let bytes = bytes(for: target, of: request.selection) else { return false }
    return send(bytes, to: conversion, of: request, at: now)
  }

  /// The most atoms that `MULTIPLE` may list.
  private static let mostWords = 256

  /// Carries out what `MULTIPLE` asks for, and marks in the same property what was refused.
  private mutating func grantEach(
    of request: ConversionRequest, _ content: SelectionContent, at now: Instant
  ) -> Bool {
    // One more than are answered tells that there are too many.
    let words = connection.words(
      ofProperty: request.property, of: request.requestor, limit: Self.mostWords + 1)
    guard let words, words.count <= Self.mostWords else { return false }
    let answered = Conversion.pairs(in: words).flatMap { conversion in
      let isGranted = grant(conversion, of: request, content, at: now)
      return [conversion.target, isGranted ? conversion.property : Atom(None)]
    }
    let value = PropertyValue.words(answered, type: connection.atoms[.atomPair])
    connection.aboutStrangers {
      value.write(to: request.property, of: request.requestor, on: connection)
    }
    return true
  }
}
