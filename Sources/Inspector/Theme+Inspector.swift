package import Controls
package import Motion
package import Scene

extension Theme {
  /// The style of the tuning inspector. Lengths are in logical pixels.
  package enum Inspector {
    /// The spacing between the title and the plot.
    package static let titleGap = 12.0
    /// The spacing between groups of rows.
    package static let groupGap = 12.0
    /// The spacing between the plot and its caption, and between a label and the control below it.
    package static let textGap = 8.0
    package static let rowHeight = 30.0
    /// The spacing between the label, the slider and the value of a row.
    package static let columnGap = 12.0
    /// The spacing between the two buttons.
    package static let buttonGap = 8.0
    package static let buttonHeight = 32.0
    package static let buttonPadding = 16.0
    package static let buttonCornerRadius = 8.0
    /// The size of the close button, and the size and line width of its cross.
    package static let close = (size: 26.0, icon: 9.0, stroke: 1.75)
    /// The size and line width of the check mark of a button, and its distance from the label.
    package static let checkMark = (size: 10.0, stroke: 1.75, gap: 6.0)
    /// The opacity of the text color behind a button that is at rest, hovered or pressed.
    package static let buttonOpacity = (normal: 0.06, hovered: 0.1, pressed: 0.16)
    /// The time for which the copy button confirms a copy.
    package static let copiedTime = Duration.milliseconds(1500)
    /// The clock rate of the button and the plot in slow motion.
    package static let slowRate = 0.1
  }

  /// The style of the plot of a spring. Lengths are in logical pixels.
  package enum SpringPlot {
    package static let height = 160.0
    package static let cornerRadius = 10.0
    /// The opacity of the text color behind the plot.
    package static let backgroundOpacity = 0.04
    /// The distances from the edges of the plot to the ends of the axes. The label of the peak is
    /// in the top inset.
    package static let insets = Insets(top: 24, leading: 22, bottom: 22, trailing: 12)
    /// The spacing between a number and the element that it labels.
    package static let labelGap = 5.0

    /// The line width of the curve.
    package static let curve = 2.0
    /// The line width of the axes and grid lines.
    package static let axis = 1.0
    /// The opacity of the text color in the axes.
    package static let axisOpacity = 0.3
    /// The opacity of the text color in the grid lines.
    package static let gridOpacity = 0.08
    /// The opacity of the accent over the time after settling.
    package static let settledOpacity = 0.08
    /// The ring around the peak.
    package static let peak = (radius: 3.5, stroke: 1.5)
    /// The dot that moves along the curve, and the ring around it.
    package static let dot = (radius: 4.5, outline: 2.0)
    /// The play symbol, and its distance from the edges of the top trailing corner.
    package static let play = (size: Size(width: 7, height: 9), inset: 9.0)

    /// The possible spans of the time axis, in seconds.
    package static let spans = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
    /// The maximum fraction of the span that the motion fills.
    package static let filledSpan = 0.9
    /// The distance of the motion that defines the settling time. It is typical for a button that
    /// snaps to an edge.
    package static let distance = 300.0
    /// The minimum overshoot that is displayed as a number.
    package static let minimumOvershoot = 0.0005
    /// The maximum distance between the drawn curve and the exact curve.
    package static let tolerance = 0.1
    /// The maximum number of curve segments. With more, oscillations would be narrower than pixels.
    package static let maximumSegmentCount = 1000

    /// The spring that animates the curve when the plotted spring changes.
    package static let spring = Spring(response: 0.15, dampingFraction: 1)
    /// The settling threshold of response and damping: half of the smallest visible change.
    package static let springThreshold = 1e-5
    /// The settling threshold of the span: half of the smallest visible change.
    package static let spanThreshold = 1e-4
  }
}
