import Motion
import Scene

extension TokenField {
  /// What the pointer carries, under it: the token that was picked up, and how many they are. What it
  /// lies over shines through, and the gap that it would be put in lies over it.
  func drawCarrying(into list: inout DisplayList, at now: Instant) {
    guard grip.isCarrying else { return }
    list.group(DisplayList.Group(opacity: Theme.TokenField.carriedOpacity)) {
      drawCarried(into: &$0)
    }
    // Nothing clips it here, and what is scrolled out of sight is in other places' sight.
    guard let bar = dropBar(at: now), bar.intersects(frame) else { return }
    let halo = bar.inset(by: -environment.line(Theme.TokenField.dropHalo))
    list.fill(.rect(halo.intersection(frame)), environment.theme.colors.field)
    list.fill(.rect(bar.intersection(frame)), environment.theme.colors.blue)
  }

  private func drawCarried(into list: inout DisplayList) {
    guard case .carrying(let carried) = grip, carried.index < count,
      case .token(let token) = editor.units[carried.index]
    else { return }
    let frame = carried.picture.offset(by: carried.pointer - .zero)
    let shape = RoundedRect(frame, cornerRadius: Theme.TokenField.tokenCornerRadius)
    list.shadow(of: shape, Theme.TokenField.carriedShadow(environment.theme))
    list.fill(.roundedRect(shape), environment.theme.colors.field)
    let state = TokenState(isSelected: true)
    editor.kind.draw(token, in: frame, state: state, environment: environment, into: &list)
    if carried.count > 1 { drawBadge(carried.count, at: frame.topTrailing, into: &list) }
  }

  /// A number in a disc around a place.
  private func drawBadge(_ number: Int, at place: Point, into list: inout DisplayList) {
    typealias Look = Theme.TokenField
    let (text, style, colors) = ("\(number)", Theme.Fonts.caption, environment.theme.colors)
    let metrics = environment.text.metrics(of: text, style: style)
    let width = max(metrics.advance + 2 * Look.badgePadding, Look.badgeHeight)
    let frame = environment.snapped(
      Rect(center: place, size: Size(width: width, height: Look.badgeHeight)))
    list.fill(.roundedRect(.capsule(frame)), colors.text)
    let origin = Point(
      x: frame.midX - metrics.advance / 2, y: metrics.baseline(aroundY: frame.midY))
    list.text(text, style, colors.field, at: origin, metrics: metrics)
  }
}

extension Rect {
  fileprivate var topTrailing: Point { Point(x: maxX, y: minY) }
}
