import Motion
import Scene
import TestSupport

@testable import Controls

/// A token field that a script uses, and what other programs see of it.
struct ScriptRunner {
  var harness = ControlHarness(tokens: [])
  var hasField = false
  /// What is set before there is a field.
  var configuration = TokenFieldConfiguration()
  var validation: TextTokens.Validation?
  /// The texts that are known, the best first.
  var completions: [String] = []
  /// Whether the key or the data that came last was taken.
  var isHandled: Bool?
  /// What the field offered last, by where.
  private(set) var offers: [Pasteboard: DataOffer] = [:]
  /// What was carried out of the window last.
  private(set) var dragged: DataOffer?
  /// From where the field wants data that has not come yet.
  private(set) var requests: [(pasteboard: Pasteboard, types: [DataType])] = []
  /// What the last command led to.
  private(set) var recent: [TextTokenField.Action] = []
  /// The identities of the tokens that were there at the start, by their texts.
  private var firstIDs: [String: Set<Int>] = [:]

  var field: TextTokenField { harness.control }

  /// Does something with the field and notes what that led to.
  mutating func act(_ body: (inout ControlHarness<TextTokenField>) throws(ScriptFault) -> Void)
    throws(ScriptFault)
  {
    guard hasField else { throw ScriptFault("there is no field yet") }
    let count = harness.actions.count
    try body(&harness)
    harness.advance(by: .zero)
    note(Array(harness.actions[count...]))
  }

  /// Takes in what a command led to.
  mutating func note(_ actions: [TextTokenField.Action]) {
    recent = actions
    for case .offer(let offer, let pasteboard) in recent { offers[pasteboard] = offer }
    for case .request(let pasteboard, let types) in recent { requests.append((pasteboard, types)) }
    for case .beginDrag(let offer) in recent { dragged = offer }
  }

  /// Delivers data for the field's last request.
  mutating func deliver(
    _ make: (Pasteboard, [DataType]) throws(ScriptFault) -> ReceivedData
  ) throws(ScriptFault) {
    guard let request = requests.popLast() else { throw ScriptFault("the field asked for nothing") }
    let data = try make(request.pasteboard, request.types)
    var isHandled: Bool?
    try act { isHandled = $0.send(.data(.received(data))) }
    self.isHandled = isHandled
  }
}

// The field.
extension ScriptRunner {
  /// Makes a field in which something is, and of which nothing can be undone.
  mutating func makeField(_ content: FieldNotation, width: Double) {
    let texts = content.units.compactMap { if case .token(let text) = $0 { text } else { nil } }
    harness = ControlHarness(texts: texts, width: width, validation: validation)
    harness.control.configuration = configuration
    insertText(of: content)
    if let selection = content.selection { harness.control.selection = selection }
    harness.control.editor.scattered = content.scattered
    harness.control.editor.history = EditHistory()
    harness.control.completionSource = ListedCompletions(completions)
    harness.control.sentence = harness.control.describe()
    hasField = true
    firstIDs = Dictionary(grouping: field.tokens, by: \.text).mapValues { Set($0.map(\.id)) }
  }

  /// Types what is no token, whatever delimits tokens.
  private mutating func insertText(of content: FieldNotation) {
    let delimiters = configuration.delimiters
    harness.control.configuration.delimiters = []
    harness.control.configuration.isEditable = true
    for (index, unit) in content.units.enumerated() {
      guard case .text(let character) = unit else { continue }
      harness.control.selection = TextSelection(caret: index)
      harness.commit(String(character))
    }
    harness.control.selection = TextSelection(caret: 0)
    harness.control.configuration.delimiters = delimiters
    harness.control.configuration.isEditable = configuration.isEditable
  }

  /// Which unit a token is.
  func index(of token: String) throws(ScriptFault) -> Int {
    guard let index = field.units.firstIndex(where: { $0.token?.text == token }) else {
      throw ScriptFault("there is no [\(token)]")
    }
    return index
  }

  /// Whether a token has the identity that one had at the start.
  func isKept(_ token: String, of original: String) throws(ScriptFault) -> Bool {
    guard let unit = field.units[try index(of: token)].token else { return false }
    return firstIDs[original]?.contains(unit.id) == true
  }

  /// Whether a token has none of the identities that there were at the start.
  func isNew(_ token: String) throws(ScriptFault) -> Bool {
    guard let unit = field.units[try index(of: token)].token else { return false }
    return !firstIDs.values.contains { $0.contains(unit.id) }
  }
}

extension ControlHarness where Subject == TextTokenField {
  init(texts: [String], width: Double, validation: TextTokens.Validation?) {
    var field = TextTokenField(
      texts.enumerated().map { TextToken(id: $0.offset, text: $0.element) },
      kind: TextTokens(firstID: texts.count, validation: validation),
      in: Environment(text: FixedTextMetrics()))
    field.place(at: Point(x: 20, y: 30), width: width)
    field.focus(0, at: .zero)
    self.init(field)
  }

  /// Types text as an input method does, as often as it takes.
  @discardableResult
  mutating func commit(_ text: String) -> Bool {
    var isHandled = false
    for character in text {
      let bytes = Array(character.utf8)
      if let typed = TypedText(utf8: bytes.span) {
        isHandled = send(.textCommitted(typed))
      } else {
        for scalar in character.unicodeScalars {
          isHandled = send(.textCommitted(TypedText(scalar)))
        }
      }
    }
    return isHandled
  }
}

extension TokenField {
  /// What is selected beside the range that the caret is in.
  var scatteredRanges: [Range<Int>] { editor.scattered }
}
