package import Motion
package import Scene

extension Theme {
  /// The style and timing of menus and of the panel into which the floating button expands. Lengths
  /// are in logical pixels; multiples of 4 are whole device pixels at every scale in steps of ¼.
  package enum ActionPanel {
    /// The minimum distance from the panel at rest to the edges of the window.
    package static let margin = 8.0

    /// The spring of a panel into which a button expands: the spring of the button.
    package static let gridSpring = FloatingButton.spring
    /// The spring of a menu. It does not oscillate, so that the text is legible immediately.
    package static let menuSpring = Spring(response: 0.2, dampingFraction: 1)
    /// The time after opening in which a press closes the panel. Without it, the second press of a
    /// double click could choose an item that appears under the pointer.
    package static let pressGuard = Duration.milliseconds(250)
    /// The fraction of the opening transition during which the content is hidden.
    package static let contentStart = 0.5
    /// The maximum duration and movement of a press that opens a menu and leaves it open.
    package static let click = (duration: Duration.milliseconds(300), slop: 8.0)
    /// The maximum pause between typed letters that are part of the same search text.
    package static let typingPause = Duration.seconds(1)
    /// The time for which a choice is highlighted.
    package static let feedback = Duration.milliseconds(300)

    /// The opacity of the accent behind the item that is highlighted by pointer or keyboard.
    package static let highlightOpacity = 0.1
    /// The opacity of the accent behind an item that is pressed or was just chosen.
    package static let pressedOpacity = 0.18
    /// The opacity of the text and the icon of a disabled item.
    package static let disabledOpacity = 0.4
    package static let outline = 1.0
    package static let shadow = (offset: Vector(dx: 0, dy: 8), blur: 16.0)

    /// The distance from the vertical center of a line down to its baseline: half the cap height.
    package static let baseline = 5.0
    package static let label = TextStyle(family: Fonts.family, size: 13, weight: .medium)
    /// The font of the detail text, under the label of a tile.
    package static let detail = TextStyle(family: Fonts.family, size: 12)
    /// The font of keyboard shortcuts, at the trailing edge of a menu.
    package static let shortcut = TextStyle(family: Fonts.family, size: 13)
  }

  /// The style of a panel of tiles. The rounded corners of the panel and the tiles are concentric.
  package enum ActionGrid {
    package static let cornerRadius = 20.0
    package static let padding = 8.0
    /// The spacing between tiles.
    package static let gap = 4.0
    package static let tileWidth = 104.0
    package static let tileCornerRadius = 12.0
    /// The distance from the top of a tile to its icon, and from its last line to its bottom.
    package static let tilePadding = 12.0
    /// The minimum distance from the text to the sides of a tile.
    package static let textMargin = 4.0
    package static let icon = 24.0
    package static let iconGap = 8.0
    package static let lineHeight = 16.0
  }

  /// The style of a menu. The rounded corners of the menu and its rows are concentric.
  package enum ActionMenu {
    package static let cornerRadius = 12.0
    package static let padding = 4.0
    package static let minimumWidth = 160.0
    package static let rowHeight = 32.0
    package static let rowCornerRadius = 8.0
    /// The padding at the leading and trailing edge of a row.
    package static let rowPadding = 12.0
    package static let icon = 20.0
    package static let iconGap = 12.0
    /// The spacing between a label and its detail text.
    package static let detailGap = 8.0
    /// The minimum spacing between the text and the shortcut of a row.
    package static let shortcutGap = 32.0
  }
}

extension Theme {
  /// The style of a capsule button. Lengths are in logical pixels.
  package enum CapsuleButton {
    /// The padding above and below the label.
    package static let padding = 10.0
    /// The padding at the leading and trailing edge, where the capsule is round.
    package static let horizontalPadding = 28.0
    /// The padding in a button of a dialog.
    package static let regularPadding = 7.0
    package static let regularHorizontalPadding = 20.0
    /// The size of a compact button.
    package static let compactHeight = 22.0
    package static let compactHorizontalPadding = 11.0
    package static let outline = 2.0
    /// The opacity of the tint in a resting button with emphasis.
    package static let emphasizedOpacity = 0.12
    /// The opacity of the tint that is added in a hovered button.
    package static let hoveredOpacity = 0.08
    /// The opacity of the tint that is added in a pressed button.
    package static let pressedOpacity = 0.18
  }
}

extension Theme {
  /// The style of the pop-up list of completions. Lengths are in logical pixels. The rounded
  /// corners of the list and its rows are concentric.
  package enum CompletionPopup {
    /// The width of the list. It does not depend on the content, so that it stays the same during
    /// typing.
    package static let width = 320.0
    /// The maximum number of visible rows.
    package static let maximumRowCount = 8
    package static let rowHeight = 28.0
    package static let rowCornerRadius = 8.0
    /// The padding at the leading and trailing edge of a row.
    package static let rowPadding = 10.0
    /// The padding around all rows.
    package static let padding = 4.0
    package static let cornerRadius = 12.0
    package static let outline = 1.0
    /// The spacing between the line of text and the list.
    package static let gap = 4.0
    /// The minimum distance from the list to the edges of the available area.
    package static let margin = 8.0
    package static let shadow = ActionPanel.shadow

    package static let style = Fonts.token
    /// The opacity of the accent behind the characters that match the typed text.
    package static let matchOpacity = 0.25
    package static let matchCornerRadius = 3.0
    /// The opacity of the accent behind the row under the pointer.
    package static let hoverOpacity = 0.08
    /// The opacity of the accent behind the row that Enter accepts.
    package static let highlightOpacity = 0.2
    /// The distance from the side of the list to the scroll bar thumb.
    package static let thumbInset = 3.0

    /// The animation for showing and hiding the list.
    package static let fade = Animation.easeOut(duration: .milliseconds(120))
    /// The scale of the list when it starts to appear.
    package static let minimumScale = 0.96
  }
}

extension Theme {
  /// The style of a toggle switch. Lengths are in logical pixels.
  package enum ToggleSwitch {
    /// The height of the row with the label.
    package static let rowHeight = 30.0
    package static let size = Size(width: 36, height: 20)
    /// Half of the distance from the edge of the switch to its knob.
    package static let inset = 2.0
    package static let outline = 1.5
    /// The opacity of the accent in a hovered switch that is off.
    package static let hoveredOpacity = 0.08
    /// The spring of the knob.
    package static let spring = Spring(response: 0.2, dampingFraction: 1)
  }
}

extension Theme {
  /// The style and behavior of vertical scrolling. Lengths are in logical pixels.
  package enum Scroll {
    /// The distance for one notch of a wheel.
    package static let notch = 56.0
    /// The distance for an arrow key.
    package static let line = 40.0
    /// The height of the previous page that stays visible on the next page.
    package static let pageOverlap = 40.0
    /// The space around a revealed part that becomes visible too.
    package static let revealMargin = 12.0
    /// The spring of scrolling by wheel and keyboard.
    package static let spring = Spring(response: 0.2, dampingFraction: 1)
    /// The minimum speed of a finger that starts momentum, in logical pixels per second.
    package static let minimumThrowSpeed = 50.0
    package static let thumbWidth = 5.0
    /// The distance from the thumb to the edge of the visible area.
    package static let thumbInset = 3.0
    /// The time for which the content must be taller than its window before the thumb is displayed.
    static let thumbDelay = Duration.milliseconds(300)
    /// The minimum height of the thumb.
    package static let minimumThumbHeight = 20.0
    package static let thumbOpacity = 0.5
  }
}

extension Theme {
  /// The style of a segmented control. Lengths are in logical pixels.
  package enum SegmentedControl {
    package static let height = 30.0
    package static let cornerRadius = 8.0
    /// The opacity of the text color behind all segments.
    package static let backgroundOpacity = 0.06
    /// The distance from the edge of the background to the selected segment.
    package static let inset = 2.0
    package static let selectedOutline = 1.5
    /// The opacity of the accent behind the selected segment.
    package static let selectedOpacity = 0.2
    /// The opacity of the accent behind a hovered segment.
    package static let hoveredOpacity = 0.08
    /// The opacity of the accent behind a pressed segment.
    package static let pressedOpacity = 0.18
    /// The spring of the selection indicator.
    package static let spring = Spring(response: 0.2, dampingFraction: 1)
  }
}

extension Theme {
  /// The style and behavior of a slider. Lengths are in logical pixels.
  package enum Slider {
    /// The height of the area that accepts presses.
    package static let height = 30.0
    package static let trackHeight = 4.0
    package static let thumbRadius = 8.0
    package static let thumbOutline = 2.0
    /// The disc around a hovered or pressed thumb, and the opacity of the accent in it.
    package static let halo = (radius: 13.0, hoveredOpacity: 0.12, pressedOpacity: 0.24)
    /// The tick that marks the default value.
    package static let tick = (width: 2.0, height: 10.0)

    /// The spring of a thumb that is not dragged.
    package static let spring = Spring(response: 0.2, dampingFraction: 1)
    /// The number of steps for Page Up, Page Down, and an arrow key with Shift.
    package static let largeStep = 10
  }
}

extension Theme {
  /// The style and behavior of a token field. Lengths are in logical pixels.
  package enum TokenField {
    /// The spacing between tokens, and between lines.
    package static let spacing = 6.0
    /// The padding around the text of a token.
    package static let tokenPadding = Insets(horizontal: 8, vertical: 4)
    package static let tokenCornerRadius = 4.0
    /// The opacity of the theme's blue behind a token.
    package static let tokenOpacity = 0.2
    /// The opacity of the theme's blue behind a selected token.
    package static let selectedOpacity = 0.45
    package static let selectedOutline = 1.5
    /// The padding between the outline of the field and its tokens.
    package static let padding = Insets(horizontal: 10, vertical: 8)
    /// The spacing between the field and the status line.
    package static let statusGap = 6.0
    /// The maximum number of characters of a token that appear in a message.
    package static let nameLimit = 40
    /// The distance from the baseline down to the wavy line under invalid text, and to the line
    /// under preedit text.
    package static let waveGap = 2.0
    package static let waveLength = 4.0
    package static let waveDepth = 1.5
    package static let waveWidth = 1.0
    /// The distance from the side of a token within which a press moves the caret there.
    package static let caretMargin = 3.0
    /// The movement that turns a press into a drag, and the maximum distance between the presses of
    /// a double click.
    package static let dragSlop = 4.0
    /// The same distance for a finger, as in the floating button.
    package static let touchSlop = FloatingButton.touchSlop
    /// The duration of a touch that starts a drag, as in the floating button.
    package static let longPress = FloatingButton.longPress
    /// The distance from an edge, inside the field, within which a drag starts to autoscroll.
    package static let autoscrollMargin = 14.0
    /// The minimum autoscroll speed, in logical pixels per second.
    package static let minimumAutoscrollSpeed = 60.0
    /// The increase of the autoscroll speed for each logical pixel of distance.
    package static let autoscrollRate = 10.0
    /// The maximum autoscroll speed, in logical pixels per second.
    package static let maximumAutoscrollSpeed = 2400.0
    /// The distance from the outline of the field to the scroll bar thumb.
    package static let thumbInset = 3.0
    /// The opacity of a dragged token at its original position.
    package static let liftedOpacity = 0.35
    /// The opacity of the drag preview in the window, so that the content below stays visible.
    package static let draggedOpacity = 0.75
    /// The outline around the drop indicator.
    package static let dropHalo = 1.0
    /// The maximum number of tokens in the preview of a drag out of the window.
    package static let maximumPreviewCount = 3
    /// The maximum width of each token in that preview.
    package static let maximumPreviewWidth = 320.0
    /// The scale of a token at the start of its insertion and at the end of its removal.
    package static let minimumScale = 0.8
    /// The spring that moves tokens to their positions.
    package static let moveSpring = Spring(response: 0.3, dampingFraction: 0.85)
    /// The spring of the insertion and removal of tokens.
    package static let presenceSpring = Spring(response: 0.2, dampingFraction: 1)
    /// The spring of the height of the field. It does not overshoot, because that would move the
    /// controls below up and down.
    package static let heightSpring = Spring(response: 0.3, dampingFraction: 1)
    /// The time for which a token is highlighted.
    package static let flash = Duration.milliseconds(600)

    /// The height of the badge with the number of dragged tokens.
    package static let badgeHeight = 18.0
    /// The padding at the sides of the badge.
    package static let badgePadding = 5.0

    /// Returns the shadow of the drag preview.
    package static func dragShadow(_ theme: Theme) -> Shadow {
      Shadow(color: theme.colors.buttonShadow, offset: Vector(dx: 0, dy: 3), blur: 8)
    }
  }
}

extension Theme {
  /// The style and timing of a tooltip. It uses the window color for its text, and the text color
  /// for its background. Lengths are in logical pixels.
  package enum Tooltip {
    /// The time that the pointer rests before the tooltip appears, the same as in GTK.
    package static let delay = Duration.milliseconds(500)
    /// The delay while a tooltip is visible, and for `browsingTimeout` after it was hidden, as in
    /// the browse mode of GTK. The user sees the tooltips of a row one after the other.
    package static let browsingDelay = Duration.milliseconds(60)
    /// The time after hiding a tooltip during which `browsingDelay` applies.
    package static let browsingTimeout = Duration.milliseconds(500)
    /// The duration of fading in and out.
    package static let fade = Duration.milliseconds(150)

    package static let style = Fonts.caption
    /// The maximum width of the text.
    package static let width = 360.0
    /// The maximum number of lines.
    package static let lines = 12
    /// The padding around the text.
    package static let padding = Insets(horizontal: 12, vertical: 8)
    package static let cornerRadius = 8.0
    /// The distance from the element that the tooltip describes.
    package static let gap = 6.0
    /// The minimum distance from the edges of the window.
    package static let margin = 8.0
  }
}
