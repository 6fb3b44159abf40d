import CX11

extension Connection {
  /// Has held keys repeat as presses with no releases between, so that a repetition shows, and
  /// fetches the keyboard map; round trips that the first key then need not wait for.
  func prepareKeyboard() {
    XkbSetDetectableAutoRepeat(display, True, nil)
    // Any look at the map makes Xlib fetch it, and hear of its changes from then on.
    var (symbol, consumed): (KeySym, UInt32) = (0, 0)
    XkbLookupKeySym(display, 0, 0, &consumed, &symbol)
  }
}
