public import Motion
public import Scene

/// A field of tokens and text that is walked, selected and edited like one line of text: the caret
/// stands in any gap, typing makes text there, and text becomes a token.
///
/// Generic over what a token is, how it is drawn and which text becomes one (`TokenKind`). What does
/// not fit on a line goes on on the next; what does not fit into the field's lines scrolls. However
/// much is in it, a key costs the same.
public struct TokenField<Kind: TokenKind>: Control {
  public typealias Token = Kind.Token

  /// What the field asks its owner to do, or tells him.
  public enum Action {
    /// Tokens that have come, or come back at another place; lazily, since they may be many.
    case inserted(TokenList<Token>)
    /// Tokens that were taken out. Those that were moved are told as inserted after it.
    case removed(TokenList<Token>)
    /// Offer what is selected, or was copied, to other programs.
    case offer(DataOffer, Pasteboard)
    /// Ask for what another program offers, in the first of the types that it has, and hand it over
    /// as `DataEvent.received`: one for each request, of each pasteboard in the order of requests.
    case request(Pasteboard, types: [DataType])
    /// The pointer carries what is selected out of the window.
    case beginDrag(DataOffer)
    /// Something was asked for that can't be done.
    case ringBell
  }

  var editor: TokenEditor<Kind>
  public var environment: Environment { didSet { environmentChanged(from: oldValue) } }

  /// The field without its status line, as it is seen.
  var frame = Rect.zero
  /// How high that is.
  var growth: Animated<Double>
  var flow = TokenFlow<Token>()
  var scroller: Scroller
  /// Whether the caret stands at the end of a line, where it could stand at the start of the next.
  var isAtLineEnd = false
  /// Where the caret was when it began to go up and down.
  var goalX: Double?
  /// How far text that is wider than a line is moved out at the left, so that the caret is in sight.
  var textScroll = 0.0
  var motions = TokenMotions<Token>()
  var preedit = Preedit.none
  /// What was asked for and has not come, in this order.
  var awaited: [PasteRequest] = []
  /// What has come and is being read, one after the other, to be put in then.
  var pasted: [Paste<Kind>] = []
  var remains = PasteRemains<Token>()
  /// How many things were asked for or dropped.
  var pasteCount = 0
  var grip = Grip.none
  /// The press of a finger that was held until it picked something up, and has not moved since.
  var held: PointerPress?
  var clicks = ClickCounter()
  /// The gap that a token would be dropped in.
  var dropGap: CaretPlace?
  /// Where another program's data is held over the field.
  var hover: Point?
  /// How far content was moved up when the selection last followed what scrolls by itself.
  var driftedTo: Double?
  var blink = CaretBlink()
  var isFocused = false
  /// Knows what text may be meant for; `nil` where nothing is offered. A new one is asked when text
  /// changes next.
  public var completionSource: (any CompletionSource)?
  var overlay: TokenFieldOverlay
  /// What followed from something that tells no owner.
  var pendingActions: [Action] = []
  /// What was said last of what could not be done; until the next thing that is done.
  var remark: Sentence?
  /// Caret and selection in words, or what else there is to say.
  var sentence = Sentence() { didSet { elideStatus() } }
  /// As much of it as its line has room for. Kept, since each frame needs it.
  var statusLine = ""

  /// Creates a field with the caret before the first token.
  ///
  /// - Complexity: O(*n*) in the number of tokens, of which it measures those that can be seen.
  public init(
    _ tokens: some Sequence<Token>, kind: Kind,
    configuration: TokenFieldConfiguration = TokenFieldConfiguration(),
    in environment: Environment
  ) {
    editor = TokenEditor(tokens, kind: kind, configuration: configuration)
    scroller = Scroller(in: environment)
    growth = Animated(0, threshold: environment.placeThreshold)
    overlay = TokenFieldOverlay(in: environment)
    self.environment = environment
    sentence = describe()
  }

  /// How many units are looked at in a frame for what must be known of all: some 2 ms.
  static var lookingStep: Int { 8192 }

  public mutating func advance(to now: Instant) -> [Action] {
    let picked = hold(at: now)
    motions.advance(to: now)
    overlay.tooltip.advance(to: now)
    drift(at: now)
    layOutVisible(at: now)
    // What came into sight on the way may be of another height than was guessed.
    if scroller.isRevealing { revealCaret(at: now) }
    followDrift(at: now)
    closeMisplacedMenu(at: now)
    if editor.hasKeysToMark { editor.markKeys(atMost: Self.lookingStep) }
    remains.release(atMost: Self.lookingStep)
    defer { pendingActions.removeAll() }
    return picked + pendingActions + goOnPasting(at: now)
  }

  public func nextChange(after now: Instant) -> Instant? {
    if isBusy || isDriftAhead(at: now) || isMenuMisplaced { return now }
    return .earliest(
      showsCaret ? blink.nextChange(after: now) : nil,
      .earliest(scroller.nextChange(after: now), motions.nextChange(after: now), holdDeadline),
      .earliest(growthChange(after: now), overlayChange(after: now)))
  }

  /// Whether it goes on with something that needs time alone.
  private var isBusy: Bool {
    !pendingActions.isEmpty || !pasted.isEmpty || !remains.isEmpty || editor.hasKeysToMark
  }
}

// What is in it.
extension TokenField {
  /// The caret and what is selected, by the gaps between units; a unit is a token or a grapheme of
  /// text that is no token yet, so without such text a gap is one between tokens: 0 before the first,
  /// their number behind the last.
  public package(set) var selection: TextSelection {
    get { editor.selection }
    set { editor.selection = newValue }
  }

  /// How many units there are.
  public var count: Int { editor.units.count }

  /// The units in their order.
  ///
  /// - Complexity: O(*n*).
  public var units: [TokenUnit<Token>] { Array(editor.units) }

  /// The tokens in their order.
  ///
  /// - Complexity: O(*n*).
  public var tokens: [Token] { editor.units.compactMap(\.token) }

  /// The tokens that are selected.
  public var selectedTokens: [Token] { editor.selectedUnits.compactMap(\.token) }

  /// How it behaves; takes effect with the next thing that is done.
  public var configuration: TokenFieldConfiguration {
    get { editor.configuration }
    set { editor.configuration = newValue }
  }

  /// Caret and selection in words, or what else there is to say, as it is shown where there is room:
  /// names that are read from right to left are isolated (UAX #9).
  public var status: String { sentence.text }

  /// What knows of its tokens.
  public var kind: Kind { editor.kind }

  /// A caret stands only where typing would go.
  var showsCaret: Bool { showsFocus && !editor.hasSelection }

  /// Whether it has the keyboard focus, in a window that has it.
  var showsFocus: Bool { isFocused && environment.isWindowFocused }

  /// Where the caret stands.
  var caretPlace: CaretPlace { CaretPlace(gap: selection.head, isAtLineEnd: isAtLineEnd) }
}

// Focus.
extension TokenField {
  public var focusStopCount: Int { 1 }

  public mutating func focus(_ stop: Int?, at now: Instant) {
    let hadFocus = isFocused
    isFocused = stop != nil
    if isFocused {
      blink.restart(at: now, in: environment)
    } else if hadFocus {
      leave(at: now)
    }
  }

  public func focusStop(under point: Point, at now: Instant) -> Int? {
    frame.contains(point) ? 0 : nil
  }

  public func frame(ofFocusStop stop: Int, at now: Instant) -> Rect {
    restFrame.union(statusFrame(below: restFrame))
  }
}
