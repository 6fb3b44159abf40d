import CX11

extension Connection {
  /// Hears more of the root window, besides what this client hears of it already; one round trip.
  func hearOfRoot(_ mask: Int) {
    var attributes = XWindowAttributes()
    XGetWindowAttributes(display, root, &attributes)
    XSelectInput(display, root, attributes.your_event_mask | mask)
  }
}
