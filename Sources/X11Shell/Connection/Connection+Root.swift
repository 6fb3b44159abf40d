import CX11

extension Connection {
  /// Selects further events of the root window, in addition to those already selected.
  func selectRootEvents(_ mask: Int) {
    rootEventMask |= mask
    XSelectInput(display, root, rootEventMask)
  }
}
