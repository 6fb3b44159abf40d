import CX11
import Scene

extension EventTranslation {
  func expose(_ event: XExposeEvent) -> WindowEvent {
    .exposed(PixelRect(x: Int(event.x), y: Int(event.y), width: Int(event.width), height: Int(event.height)))
  }

  func configure(_ event: XConfigureEvent) -> WindowEvent {
    .resized(PixelSize(width: Int(event.width), height: Int(event.height)))
  }

  /// Clears all presses. The server ends the pointer grab with the window and sends no release.
  mutating func unmap() -> WindowEvent {
    clearPresses()
    return .hidden
  }

  /// Translates messages of the window manager (ICCCM 4.1.2.7, EWMH `_NET_WM_PING`). Others are
  /// ignored.
  func message(_ event: XClientMessageEvent) -> WindowEvent? {
    guard event.message_type == atoms[.wmProtocols], event.format == 32 else { return nil }
    return switch Atom(truncatingIfNeeded: event.data.l.0) {
    case atoms[.wmDeleteWindow]: .closeRequested
    case atoms[.netWMPing]: .pinged
    case atoms[.wmTakeFocus]: .focusOffered(ServerTime(Time(truncatingIfNeeded: event.data.l.1)))
    default: nil
    }
  }
}
