public import Motion
public import Scene

extension Theme {
  /// The floating button's look and feel.
  public enum FloatingButton {
    /// Around the label.
    public static let padding = 30.0
    public static let cornerRadius = 12.0
    public static let ballRadius = 50.0
    /// From the window's sides to the button at rest.
    public static let margin = 8.0
    /// Where the centre may be in mode `seed`, as the first demonstration had it: x = W − 99, y =
    /// 20, 100 wide, H − 100 high.
    public static let seedArea = (trailing: 99.0, top: 20.0, width: 100.0, lessHeight: 100.0)
    /// While it is dragged.
    public static let draggedScale = 1.4
    /// The scales that a drag may have, whatever it is told.
    public static let draggedScales = 0.25...4.0
    /// That it is ever seen at.
    public static let leastScale = 0.1
    /// Half of the least change of scale that can be seen, 1/500 as AndroidX' `DynamicAnimation`
    /// has it.
    public static let scaleThreshold = 1.0 / 1000

    /// Of scale and snapping.
    public static let spring = Spring(response: 0.25, dampingFraction: 0.59)
    /// Of the ball that comes back into the window.
    public static let returnSpring = Spring(
      settlingDuration: 0.25, dampingFraction: 1, initialVelocity: 1)
    /// In distances per second, whatever the hand did.
    public static let returnVelocity = 1.0
    public static let returnDelay = Duration.milliseconds(100)
    /// Where a throw would end.
    public static let throwDecay = Decay.normal
    /// In logical pixels per second: faster is no hand but a pointer that was put elsewhere, and would
    /// throw the button out of sight. Flutter's `kMaxFlingVelocity` and Android's.
    public static let fastestThrow = 8000.0

    /// What resists a drag past its area: far enough to be felt, and so near that a good part of the
    /// button stays in sight.
    public static let band = RubberBand(length: 60)
    /// The part of the band's length up to which a button caught out there hangs on it; further out
    /// the hand would have to go back very far before the button follows.
    public static let bandReach = 0.75

    /// The key that lets keys move it.
    public static let moveKey = Key.character("m")
    /// How far an arrow moves it, and how far with Shift.
    public static let keyStep = 10.0
    public static let fineKeyStep = 1.0

    /// A press held this long is no tap but the beginning of a drag.
    public static let longPress = Duration.milliseconds(300)
    /// A press that moves further before is neither.
    public static let longPressSlop = 10.0
    /// A press of the ball that moves this far is a drag.
    public static let dragSlop = 3.0
    /// The same by finger, as Android's `ViewConfiguration` has it.
    public static let touchSlop = 8.0

    public static let dimmedOpacity = 0.2
    public static let dimDelay = Duration.seconds(1)
    public static let dimDuration = Duration.seconds(1)

    public static let shadow = (offset: Vector(dx: 0, dy: 6), blur: 9.0)
    /// The glyph that tells red from green without colour: its box, its stroke, and how far its box
    /// is from the button's top trailing corner.
    public static let glyph = (size: 12.0, stroke: 2.0, inset: 9.0)
    /// On the ball there is no label, so the glyph takes its place.
    public static let ballGlyph = (size: 36.0, stroke: 5.0)
  }
}

extension Theme {
  /// The line in a capsule that tells what keys and clicks do for the moment.
  public enum Hint {
    public static let moving = "Arrows move · Click places · Enter drops · Esc cancels"
    public static let choosing = "Click a place · Esc cancels"
    /// From the text to the capsule's sides.
    public static let padding = (horizontal: 14.0, vertical: 7.0)
    /// From the window's bottom.
    public static let margin = 16.0
    /// In and out.
    public static let fade = Duration.milliseconds(150)
  }
}
