import ControlTestSupport
import Motion
import Scene
import TestSupport

@testable import Controls

/// A token field driven by a script, and the data it exchanges with other programs.
struct ScriptRunner {
  var harness = ControlHarness(tokens: [])
  var hasField = false
  /// The settings for the field.
  var configuration = TokenFieldConfiguration()
  var validation: TextTokenAdapter.Validation?
  /// The completion texts, best first.
  var completions: [String] = []
  /// Whether the field handled the last key or data. `nil` before the first.
  var isHandled: Bool?
  /// The last offer of the field on each pasteboard.
  private(set) var offers: [Pasteboard: DataProvider] = [:]
  /// The last data dragged out of the window.
  private(set) var dragged: DataProvider?
  /// The pending data requests of the field.
  private(set) var requests: [(pasteboard: Pasteboard, types: [DataType])] = []
  /// The outcomes of the last command.
  private(set) var recent: [Outcome<TextTokenField.Action>] = []
  /// The identities of the initial tokens, by text.
  private var firstIDs: [String: Set<Int>] = [:]

  var field: TextTokenField { harness.control }

  /// Runs a command on the field and records its actions.
  mutating func apply(_ body: (inout ControlHarness<TextTokenField>) throws(ScriptError) -> Void)
    throws(ScriptError)
  {
    guard hasField else { throw ScriptError("no field has been created") }
    let count = harness.outcomes.count
    try body(&harness)
    harness.advance(by: .zero)
    record(Array(harness.outcomes[count...]))
  }

  /// Records the outcomes of a command.
  private mutating func record(_ outcomes: [Outcome<TextTokenField.Action>]) {
    recent = outcomes
    for case .effect(let effect) in recent {
      switch effect {
      case .offer(let offer, let pasteboard): offers[pasteboard] = offer
      case .request(let pasteboard, let types): requests.append((pasteboard, types))
      case .beginDrag(let offer, _): dragged = offer
      default: break
      }
    }
  }

  /// Delivers data for the field's last request.
  ///
  /// - Throws: `ScriptError` if there is no request.
  mutating func deliver(
    _ make: (Pasteboard, [DataType]) throws(ScriptError) -> ReceivedData
  ) throws(ScriptError) {
    guard let request = requests.popLast() else { throw ScriptError("no pending request") }
    try send(.data(.received(make(request.pasteboard, request.types))))
  }
}

// The field.
extension ScriptRunner {
  /// Creates a field with the given content and an empty undo history.
  mutating func makeField(_ content: FieldNotation, width: Double) {
    harness = ControlHarness(elements: content.elements, width: width, validation: validation)
    harness.control.configuration = configuration
    harness.control.selection = content.selection ?? .caret(0)
    harness.control.editor.selected.additional = content.additional
    harness.control.editor.history = EditHistory()
    harness.control.completionSource = CompletionIndex(completions)
    harness.control.updateStatus()
    hasField = true
    firstIDs = Dictionary(grouping: field.tokens, by: \.text).mapValues { Set($0.map(\.id)) }
  }

  /// Returns the index of the first token with a text.
  func index(of token: String) throws(ScriptError) -> Int {
    guard let index = field.elements.firstIndex(where: { $0.token?.text == token }) else {
      throw ScriptError("the field has no [\(token)]")
    }
    return index
  }

  /// Returns whether a token has the identity of an initial token.
  func isPreserved(_ token: String, of original: String) throws(ScriptError) -> Bool {
    guard let element = field.elements[try index(of: token)].token else { return false }
    return firstIDs[original]?.contains(element.id) == true
  }

  /// Returns whether a token has an identity that no initial token had.
  func isNew(_ token: String) throws(ScriptError) -> Bool {
    guard let element = field.elements[try index(of: token)].token else { return false }
    return !firstIDs.values.contains { $0.contains(element.id) }
  }
}

extension ControlHarness where Subject == TextTokenField {
  /// Creates a field with the given elements. Its text is typed with delimiters disabled.
  init(
    elements: [FieldNotation.Element], width: Double, validation: TextTokenAdapter.Validation? = nil
  ) {
    let texts = elements.compactMap(\.token)
    var field = TextTokenField(
      texts.enumerated().map { TextToken(id: $0.offset, text: $0.element) },
      adapter: TextTokenAdapter(firstID: texts.count, validation: validation),
      in: Environment(text: FixedTextMetrics()))
    field.layOut(at: Point(x: 20, y: 30), width: width, at: .zero)
    field.focus(0, at: .zero)
    self.init(field)
    control.configuration.delimiters = []
    for (index, element) in elements.enumerated() {
      guard let character = element.character else { continue }
      control.selection = .caret(index)
      commit(String(character))
    }
  }

  /// Commits text as an input method does: one grapheme at a time, in scalars if it is too long.
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
  /// The selected tokens in order.
  var selectedTokens: [Token] { editor.selectedElements.tokens }

  /// The selected ranges in addition to the range with the caret.
  var additionalRanges: [Range<Int>] { editor.selected.additional }
}
