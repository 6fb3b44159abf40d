extension FloatingButton {
  /// What the button asks its owner to do.
  public enum Action: Hashable, Sendable {
    /// It was tapped and now shows its other state: green where `true`.
    case toggled(Bool)
    /// One of its actions, or of its menu's items, was chosen.
    case chosen(ActionItem.ID)
    /// Drag mode began and the person wants to hear it.
    case ringBell
    /// It is to be moved by keys and needs the keyboard focus for that.
    case takeFocus
  }

  /// What it looks like.
  public enum Shape: String, CaseIterable, Hashable, Sendable {
    /// A rounded rectangle with a label.
    case button
    /// A circle without one.
    case ball
  }

  /// How a drag begins.
  public enum DragMode: String, CaseIterable, Hashable, Sendable {
    case longPress = "long-press"
    case immediate
  }

  /// What a tap does.
  public enum TapMode: String, CaseIterable, Hashable, Sendable {
    /// The button changes from red to green and back.
    case toggle
    /// The button expands into a panel with its actions; without any, nothing happens.
    case expand
  }

  /// What it is to be like.
  public struct Configuration: Hashable, Sendable {
    /// More than that don't fit into the panel.
    public static let maximumActionCount = 8

    public var shape: Shape
    public var snap: SnapMode
    public var drag: DragMode
    public var tap: TapMode
    /// What the panel offers that a tap expands it into.
    ///
    /// - Precondition: No more than `maximumActionCount`.
    public var actions: [ActionItem] { didSet { checkActions() } }
    /// What its menu offers, below moving it. Identities that begin with `button.` are its own.
    public var menuItems: [ActionItem]
    /// Whether it fades while it is left alone.
    public var dims: Bool
    /// Whether the beginning of a drag is to be heard.
    public var ringsBell: Bool
    public var label: String
    /// Height at the container's top that a ball must keep clear of, in logical pixels.
    public var topInset: Double
    /// Where it is at first, snapped as `snap` has it; `nil` for the trailing side, half way down,
    /// or for a ball the middle.
    public var start: RelativePlace?
    public var feel: Feel

    /// Creates a configuration; what is not given follows from the shape.
    ///
    /// - Precondition: `actions` are no more than `maximumActionCount`.
    public init(
      shape: Shape = .button, snap: SnapMode? = nil, drag: DragMode? = nil, tap: TapMode = .toggle,
      actions: [ActionItem] = [], menuItems: [ActionItem] = [], dims: Bool? = nil,
      ringsBell: Bool = false, label: String = "Drag me!", topInset: Double = 0,
      start: RelativePlace? = nil, feel: Feel = Feel()
    ) {
      self.shape = shape
      self.snap = snap ?? (shape == .ball ? .free : .edges)
      self.drag = drag ?? (shape == .ball ? .immediate : .longPress)
      self.tap = tap
      self.actions = actions
      self.menuItems = menuItems
      self.dims = dims ?? (shape == .ball)
      self.ringsBell = ringsBell
      self.label = label
      self.topInset = topInset
      self.start = start
      self.feel = feel
      checkActions()
    }

    private func checkActions() {
      precondition(
        actions.count <= Self.maximumActionCount,
        "a panel has at most \(Self.maximumActionCount) actions, not \(actions.count)")
    }

    /// Where it is at first, as a fraction of each side in 0…1.
    var startingPlace: RelativePlace {
      let usual = shape == .ball ? RelativePlace.center : .trailing
      return start?.clamped(orElse: usual) ?? usual
    }
  }
}
