/// The saved rest position of the button.
struct SavedButtonPosition: Hashable, Sendable {
  /// An edge of the window.
  enum Edge: String, CaseIterable, Hashable, Sendable {
    case leading, trailing, top, bottom
  }

  /// The horizontal position within the range of the button's center: 0 leading … 1 trailing.
  let x: Double
  /// The vertical position within the range of the button's center: 0 top … 1 bottom.
  let y: Double
  /// The edge at which the button rests. `nil` if it rests at no edge.
  let edge: Edge?

  /// - Returns: `nil` if a fraction is outside 0…1 or NaN.
  init?(x: Double, y: Double, edge: Edge? = nil) {
    guard (0...1).contains(x), (0...1).contains(y) else { return nil }
    self.init(within: x, y, edge: edge)
  }

  /// - Precondition: Both fractions are in 0…1.
  init(within x: Double, _ y: Double, edge: Edge?) {
    precondition((0...1).contains(x) && (0...1).contains(y), "(\(x), \(y)) is not within 0…1")
    self.x = x
    self.y = y
    self.edge = edge
  }
}
