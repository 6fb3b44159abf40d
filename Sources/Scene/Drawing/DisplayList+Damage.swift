extension DisplayList {
  /// What must be drawn anew so that a picture of `old` becomes one of this list.
  ///
  /// Every device pixel whose stack of elements differs lies in one of the rectangles; no two of
  /// them overlap. Sound because both lists are read as the same sequence with some elements taken
  /// out or put in, and only those change a pixel.
  ///
  /// - Complexity: O(*n*) in the number of elements while few differ.
  public func damage(comparedTo old: DisplayList, scale: Double) -> [PixelRect] {
    var damage = Damage()
    damage.find(from: old, to: self, scale: scale)
    return damage.rects
  }

  /// Where elements are painted: what damage and whoever paints must agree on.
  public struct Space: Sendable {
    /// From the elements' own space to the window's, in logical pixels.
    public private(set) var transform = Transform.identity
    /// The upright rectangle around all enclosing groups' clips, in the window's space.
    private var clip: Rect?
    /// Device pixels to one logical pixel of the window.
    public let scale: Double

    /// The window's own space.
    public init(scale: Double) { self.scale = scale }

    /// The space of what a group contains.
    public func entering(_ group: Group) -> Space {
      var inner = self
      inner.transform = group.transform.followed(by: transform)
      if let clip = group.clip {
        let outer = inner.transform(clip.rect)
        inner.clip = self.clip.map(outer.intersection) ?? outer
      }
      return inner
    }

    /// The device pixels that a rectangle touches; none where the clip hides it.
    public func pixels(covering rect: Rect) -> PixelRect {
      let outer = transform(rect)
      let visible = clip.map(outer.intersection) ?? outer
      guard !visible.isEmpty else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
      return PixelRect(covering: visible, scale: scale)
    }

    /// The device pixels that an element with that ink may change: one more on each side, since
    /// glyphs and shadows keep to whole pixels; none where the clip hides it.
    public func reach(of ink: Rect) -> PixelRect {
      let pixels = pixels(covering: ink)
      return pixels.isEmpty ? pixels : pixels.outset(by: 1)
    }
  }
}

extension Shape {
  /// What it covers, painted so.
  public func ink(_ paint: Paint) -> Rect { bounds.inset(by: -paint.reach) }
}

extension Shadow {
  /// What it covers under a shape.
  func ink(of shape: RoundedRect) -> Rect {
    shape.rect.offset(by: offset).inset(by: -Self.extent * blur)
  }
}

extension DisplayList.Group {
  /// What is left of its content's ink, in the space around the group.
  func ink(of content: Rect) -> Rect {
    transform(clip.map { content.intersection($0.rect) } ?? content)
  }
}
