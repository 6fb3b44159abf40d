public import Motion
public import Scene

extension Theme {
  /// The style of the ring around the focused control.
  public struct FocusRingStyle: Hashable, Sendable {
    /// The line width of the ring.
    public var width = 3.0
    /// The distance from the edge of the control to the inner edge of the ring.
    public var gap = 2.0
    /// The opacity of the accent. Below 0.85, the contrast of the blue with the light window would
    /// be less than 3 : 1.
    public var opacity = 0.9
  }

  /// The style of the thumb that shows the scroll position.
  public struct ScrollBarStyle: Hashable, Sendable {
    /// The width of the thumb.
    public var width = 5.0
    /// The distance from the thumb to the edge of the visible area.
    public var inset = 3.0
    /// The minimum height of the thumb.
    public var minimumHeight = 20.0
    /// The opacity of the secondary text color in the thumb.
    public var opacity = 0.5
  }

  /// The geometry of a shadow. Its color is that of `Colors.buttonShadow`.
  public struct ShadowStyle: Hashable, Sendable {
    /// The offset from the shape.
    public var offset: Vector
    /// The blur radius.
    public var blur: Double
  }

  /// Returns a shadow of this theme.
  func shadow(_ style: ShadowStyle) -> Shadow {
    Shadow(color: self.colors.buttonShadow, offset: style.offset, blur: style.blur)
  }

  /// The style that all text fields share.
  public struct FieldStyle: Hashable, Sendable {
    /// The corner radius of the outline.
    public var cornerRadius = 10.0
    /// The outline width of a field without the focus.
    public var outline = 1.0
    /// The outline width of the field with the keyboard focus.
    public var focusedOutline = 2.0
    /// The width of the caret.
    public var caretWidth = 2.0
  }

  // Buttons and other controls of a form.

  /// The style of a capsule button.
  public struct ButtonStyle: Hashable, Sendable {
    /// The padding around the label of the main button of a form.
    public var largePadding = Insets(horizontal: 28, vertical: 10)
    /// The padding in a button of a dialog.
    public var regularPadding = Insets(horizontal: 20, vertical: 7)
    /// The height of a compact button, unless its font needs more.
    public var compactHeight = 22.0
    /// The padding at the leading and trailing edge of a compact button.
    public var compactPadding = 11.0
    /// The outline width of buttons with emphasis.
    public var outline = 2.0
    /// The outline width of buttons without emphasis.
    public var thinOutline = 1.0
    /// The opacity of the tint in a resting button with emphasis.
    public var emphasizedOpacity = 0.12
    /// The opacity of the tint that is added in a hovered button.
    public var hoveredOpacity = 0.08
    /// The opacity of the tint that is added in a pressed button.
    public var pressedOpacity = 0.18
  }

  /// The style of a toggle switch.
  public struct SwitchStyle: Hashable, Sendable {
    /// The height of the row with the label.
    public var rowHeight = 30.0
    /// The size of the switch without its label.
    public var size = Size(width: 36, height: 20)
    /// Half of the distance from the edge of the switch to its knob.
    public var inset = 2.0
    /// The outline width of a switch that is off.
    public var outline = 1.5
    /// The minimum distance from the label to the switch.
    public var labelGap = 8.0
    /// The opacity of the accent in a hovered switch that is off.
    public var hoveredOpacity = 0.08
  }

  /// The style of a slider.
  public struct SliderStyle: Hashable, Sendable {
    /// The height of the area that accepts presses.
    public var height = 30.0
    /// The height of the track.
    public var trackHeight = 4.0
    /// The radius of the thumb.
    public var thumbRadius = 8.0
    /// The outline width of the thumb.
    public var thumbOutline = 2.0
    /// The radius of the disc around a hovered or pressed thumb.
    public var haloRadius = 13.0
    /// The opacity of the accent in the disc around a hovered thumb.
    public var hoveredOpacity = 0.12
    /// The opacity of the accent in the disc around a pressed thumb.
    public var pressedOpacity = 0.24
    /// The size of the tick that marks the default value.
    public var tick = Size(width: 2, height: 10)
  }

  /// The style of a segmented control.
  public struct SegmentedControlStyle: Hashable, Sendable {
    /// The height of the control.
    public var height = 30.0
    /// The corner radius of the background.
    public var cornerRadius = 8.0
    /// The opacity of the text color behind all segments.
    public var backgroundOpacity = 0.06
    /// The distance from the edge of the background to the selected segment.
    public var inset = 2.0
    /// The outline width of the selected segment.
    public var selectedOutline = 1.5
    /// The opacity of the accent behind the selected segment.
    public var selectedOpacity = 0.2
    /// The opacity of the accent behind a hovered segment.
    public var hoveredOpacity = 0.08
    /// The opacity of the accent behind a pressed segment.
    public var pressedOpacity = 0.18
  }

  /// The style of a token field.
  public struct TokenFieldStyle: Hashable, Sendable {
    /// The spacing between tokens, and between lines.
    public var spacing = 6.0
    /// The padding between the outline of the field and its tokens.
    public var padding = Insets(horizontal: 10, vertical: 8)
    /// The spacing between the field and the status line.
    public var statusGap = 6.0
    /// The padding around the text of a token.
    public var tokenPadding = Insets(horizontal: 8, vertical: 4)
    /// The corner radius of a token.
    public var tokenCornerRadius = 4.0
    /// The opacity of the theme's blue behind a token.
    public var tokenOpacity = 0.2
    /// The opacity of the theme's blue behind a selected token.
    public var selectedOpacity = 0.45
    /// The outline width of a selected token.
    public var selectedOutline = 1.5
    /// The distance from the baseline down to the wavy line under invalid text, and to the line
    /// under preedit text.
    public var waveGap = 2.0
    /// The period of the wavy line.
    public var waveLength = 4.0
    /// The height of the wavy line.
    public var waveDepth = 1.5
    /// The line width of the wavy line.
    public var waveWidth = 1.0
    /// The opacity of a dragged token at its original position.
    public var liftedOpacity = 0.35
    /// The opacity of the drag preview in the window, so that the content below stays visible.
    public var draggedOpacity = 0.75
    /// The shadow of the drag preview.
    public var dragShadow = ShadowStyle(offset: Vector(dx: 0, dy: 3), blur: 8)
    /// The maximum width of a token in the preview of a drag out of the window.
    public var maximumPreviewWidth = 320.0
    /// The outline around the drop indicator.
    public var dropHalo = 1.0
    /// The height of the badge with the number of dragged tokens.
    public var badgeHeight = 18.0
    /// The padding at the sides of the badge.
    public var badgePadding = 5.0
    /// The scale of a token at the start of its insertion and at the end of its removal.
    public var minimumScale = 0.8
  }

  // Menus, panels and tooltips.

  /// The style of a menu. Multiples of 4 are whole device pixels at every scale in steps of ¼. The
  /// rounded corners of the menu and its rows are concentric.
  public struct MenuStyle: Hashable, Sendable {
    /// The minimum distance from a menu, a panel or a list to the edges of the window.
    public var margin = 8.0
    /// The corner radius of the menu.
    public var cornerRadius = 12.0
    /// The padding around all rows.
    public var padding = 4.0
    /// The outline width of the menu.
    public var outline = 1.0
    /// The shadow of a menu, a panel or a list.
    public var shadow = ShadowStyle(offset: Vector(dx: 0, dy: 8), blur: 16)
    /// The minimum width of a menu.
    public var minimumWidth = 160.0
    /// The height of a row.
    public var rowHeight = 32.0
    /// The corner radius of a highlighted row.
    public var rowCornerRadius = 8.0
    /// The padding at the leading and trailing edge of a row.
    public var rowPadding = 12.0
    /// The width and height of an icon.
    public var iconSize = 20.0
    /// The spacing between an icon and its label.
    public var iconGap = 12.0
    /// The spacing between a label and its detail text.
    public var detailGap = 8.0
    /// The minimum spacing between the text and the shortcut of a row.
    public var shortcutGap = 32.0
    /// The opacity of the accent behind the item that is highlighted by pointer or keyboard.
    public var highlightOpacity = 0.1
    /// The opacity of the accent behind an item that is pressed or was just chosen.
    public var pressedOpacity = 0.18
    /// The opacity of the text and the icon of a disabled item.
    public var disabledOpacity = 0.4
  }

  /// The style of a panel of tiles. The rounded corners of the panel and the tiles are concentric.
  public struct ActionGridStyle: Hashable, Sendable {
    /// The corner radius of the panel.
    public var cornerRadius = 20.0
    /// The padding around all tiles.
    public var padding = 8.0
    /// The spacing between tiles.
    public var gap = 4.0
    /// The width of a tile.
    public var tileWidth = 104.0
    /// The corner radius of a highlighted tile.
    public var tileCornerRadius = 12.0
    /// The distance from the top of a tile to its icon, and from its last line to its bottom.
    public var tilePadding = 12.0
    /// The minimum distance from the text to the sides of a tile.
    public var textMargin = 4.0
    /// The width and height of an icon.
    public var iconSize = 24.0
    /// The spacing between an icon and its label.
    public var iconGap = 8.0
    /// The height of a line of text.
    public var lineHeight = 16.0
  }

  /// The style of the list of completions. Its frame and its margins are those of a menu.
  public struct CompletionStyle: Hashable, Sendable {
    /// The width of the list. It does not depend on the content, so that it stays the same during
    /// typing.
    public var width = 320.0
    /// The maximum number of visible rows.
    public var maximumRowCount = 8
    /// The height of a row.
    public var rowHeight = 28.0
    /// The padding at the leading and trailing edge of a row.
    public var rowPadding = 10.0
    /// The spacing between the line of text and the list.
    public var gap = 4.0
    /// The opacity of the accent behind the characters that match the typed text.
    public var matchOpacity = 0.25
    /// The corner radius of the background of those characters.
    public var matchCornerRadius = 3.0
    /// The opacity of the accent behind the row under the pointer.
    public var hoveredOpacity = 0.08
    /// The opacity of the accent behind the row that Enter accepts.
    public var highlightOpacity = 0.2
    /// The scale of the list when it starts to appear.
    public var minimumScale = 0.96
  }

  /// The style of a tooltip. It uses the window color for its text, and the text color for its
  /// background.
  public struct TooltipStyle: Hashable, Sendable {
    /// The maximum width of the text.
    public var width = 360.0
    /// The maximum number of lines.
    public var maximumLineCount = 12
    /// The padding around the text.
    public var padding = Insets(horizontal: 12, vertical: 8)
    /// The corner radius of the panel.
    public var cornerRadius = 8.0
    /// The distance from the element that the tooltip describes.
    public var gap = 6.0
    /// The minimum distance from the edges of the window.
    public var margin = 8.0
  }

  /// The style of the floating button.
  public struct FloatingButtonStyle: Hashable, Sendable {
    /// The padding around the label.
    public var padding = 30.0
    /// The corner radius of a button with a label.
    public var cornerRadius = 12.0
    /// The radius of a ball.
    public var ballRadius = 50.0
    /// The distance from the button at rest to the edges of the window.
    public var margin = 8.0
    /// The shadow of the button.
    public var shadow = ShadowStyle(offset: Vector(dx: 0, dy: 6), blur: 9)
    /// The size of the symbol that distinguishes the red and the green state without color.
    public var symbolSize = 12.0
    /// The line width of that symbol.
    public var symbolStroke = 2.0
    /// The distance of the symbol from the top trailing corner of the button.
    public var symbolInset = 9.0
    /// The size of the symbol of the ball, which has no label.
    public var ballSymbolSize = 36.0
    /// The line width of the symbol of the ball.
    public var ballSymbolStroke = 5.0
    /// The padding in the capsule that explains the keys and clicks in a move mode.
    public var hintPadding = Insets(horizontal: 14, vertical: 7)
    /// The distance of that capsule from the bottom of the window, and the minimum distance from its sides.
    public var hintMargin = 16.0
  }

  /// The springs and durations of transitions. The spring of the floating button is an option of
  /// the button (`FloatingButton.Tuning`).
  public struct MotionStyle: Hashable, Sendable {
    /// The spring of switches, sliders and segmented controls.
    public var control = Spring(response: 0.2, dampingFraction: 1)
    /// The spring of scrolling by wheel and keyboard.
    public var scroll = Spring(response: 0.2, dampingFraction: 1)
    /// The spring of a menu. It does not oscillate, so that the text is legible immediately.
    public var menu = Spring(response: 0.2, dampingFraction: 1)
    /// The fraction of the opening transition of a menu or a panel during which its content is hidden.
    public var contentStart = 0.5
    /// The time for which a chosen menu item is highlighted.
    public var choice = Duration.milliseconds(300)
    /// The spring that moves tokens to their positions.
    public var tokenMove = Spring(response: 0.3, dampingFraction: 0.85)
    /// The spring of the insertion and removal of tokens.
    public var tokenPresence = Spring(response: 0.2, dampingFraction: 1)
    /// The spring of the height of a token field. It does not overshoot, because that would move
    /// the controls below up and down.
    public var fieldHeight = Spring(response: 0.3, dampingFraction: 1)
    /// The time for which a token is highlighted.
    public var tokenFlash = Duration.milliseconds(600)
    /// The duration of showing and hiding the list of completions.
    public var completionFade = Duration.milliseconds(120)
    /// The duration of fading in and out of tooltips and hints.
    public var fade = Duration.milliseconds(150)
    /// The spring of a ball that returns into the window.
    public var ballReturn = Spring(settlingDuration: 0.25, dampingFraction: 1, initialVelocity: 1)
    /// The duration of the dimming of an unused floating button.
    public var dimming = Duration.seconds(1)
  }

  /// The style of a password field. The field is higher if its fonts need that.
  public struct PasswordFieldStyle: Hashable, Sendable {
    /// The minimum height.
    public var height = 50.0
    /// The padding before the text and, without a reveal button, after it.
    public var padding = 14.0
    /// The minimum distance from the top of the field to the line of text.
    public var textTop = 23.0
    /// The scale of the label while the field has text or the focus.
    public var raisedLabelScale = 0.77
    /// The distance from the top of the field to the label while the field has text or the focus.
    public var raisedLabelTop = 7.0
    /// The spring of the label.
    public var labelSpring = Spring(response: 0.25, dampingFraction: 1)
    /// The width and height of the icons of the keyboard status.
    public var statusIconSize = 11.0
    /// The line width of these icons.
    public var statusIconStroke = 1.25
    /// The distance from these icons to their texts.
    public var statusIconGap = 5.0
    /// The distance from the label to the keyboard status, and between the items of the status.
    public var statusGap = 16.0
    /// The duration of the appearance of an item of the keyboard status.
    public var statusFade = Duration.milliseconds(150)
    /// The time after which a field shows that it waits for text to paste.
    public var statusDelay = Duration.milliseconds(300)
    /// The minimum width for the elided name of a keyboard layout. Below this, the name is omitted.
    public var minimumStatusWidth = 36.0
    /// The radius of a bullet.
    public var bulletRadius = 3.5
    /// The distance between the centers of adjacent bullets.
    public var bulletPitch = 11.0
    /// The gap between groups of revealed characters.
    public var groupGap = 7.0
    /// The style of the reveal button at the trailing side.
    public var reveal = RevealButtonStyle()
  }

  /// The style of the button that shows a password.
  public struct RevealButtonStyle: Hashable, Sendable {
    /// The width of the button.
    public var width = 46.0
    /// The size of the icon.
    public var iconSize = Size(width: 22, height: 14)
    /// The line width of the icon.
    public var iconStroke = 1.6
    /// The distance from the background to the edges of the button.
    public var inset = 10.0
    /// The corner radius of the background.
    public var cornerRadius = 6.0
    /// The opacity of the accent in the background of the hovered button.
    public var hoveredOpacity = 0.08
    /// The opacity of the accent in the background of the pressed button.
    public var pressedOpacity = 0.18
  }

  /// The style of a password form and of the entry of a passphrase. Heights are larger if the fonts need that.
  public struct PasswordFormStyle: Hashable, Sendable {
    /// The spacing between the title and the caption.
    public var titleGap = 4.0
    /// The spacing between the caption and the first field.
    public var captionGap = 14.0
    /// The spacing between a field and the lines below it.
    public var fieldGap = 8.0
    /// The minimum height of a line of status.
    public var lineHeight = 20.0
    /// The spacing between these lines and the next element.
    public var lineGap = 10.0
    /// The width and height of the status icon before a line.
    public var statusIconSize = 10.0
    /// The line width of a status icon.
    public var statusIconStroke = 1.8
    /// The distance from a status icon to the text after it.
    public var statusIconGap = 8.0
    /// The distance from the longest line to the labels that repeat the meaning of the status icons.
    public var statusLabelGap = 10.0
    /// The spacing between Submit and the message next to it.
    public var messageGap = 16.0
    /// The spacing above the row of buttons that generate passwords.
    public var generatorGap = 10.0
    /// The spacing between the label of this row and its buttons.
    public var generatorLabelGap = 10.0
    /// The spacing between the buttons of this row.
    public var generatorButtonGap = 8.0
    /// The spacing between the elements of the entry of a passphrase.
    public var entryGap = 10.0
    /// The duration of one turn of the spinner that runs while a password is saved.
    public var spinnerTurn = Duration.milliseconds(960)
    /// The radius of the dots of the spinner.
    public var spinnerDotRadius = 1.4
    /// The opacity of the weakest dot of the spinner.
    public var spinnerMinimumOpacity = 0.15
    /// The spring that shakes the field after a refused passphrase.
    public var shakeSpring = Spring(response: 0.14, dampingFraction: 0.16)
    /// The initial speed of this spring, in logical pixels per second.
    public var shakeSpeed = 500.0
    /// The style of the strength meter.
    public var strength = StrengthMeterStyle()
  }

  /// The style of a strength meter.
  public struct StrengthMeterStyle: Hashable, Sendable {
    /// The minimum width of a meter next to the requirements. A meter with less space is below them.
    public var minimumWidth = 136.0
    /// The spacing between the requirements and the meter next to them.
    public var gap = 20.0
    /// The minimum height of a meter with a description and advice.
    public var height = 100.0
    /// The minimum height of a meter in the entry of a passphrase.
    public var entryHeight = 54.0
    /// The distance from the top of the meter to the bar.
    public var barTop = 8.0
    /// The height of the bar.
    public var barHeight = 4.0
    /// The spacing between the bar and the description.
    public var textGap = 6.0
    /// The opacity of the secondary text color behind the bar.
    public var trackOpacity = 0.22
    /// The spring of the bar.
    public var spring = Spring(response: 0.3, dampingFraction: 1)
    /// The time after an edit until the outdated strength begins to fade.
    public var fadeDelay = Duration.milliseconds(400)
    /// The duration of this fading.
    public var fade = Duration.milliseconds(150)
    /// The opacity of an outdated strength.
    public var staleOpacity = 0.35
  }

  /// The style of dialogs. A dialog adopts it when it opens.
  public struct DialogStyle: Hashable, Sendable {
    /// The padding around the content.
    public var padding = 20.0
    /// The spacing between the message, the controls and the buttons.
    public var spacing = 14.0
    /// The spacing between buttons.
    public var buttonSpacing = 10.0
  }
}
