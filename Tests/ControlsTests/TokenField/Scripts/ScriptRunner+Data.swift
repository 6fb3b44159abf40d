import ControlTestSupport
import Scene
import TestSupport

@testable import Controls

// Data from other programs.
extension ScriptRunner {
  /// The data limit of the program in bytes.
  private static let limit = 16 * 1_048_576

  mutating func paste(_ words: inout ScriptWords) throws(ScriptError) {
    if words.skip("tokens") { return try pasteTokens() }
    if words.skip("empty") { return try paste(.failure(.noData)) }
    if words.skip("timeout") { return try paste(.failure(.timedOut)) }
    if words.skip("oversized") { return try paste(.failure(.tooLarge(limit: Self.limit))) }
    let type: DataType = words.skip("files") ? .uriList : words.skip("bytes") ? .tokens : .text
    let text = try words.string()
    try paste(.success(Self.content(type, Array(text.utf8))))
  }

  private mutating func paste(
    _ result: Result<ReceivedData.Content, ReceivedData.Failure>
  ) throws(ScriptError) {
    try deliver { pasteboard, types throws(ScriptError) in
      if case .success(let content) = result, !types.contains(content.type) {
        throw ScriptError("the field did not request \(content.type.name)")
      }
      return ReceivedData(from: .pasteboard(pasteboard), result)
    }
  }

  /// Pastes the field's own offer, with the identities of tokens.
  private mutating func pasteTokens() throws(ScriptError) {
    let offers = offers
    try deliver { pasteboard, types throws(ScriptError) in
      let bytes = try offers[pasteboard].bytes(of: .tokens)
      guard types.first == .tokens else { throw ScriptError("the field did not request tokens") }
      return ReceivedData(from: .pasteboard(pasteboard), .success(Self.content(.tokens, bytes)))
    }
  }

  mutating func drop(_ words: inout ScriptWords) throws(ScriptError) {
    let (type, bytes) = try droppedData(&words)
    guard words.skip("at") else { throw ScriptError("expected at after the dropped data") }
    let position = try point(&words)
    let data = ReceivedData(from: .drop(at: position), .success(Self.content(type, bytes)))
    try send(.data(.received(data)))
  }

  private func droppedData(
    _ words: inout ScriptWords
  ) throws(ScriptError) -> (DataType, [UInt8]) {
    if words.skip("tokens") {
      return (.tokens, try (dragged ?? offers[.clipboard]).bytes(of: .tokens))
    }
    let type: DataType = words.skip("files") ? .uriList : .text
    return (type, Array(try words.string().utf8))
  }

  /// Moves a drag with text, tokens or an unsupported type over the field.
  mutating func hover(_ words: inout ScriptWords) throws(ScriptError) {
    if words.skip("ends") { return try apply { $0.send(.data(.dragExited)) } }
    let types: [DataType] =
      words.skip("unsupported")
      ? [DataType("image/png")] : words.skip("tokens") ? [.tokens, .text] : [.text]
    try send(.data(.dragUpdated(DropInfo(at: point(&words), types: types))))
  }

  private static func content(_ type: DataType, _ bytes: [UInt8]) -> ReceivedData.Content {
    ReceivedData.Content(type: type, bytes: ReceivedBytes(copying: bytes.span))
  }
}

extension DataProvider? {
  /// The offered bytes of a data type.
  ///
  /// - Throws: `ScriptError` if there is no offer or the offer lacks the type.
  func bytes(of type: DataType) throws(ScriptError) -> [UInt8] {
    guard let offer = self else { throw ScriptError("no data was offered") }
    guard let form = offer.representations.first(where: { $0.type == type }) else {
      throw ScriptError("no data was offered as \(type.name)")
    }
    return form.bytes()
  }
}
