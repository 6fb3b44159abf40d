import CX11

extension Connection {
  /// Hears more of the root window, besides what this client hears of it already.
  func hearOfRoot(_ mask: Int) {
    rootEventMask |= mask
    XSelectInput(display, root, rootEventMask)
  }
}
