import CX11

/// Where an input method's server shows what it composes, the best first.
enum PreeditStyle: CaseIterable {
  /// In the text itself: the client is told of it and draws it.
  case onTheSpot
  /// In a place of the server's own over the text, which has to know where that is.
  case overTheSpot
  /// Anywhere.
  case apart

  /// What Xlib calls it. The state of the input method is never shown in the window.
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
  /// Those that a server can do.
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
