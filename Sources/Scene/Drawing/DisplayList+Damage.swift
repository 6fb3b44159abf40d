extension DisplayList {
  /// Returns the pixels that must be redrawn to turn the image of `old` into that of this list.
  ///
  /// The rectangles contain every device pixel whose stack of elements differs, and no two of them
  /// overlap. Both lists are treated as one sequence with some elements removed or inserted. Only
  /// these elements change a pixel, so the result is complete.
  ///
  /// - Parameters:
  ///   - old: The list that the current image shows.
  ///   - scale: The number of device pixels per logical pixel.
  /// - Complexity: O(*n*) in the number of elements if few of them differ.
  public func damage(comparedTo old: DisplayList, scale: Double) -> [PixelRect] {
    var damage = DamageTracker()
    damage.update(from: old, to: self, scale: scale)
    return damage.rects
  }

  /// The coordinate space of elements while they are painted. `DamageTracker` and the renderer must
  /// agree on it.
  public struct PaintSpace: Sendable {
    /// The transform from the space of the elements to that of the window, in logical pixels.
    public private(set) var transform = Transform.identity
    /// The bounding rectangle of the clips of all enclosing groups, in window space. It is `nil`
    /// without a clip.
    private var clip: Rect?
    /// The number of device pixels per logical pixel of the window.
    public let scale: Double

    /// Creates the space of the window itself.
    public init(scale: Double) { self.scale = scale }

    /// Returns the space of the content of a group.
    public func entering(_ group: Group) -> PaintSpace {
      var inner = self
      inner.transform = group.transform.followed(by: transform)
      if let clip = group.clip {
        let outer = inner.transform(clip.rect)
        inner.clip = self.clip.map(outer.intersection) ?? outer
      }
      return inner
    }

    /// Returns the device pixels that a rectangle touches, or an empty rectangle if the clip hides
    /// it.
    public func pixels(covering rect: Rect) -> PixelRect {
      let outer = transform(rect)
      let visible = clip.map(outer.intersection) ?? outer
      guard !visible.isEmpty else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
      return PixelRect(covering: visible, scale: scale)
    }

    /// Returns the device pixels that an element with the given ink may change, or an empty
    /// rectangle if the clip hides it. The result extends one pixel beyond the ink on each side,
    /// since glyphs and shadows are aligned to whole pixels.
    public func damageBounds(of ink: Rect) -> PixelRect {
      let pixels = pixels(covering: ink)
      return pixels.isEmpty ? pixels : pixels.outset(by: 1)
    }
  }
}

extension Shape {
  /// Returns the bounds of the area that the shape covers when painted with `paint`.
  public func ink(_ paint: Paint) -> Rect { bounds.inset(by: -paint.outset) }
}

extension Shadow {
  /// Returns the bounds of the shadow of a shape.
  func ink(of shape: RoundedRect) -> Rect { shape.rect.offset(by: offset).inset(by: -extent * blur) }
}

extension DisplayList.Group {
  /// Returns the visible bounds of the group's content, in the space that contains the group.
  func ink(of content: Rect) -> Rect { transform(clip.map { content.intersection($0.rect) } ?? content) }
}
