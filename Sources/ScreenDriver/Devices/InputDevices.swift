/// The devices of an Xorg that this process plays: what comes from them is no XTEST input, and has
/// fractions of pixels, smooth scrolling and touches.
public final class InputDevices {
  /// A mouse whose motion is relative.
  public let mouse: InputDevice
  /// A tablet whose motion is to places.
  public let tablet: InputDevice
  public let keyboard: InputDevice
  public let touchscreen: InputDevice

  /// What there is, by its name in the server's configuration.
  public enum Kind: String, CaseIterable, Sendable {
    case mouse, tablet, keyboard, touchscreen

    /// The driver's word for it (`inputtestdrv(4)`).
    var deviceType: String {
      switch self {
      case .mouse: "Pointer"
      case .tablet: "PointerAbsolute"
      case .keyboard: "Keyboard"
      case .touchscreen: "Touch"
      }
    }

    /// What the server takes it for (`xorg.conf(5)`, ServerLayout).
    var role: String {
      switch self {
      case .mouse: "CorePointer"
      case .keyboard: "CoreKeyboard"
      case .tablet, .touchscreen: "SendCoreEvents"
      }
    }

    func socketPath(in folder: String) -> String { "\(folder)/\(rawValue).socket" }
  }

  /// Connects to all, once for the server's lifetime: the driver lets nobody in again.
  ///
  /// - Throws: `file`, `timedOut`.
  init(
    in folder: String, screen: (width: Int, height: Int)
  ) throws(ScreenDriverError) {
    let mouse = try InputDevice(.mouse, in: folder, screen: screen)
    let tablet = try InputDevice(.tablet, in: folder, screen: screen)
    let keyboard = try InputDevice(.keyboard, in: folder, screen: screen)
    let touchscreen = try InputDevice(.touchscreen, in: folder, screen: screen)
    self.mouse = mouse
    self.tablet = tablet
    self.keyboard = keyboard
    self.touchscreen = touchscreen
  }
}
