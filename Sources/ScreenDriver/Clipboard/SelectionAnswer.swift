/// What the owner of a selection answered.
public enum SelectionAnswer: Equatable, Sendable {
  /// It has nothing of that kind, or there is no owner.
  case refused
  case value(SelectionValue)

  /// The value as text; `nil` where there is none.
  public var text: String? {
    guard case .value(let value) = self else { return nil }
    return String(
      validating: value.elements.map(UInt8.init(truncatingIfNeeded:)), as: UTF8.self)
  }
}

/// What was found in a property.
public struct SelectionValue: Equatable, Sendable {
  /// The name of the property's type, as `UTF8_STRING`.
  public var type: String
  /// The property's elements, whatever their size.
  public var elements: [UInt]
  /// In how many pieces it came; 0 where it came at once.
  public var pieceCount = 0

  public init(type: String, elements: [UInt], pieceCount: Int = 0) {
    self.type = type
    self.elements = elements
    self.pieceCount = pieceCount
  }
}
