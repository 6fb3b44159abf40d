import CX11

extension HostileClient {
  /// Sends a window malformed messages and changes its properties at random, with wrong formats,
  /// wrong types and wrong lengths.
  ///
  /// - Parameters:
  ///   - count: The number of messages and property changes together.
  ///   - generator: The source of randomness.
  public func fuzz(
    _ target: ScreenWindow, times count: Int, using generator: inout some RandomNumberGenerator
  ) {
    let names = Self.messages.map { XInternAtom(display, $0, False) }
    let types = Self.types.map { XInternAtom(display, $0, False) }
    for _ in 0..<count {
      guard let name = names.randomElement(using: &generator) else { return }
      if generator.next(upperBound: 4 as UInt32) > 0 {
        send(name, to: target, &generator)
      } else {
        change(name, to: types, of: target, &generator)
      }
    }
    XSync(display, False)
  }

  /// The names of messages and properties that programs handle.
  private static let messages = [
    "WM_PROTOCOLS", "_NET_WM_STATE", "_NET_ACTIVE_WINDOW", "_NET_WM_MOVERESIZE", "_XEMBED", "XdndEnter",
    "XdndPosition", "XdndStatus", "XdndLeave", "XdndDrop", "XdndFinished", "XdndSelection", "XdndTypeList",
    "INCR", "TARGETS", "MULTIPLE", "CLIPBOARD", "PRIMARY", "MANAGER", "_XSETTINGS_SETTINGS",
    "_NET_STARTUP_INFO", "_NET_STARTUP_INFO_BEGIN", "_NET_WM_FRAME_DRAWN", "_NET_WM_FRAME_TIMINGS",
    "_NET_WM_SYNC_REQUEST_COUNTER", "_GTK_FRAME_EXTENTS", "WM_STATE", "_XIM_PROTOCOL", "_XIM_XCONNECT",
    "RESOURCE_MANAGER", "_NET_FRAME_EXTENTS", "_NET_WM_DESKTOP", "_TACTILE_SELECTION",
  ]
  private static let types = ["ATOM", "CARDINAL", "STRING", "UTF8_STRING", "INCR", "WINDOW"]

  private func send(_ type: Atom, to target: ScreenWindow, _ generator: inout some RandomNumberGenerator) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = target.xid
    event.xclient.message_type = type
    event.xclient.format = [8, 16, 32].randomElement(using: &generator) ?? 32
    withUnsafeMutableBytes(of: &event.xclient.data) { data in
      for index in data.indices { data[index] = generator.next() }
    }
    // A window that closes after a close request would behave correctly.
    let closeAtom = Int(bitPattern: XInternAtom(display, "WM_DELETE_WINDOW", False))
    let value = randomValue(&generator)
    event.xclient.data.l.0 = value == closeAtom ? 0 : value
    event.xclient.data.l.1 = self.randomValue(&generator)
    XSendEvent(display, target.xid, False, NoEventMask, &event)
  }

  private func change(
    _ name: Atom, to types: [Atom], of target: ScreenWindow, _ generator: inout some RandomNumberGenerator
  ) {
    let bytes = (0..<Int.random(in: 0...512, using: &generator)).map { _ -> UInt8 in generator.next() }
    let format: Int32 = [8, 16, 32].randomElement(using: &generator) ?? 8
    // Xlib stores 32-bit elements of a property in a C long.
    let stride = format == 32 ? 8 : format / 8
    XChangeProperty(
      display, target.xid, name, types.randomElement(using: &generator) ?? name, format, PropModeReplace,
      bytes, Int32(bytes.count) / stride)
  }

  /// Returns a small number, an atom, or an arbitrary number.
  private func randomValue(_ generator: inout some RandomNumberGenerator) -> Int {
    switch generator.next(upperBound: 3 as UInt32) {
    case 0: Int.random(in: -2...2, using: &generator)
    case 1: Int.random(in: 1...600, using: &generator)
    default: Int(Int32(truncatingIfNeeded: generator.next() as UInt64))
    }
  }
}
