import CX11

extension Connection {
  /// Selects detectable autorepeat and fetches the keyboard map, so that the first key press needs
  /// no round trip. A held key then repeats as presses without releases, which makes a repetition
  /// detectable.
  func prepareKeyboard() {
    XkbSetDetectableAutoRepeat(display, True, nil)
    // Any lookup makes Xlib fetch the map and follow its changes from then on.
    var (symbol, consumed): (KeySym, UInt32) = (0, 0)
    XkbLookupKeySym(display, 0, 0, &consumed, &symbol)
  }
}
