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
    guard let bytes = bytes(for: target, of: request.selection) else { return false }
    return send(bytes, to: conversion, of: request, at: now)
  }

  /// Carries out what `MULTIPLE` asks for, and marks in the same property what was refused.
  private mutating func grantEach(
    of request: ConversionRequest, _ content: SelectionContent, at now: Instant
  ) -> Bool {
    let words = connection.aboutStrangers {
      connection.words(ofProperty: request.property, of: request.requestor)
    }
    guard let words else { return false }
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

extension Connection {
  /// The most elements that are read of another client's property.
  private static let longestProperty = 256

  /// A property's elements of 32 bits; `nil` where there are none, or too many.
  fileprivate func words(ofProperty property: Atom, of window: Window) -> [UInt]? {
    var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var data: UnsafeMutablePointer<UInt8>?
    let status = XGetWindowProperty(
      display, window, property, 0, Self.longestProperty, False, Atom(AnyPropertyType), &type,
      &format, &count, &rest, &data)
    defer { if let data { XFree(data) } }
    guard status == Success, let data, format == 32, rest == 0 else { return nil }
    return data.withMemoryRebound(to: UInt.self, capacity: Int(count)) { words in
      // Xlib extends the sign of what travels as 32 bits.
      (0..<Int(count)).map { words[$0] & 0xFFFF_FFFF }
    }
  }
}
