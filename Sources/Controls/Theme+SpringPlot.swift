public import Motion
public import Scene

extension Theme {
  /// The look of a spring's plot; lengths are logical pixels.
  public enum SpringPlot {
    public static let height = 160.0
    public static let cornerRadius = 10.0
    /// Of the theme's text colour, behind the plot.
    public static let backgroundOpacity = 0.04
    /// From the plot's sides to the axes' ends; at the top there is room for the peak's label.
    public static let insets = Insets(top: 24, leading: 22, bottom: 22, trailing: 12)
    /// Numbers in the plot.
    public static let label = TextStyle(family: Fonts.family, size: 11, weight: .medium)
    /// From a number to what it belongs to.
    public static let labelGap = 5.0

    public static let curve = 2.0
    public static let axis = 1.0
    /// Of the theme's text colour, in the axes and in the lines between.
    public static let axisOpacity = 0.3
    public static let gridOpacity = 0.08
    /// Of the theme's accent, where the spring has settled.
    public static let settledOpacity = 0.08
    /// The ring around the peak.
    public static let peak = (radius: 3.5, stroke: 1.5)
    /// The dot that runs along the curve, and the ring around it.
    public static let dot = (radius: 4.5, outline: 2.0)
    /// The sign that the plot can be played, and how far it stands in the corner.
    public static let play = (size: Size(width: 7, height: 9), inset: 9.0)

    /// The spans that the time axis may have, in seconds.
    public static let spans = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
    /// How much of the span the motion may fill.
    public static let filledSpan = 0.9
    /// The distance whose last visible rest counts as settling, as a button's way to an edge.
    public static let distance = 300.0
    /// The least overshoot that is told as a number.
    public static let leastOvershoot = 0.0005
    /// How far the drawn curve may be from the true one.
    public static let tolerance = 0.1
    /// More pieces than this are not drawn: oscillations would be narrower than pixels.
    public static let mostPieces = 1000

    /// Of the curve's change from one spring to another.
    public static let spring = Spring(response: 0.15, dampingFraction: 1)
    /// Half of the least change of response, damping and span that can be seen in the curve.
    public static let springThreshold = 1e-5
    public static let spanThreshold = 1e-4
  }
}
