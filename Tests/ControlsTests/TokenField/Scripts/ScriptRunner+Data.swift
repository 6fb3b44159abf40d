import Scene
import TestSupport

@testable import Controls

// Data from other programs.
extension ScriptRunner {
  /// What the program itself takes.
  private static let limit = 16 * 1_048_576

  mutating func paste(_ words: inout ScriptWords) throws(ScriptFault) {
    if words.take("tokens") { return try pasteTokens() }
    if words.take("nothing") { return try paste(.failure(.nothingThere)) }
    if words.take("silence") { return try paste(.failure(.noProgress)) }
    if words.take("too", "much") { return try paste(.failure(.tooLarge(limit: Self.limit))) }
    let type: DataType = words.take("files") ? .uriList : words.take("bytes") ? .tokens : .text
    let text = try words.string()
    try paste(.success(Self.content(type, Array(text.utf8))))
  }

  private mutating func paste(
    _ result: Result<ReceivedData.Content, ReceivedData.Failure>
  ) throws(ScriptFault) {
    try deliver { pasteboard, types throws(ScriptFault) in
      if case .success(let content) = result, !types.contains(content.type) {
        throw ScriptFault("the field wants no \(content.type.name)")
      }
      return ReceivedData(from: .pasteboard(pasteboard), result)
    }
  }

  /// What the field has offered there itself, with the identities of tokens.
  private mutating func pasteTokens() throws(ScriptFault) {
    let offers = offers
    try deliver { pasteboard, types throws(ScriptFault) in
      let bytes = try offers[pasteboard].bytes(of: .tokens)
      guard types.first == .tokens else { throw ScriptFault("the field wants no tokens") }
      return ReceivedData(from: .pasteboard(pasteboard), .success(Self.content(.tokens, bytes)))
    }
  }

  mutating func drop(_ words: inout ScriptWords) throws(ScriptFault) {
    let (type, bytes) = try droppedData(&words)
    guard words.take("at") else { throw ScriptFault("dropped at what?") }
    let place = try point(&words)
    let data = ReceivedData(from: .drop(at: place), .success(Self.content(type, bytes)))
    var isHandled: Bool?
    try act { isHandled = $0.send(.data(.received(data))) }
    self.isHandled = isHandled
  }

  private func droppedData(
    _ words: inout ScriptWords
  ) throws(ScriptFault) -> (DataType, [UInt8]) {
    if words.take("tokens") {
      return (.tokens, try (dragged ?? offers[.clipboard]).bytes(of: .tokens))
    }
    let type: DataType = words.take("files") ? .uriList : .text
    return (type, Array(try words.string().utf8))
  }

  /// Somebody carries text, or what nobody wants, over the field.
  mutating func hover(_ words: inout ScriptWords) throws(ScriptFault) {
    if words.take("ends") { return try act { $0.send(.data(.dropLeft)) } }
    let types: [DataType] =
      words.take("picture")
      ? [DataType("image/png")] : words.take("tokens") ? [.tokens, .text] : [.text]
    let hover = DropHover(at: try point(&words), types: types)
    var isHandled: Bool?
    try act { isHandled = $0.send(.data(.dropMoved(hover))) }
    self.isHandled = isHandled
  }

  private static func content(_ type: DataType, _ bytes: [UInt8]) -> ReceivedData.Content {
    ReceivedData.Content(type: type, bytes: ReceivedBytes(copying: bytes.span))
  }
}

extension DataOffer? {
  /// What was offered in a type.
  func bytes(of type: DataType) throws(ScriptFault) -> [UInt8] {
    guard let offer = self else { throw ScriptFault("nothing was offered") }
    guard let form = offer.forms.first(where: { $0.type == type }) else {
      throw ScriptFault("nothing was offered as \(type.name)")
    }
    return form.bytes()
  }
}
