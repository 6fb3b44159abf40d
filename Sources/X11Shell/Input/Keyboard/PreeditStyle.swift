import CX11

/// The way in which an input method server displays preedit text, best first.
enum PreeditStyle: CaseIterable {
  /// In the text itself: the server reports the preedit text and the client draws it.
  case onTheSpot
  /// In a window of the server over the text, for which the server needs the position.
  case overTheSpot
  /// In a window of the server at any position.
  case apart

  /// The XIM style. The status of the input method is never displayed in the window.
  var inputStyle: XIMStyle {
    let preedit =
      switch self {
      case .onTheSpot: XIMPreeditCallbacks
      case .overTheSpot: XIMPreeditPosition
      case .apart: XIMPreeditNothing
      }
    return XIMStyle(preedit | XIMStatusNothing)
  }
}

extension PreeditStyle {
  /// Returns the styles that a server supports.
  ///
  /// - Complexity: One round trip to the server.
  static func supported(by method: OpaquePointer) -> [PreeditStyle] {
    guard let styles = CX11QueryInputStyles(method) else { return [] }
    defer { XFree(styles) }
    let all = UnsafeBufferPointer(
      start: styles.pointee.supported_styles, count: Int(styles.pointee.count_styles))
    return allCases.filter { all.contains($0.inputStyle) }
  }
}
