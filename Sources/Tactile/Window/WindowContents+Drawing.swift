import Controls
import Motion
import PasswordForm
import Scene

extension WindowContents {
  func draw(into list: inout DisplayList, at now: Instant) {
    list.fill(.rect(layout.window), environment.theme.colors.window)
    let column = DisplayList.Group(
      transform: Transform(translation: -scrolled(at: now)))
    list.group(column) { list in
      drawCard(layout.formCard, into: &list)
      form.draw(into: &list, at: now)
      drawCard(layout.tokensCard, into: &list)
      drawHeading(into: &list)
      tokens.draw(into: &list, at: now)
      drawInspector(into: &list, at: now)
    }
    scroller.drawThumb(in: thumbTrack, into: &list, at: now)
    button.draw(into: &list, at: now)
    let visibleArea = layout.window.offset(by: scrolled(at: now))
    list.group(column) { list in
      form.read { $0.drawOverlay(in: visibleArea, into: &list, at: now) }
      tokens.read { $0.drawOverlay(into: &list, at: now) }
    }
    hud?.draw(in: layout.window, into: &list, environment)
  }

  private func drawInspector(into list: inout DisplayList, at now: Instant) {
    withInspector { inspector in
      drawCard(layout.inspectorCard, into: &list)
      inspector.draw(into: &list, at: now)
    }
  }

  private func drawCard(_ card: Rect, into list: inout DisplayList) {
    let style = Theme.Window.cardShadow
    let colors = environment.theme.colors
    let shape = RoundedRect(
      environment.snapped(card), cornerRadius: Theme.Window.cardCornerRadius)
    list.shadow(
      of: shape, Shadow(color: colors.cardShadow, offset: style.offset, blur: style.blur))
    list.fill(.roundedRect(shape), colors.card)
  }

  private func drawHeading(into list: inout DisplayList) {
    let metrics = layout.headingMetrics
    let origin = layout.tokensHeading.origin + Vector(dx: 0, dy: metrics.ascent)
    list.text(
      Self.tokensTitle, Theme.Fonts.heading, environment.theme.colors.text, at: origin,
      metrics: metrics)
  }

  private var thumbTrack: Rect {
    let inset = Theme.Window.thumbInset
    let width = Theme.Scroll.thumbWidth
    return Rect(
      x: layout.window.maxX - inset - width, y: inset, width: width,
      height: layout.window.height - 2 * inset)
  }
}
