public import Motion
package import Scene

extension Theme {
  /// The style and behavior of the floating button. Lengths are in logical pixels.
  public enum FloatingButton {
    /// The padding around the label.
    package static let padding = 30.0
    package static let cornerRadius = 12.0
    package static let ballRadius = 50.0
    /// The distance from the button at rest to the edges of the window.
    package static let margin = 8.0
    /// The area for the center in snap mode `original`, as in the original demo program
    /// (``SnapMode/original``): x = W − 99, y = 20, width 100, height H − 100.
    package static let originalArea = (trailing: 99.0, top: 20.0, width: 100.0, heightReduction: 100.0)
    /// The scale during a drag.
    public static let draggedScale = 1.4
    /// The range to which the scale during a drag is clamped.
    package static let draggedScaleRange = 0.25...4.0
    /// The minimum visible scale.
    package static let minimumScale = 0.1
    /// The settling threshold of the scale: half of the smallest visible change, which is 1/500 in
    /// `DynamicAnimation` of AndroidX.
    package static let scaleThreshold = 1.0 / 1000

    /// The spring for scaling and snapping.
    public static let spring = Spring(response: 0.25, dampingFraction: 0.59)
    /// The spring of a ball that returns into the window.
    package static let returnSpring = Spring(settlingDuration: 0.25, dampingFraction: 1, initialVelocity: 1)
    /// The initial velocity of the return, in distances per second. The drag velocity is ignored.
    package static let returnVelocity = 1.0
    /// The delay before the return.
    package static let returnDelay = Duration.milliseconds(100)
    /// The deceleration that determines the end of a throw.
    package static let throwDecay = Decay.normal
    /// The maximum speed of a throw in logical pixels per second, the same as `kMaxFlingVelocity`
    /// of Flutter and the limit of Android. A faster pointer was warped by a program, and would
    /// throw the button out of the visible area.
    package static let maximumThrowSpeed = 8000.0

    /// The rubber band for drags beyond the allowed area. It is long enough to be noticeable, and
    /// short enough that much of the button stays visible.
    package static let rubberBand = RubberBand(maximumOffset: 60)
    /// The maximum extension, as a fraction of its maximum offset, at which a drag of a button
    /// outside the area starts. With a larger extension, the user would have to move far back
    /// before the button follows.
    package static let maximumInitialExtension = 0.75

    /// The key that starts the keyboard move mode.
    package static let moveKey = Key.character("m")
    /// The distance that an arrow key moves the button.
    package static let keyStep = 10.0
    /// The distance that an arrow key with Shift moves the button.
    package static let fineKeyStep = 1.0

    /// The duration of a press that starts a drag instead of a tap.
    public static let longPress = Duration.milliseconds(300)
    /// The maximum movement before that time. A press that moves farther is neither tap nor drag.
    package static let longPressSlop = 10.0
    /// The movement that turns a press of the ball into a drag.
    package static let dragSlop = 3.0
    /// The same distance for a finger, as in Android's `ViewConfiguration`.
    package static let touchSlop = 8.0

    /// The default opacity of a dimmed button.
    public static let dimmedOpacity = 0.2
    /// The time without use before dimming starts.
    package static let dimDelay = Duration.seconds(1)
    package static let dimDuration = Duration.seconds(1)

    package static let shadow = (offset: Vector(dx: 0, dy: 6), blur: 9.0)
    /// The symbol that distinguishes the red and the green state without color: the size of its
    /// box, its line width, and the distance of the box from the top trailing corner of the button.
    package static let symbol = (size: 12.0, stroke: 2.0, inset: 9.0)
    /// The symbol of the ball, which has no label.
    package static let ballSymbol = (size: 36.0, stroke: 5.0)
  }
}

extension Theme {
  /// The style of the capsule that explains the keys and clicks in a move mode.
  package enum HintLabel {
    /// The padding around the text.
    package static let padding = (horizontal: 14.0, vertical: 7.0)
    /// The distance from the bottom of the window.
    package static let margin = 16.0
    /// The duration of fading in and out.
    package static let fade = Duration.milliseconds(150)
  }
}
