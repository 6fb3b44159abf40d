/// The reply of the owner of a selection.
public enum SelectionReply: Equatable, Sendable {
  /// The owner does not provide this target, or there is no owner.
  case refused
  case value(SelectionValue)

  /// The value as text. `nil` if there is no value.
  public var text: String? {
    guard case .value(let value) = self else { return nil }
    return String(validating: value.elements.map(UInt8.init(truncatingIfNeeded:)), as: UTF8.self)
  }
}

/// The value of a property.
public struct SelectionValue: Equatable, Sendable {
  /// The name of the property's type, for example `UTF8_STRING`.
  public var type: String
  /// The elements of the property, independent of their size.
  public var elements: [UInt]
  /// The number of chunks of an incremental transfer; 0 if the value came in one property.
  public var chunkCount = 0

  public init(type: String, elements: [UInt], chunkCount: Int = 0) {
    self.type = type
    self.elements = elements
    self.chunkCount = chunkCount
  }
}
