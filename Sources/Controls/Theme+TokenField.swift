public import Motion
public import Scene

extension Theme {
  /// The token field's look; lengths are logical pixels.
  public enum TokenField {
    /// Between tokens, and between lines of them.
    public static let spacing = 6.0
    /// Around a token's text.
    public static let tokenPadding = Insets(horizontal: 8, vertical: 4)
    public static let tokenCornerRadius = 4.0
    /// Of the theme's blue, behind a token.
    public static let tokenOpacity = 0.2
    /// Of the theme's blue, behind a selected token.
    public static let selectedOpacity = 0.45
    public static let selectedOutline = 1.5
    /// From the field's outline to its tokens.
    public static let padding = Insets(horizontal: 10, vertical: 8)
    /// From the field to the status line.
    public static let statusGap = 6.0
    /// How many characters of a token are said in a sentence.
    public static let nameLimit = 40
    /// From the baseline down to the waves under what is wrong, and to the line under what is being
    /// composed.
    public static let waveGap = 2.0
    public static let waveLength = 4.0
    public static let waveDepth = 1.5
    public static let waveWidth = 1.0
    /// A press so near to a token's side is meant for the gap there.
    public static let gapReach = 3.0
    /// How far a press may move before it carries what it is on, and how near to one another the
    /// clicks of a double click are.
    public static let dragSlop = 4.0
    /// The same of a finger, and how long it is held to pick something up: as at the button.
    public static let touchSlop = FloatingButton.touchSlop
    public static let longPress = FloatingButton.longPress
    /// So near to an edge inside, what is carried has the field scroll by itself.
    public static let driftReach = 14.0
    /// How fast it scrolls at least, how much faster for each pixel that the pointer is farther out,
    /// and how fast at most, in pixels per second.
    public static let leastDrift = 60.0
    public static let driftRate = 10.0
    public static let mostDrift = 2400.0
    /// From the field's outline to the thumb.
    public static let thumbInset = 3.0
    /// Of a token where it was, while it is carried elsewhere.
    public static let liftedOpacity = 0.35
    /// Of what is carried within the window, so that what it lies over can be seen.
    public static let carriedOpacity = 0.75
    /// Around the place where that would be put.
    public static let dropHalo = 1.0
    /// How many of the tokens are seen that are carried out of the window.
    public static let mostCarriedShown = 3
    /// How wide each of them is at most.
    public static let widestCarried = 320.0
    /// Of a token that is not there yet, or no more.
    public static let leastScale = 0.8
    /// How tokens go to their places.
    public static let moveSpring = Spring(response: 0.3, dampingFraction: 0.85)
    /// How tokens come and go.
    public static let presenceSpring = Spring(response: 0.2, dampingFraction: 1)
    /// How the field grows and shrinks; what overshoots would push what stands below to and fro.
    public static let heightSpring = Spring(response: 0.3, dampingFraction: 1)
    /// How long a token is pointed out.
    public static let flash = Duration.milliseconds(600)

    /// The disc that tells how many tokens the pointer carries.
    public static let badgeHeight = 18.0
    public static let badgePadding = 5.0

    /// Under what the pointer carries.
    public static func carriedShadow(_ theme: Theme) -> Shadow {
      Shadow(color: theme.colors.buttonShadow, offset: Vector(dx: 0, dy: 3), blur: 8)
    }
  }
}
