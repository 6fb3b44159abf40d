import Controls
import Scene

extension Theme {
  /// The font of the keyboard status and of the labels that repeat the meaning of status icons: about as large as the
  /// raised label of a field.
  var statusFont: TextStyle {
    TextStyle(family: self.fonts.caption.family, size: self.fonts.caption.size * 11.5 / 13)
  }

  /// The font of the keyboard status.
  var keyboardStatusFont: TextStyle {
    TextStyle(family: statusFont.family, size: statusFont.size, weight: .medium)
  }
}
