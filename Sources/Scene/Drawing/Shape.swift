/// An outline to fill or to stroke, in logical pixels.
public enum Shape: Hashable, Sendable {
  case rect(Rect)
  case roundedRect(RoundedRect)
  case path(Path)

  /// The bounding rectangle of the outline. For curves it contains the control points.
  public var bounds: Rect {
    switch self {
    case .rect(let rect): rect
    case .roundedRect(let rounded): rounded.rect
    case .path(let path): path.bounds
    }
  }
}
