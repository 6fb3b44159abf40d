/// Where the button rests, as it is kept from one start to the next.
struct KeptPlace: Hashable, Sendable {
  /// A side of the window.
  enum Edge: String, CaseIterable, Hashable, Sendable {
    case leading, trailing, top, bottom
  }

  /// How far across the room that the button's centre has: 0 leading … 1 trailing.
  let x: Double
  /// How far down that room: 0 top … 1 bottom.
  let y: Double
  /// The side at which it rests; `nil` where it rests at none.
  let edge: Edge?

  /// - Returns: `nil` where a fraction lies outside 0 … 1 or is no number.
  init?(x: Double, y: Double, edge: Edge? = nil) {
    guard (0...1).contains(x), (0...1).contains(y) else { return nil }
    self.init(within: x, y, edge: edge)
  }

  /// - Precondition: Both fractions lie in 0…1.
  init(within x: Double, _ y: Double, edge: Edge?) {
    precondition((0...1).contains(x) && (0...1).contains(y), "(\(x), \(y)) is not within 0…1")
    self.x = x
    self.y = y
    self.edge = edge
  }
}
