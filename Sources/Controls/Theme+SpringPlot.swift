public import Motion
public import Scene

extension Theme {
  /// The style of the plot of a spring. Lengths are in logical pixels.
  public enum SpringPlot {
    public static let height = 160.0
    public static let cornerRadius = 10.0
    /// The opacity of the text color behind the plot.
    public static let backgroundOpacity = 0.04
    /// The distances from the edges of the plot to the ends of the axes. The label of the peak is
    /// in the top inset.
    public static let insets = Insets(top: 24, leading: 22, bottom: 22, trailing: 12)
    /// The font of numbers in the plot.
    public static let label = TextStyle(family: Fonts.family, size: 11, weight: .medium)
    /// The spacing between a number and the element that it labels.
    public static let labelGap = 5.0

    /// The line width of the curve.
    public static let curve = 2.0
    /// The line width of the axes and grid lines.
    public static let axis = 1.0
    /// The opacity of the text color in the axes.
    public static let axisOpacity = 0.3
    /// The opacity of the text color in the grid lines.
    public static let gridOpacity = 0.08
    /// The opacity of the accent over the time after settling.
    public static let settledOpacity = 0.08
    /// The ring around the peak.
    public static let peak = (radius: 3.5, stroke: 1.5)
    /// The dot that moves along the curve, and the ring around it.
    public static let dot = (radius: 4.5, outline: 2.0)
    /// The play symbol, and its distance from the edges of the top trailing corner.
    public static let play = (size: Size(width: 7, height: 9), inset: 9.0)

    /// The possible spans of the time axis, in seconds.
    public static let spans = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
    /// The maximum fraction of the span that the motion fills.
    public static let filledSpan = 0.9
    /// The distance of the motion that defines the settling time. It is typical for a button that
    /// snaps to an edge.
    public static let distance = 300.0
    /// The minimum overshoot that is displayed as a number.
    public static let minimumOvershoot = 0.0005
    /// The maximum distance between the drawn curve and the exact curve.
    public static let tolerance = 0.1
    /// The maximum number of curve segments. With more, oscillations would be narrower than pixels.
    public static let maximumSegmentCount = 1000

    /// The spring that animates the curve when the plotted spring changes.
    public static let spring = Spring(response: 0.15, dampingFraction: 1)
    /// The settling threshold of response and damping: half of the smallest visible change.
    public static let springThreshold = 1e-5
    /// The settling threshold of the span: half of the smallest visible change.
    public static let spanThreshold = 1e-4
  }
}
