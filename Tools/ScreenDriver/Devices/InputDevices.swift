/// The simulated devices of an Xorg server. Unlike XTEST input, their input has fractions of
/// pixels, smooth scrolling and touches.
public final class InputDevices {
  /// A mouse with relative motion.
  public let mouse: InputDevice
  /// A tablet with absolute motion.
  public let tablet: InputDevice
  public let keyboard: InputDevice
  public let touchscreen: InputDevice

  /// The kind of a device, by its name in the server's configuration.
  public enum Kind: String, CaseIterable, Sendable {
    case mouse, tablet, keyboard, touchscreen

    /// The device type in the driver's configuration (`inputtestdrv(4)`).
    var deviceType: String {
      switch self {
      case .mouse: "Pointer"
      case .tablet: "PointerAbsolute"
      case .keyboard: "Keyboard"
      case .touchscreen: "Touch"
      }
    }

    /// The role of the device in the server's layout (`xorg.conf(5)`, ServerLayout).
    var role: String {
      switch self {
      case .mouse: "CorePointer"
      case .keyboard: "CoreKeyboard"
      case .tablet, .touchscreen: "SendCoreEvents"
      }
    }

    func socketPath(in directory: String) -> String { "\(directory)/\(rawValue).socket" }
  }

  /// Connects to all devices. This works once in the server's lifetime; the driver accepts no
  /// second connection.
  ///
  /// - Throws: `file`, `timedOut`.
  init(in directory: String, screen: (width: Int, height: Int)) throws(ScreenDriverError) {
    let mouse = try InputDevice(.mouse, in: directory, screen: screen)
    let tablet = try InputDevice(.tablet, in: directory, screen: screen)
    let keyboard = try InputDevice(.keyboard, in: directory, screen: screen)
    let touchscreen = try InputDevice(.touchscreen, in: directory, screen: screen)
    self.mouse = mouse
    self.tablet = tablet
    self.keyboard = keyboard
    self.touchscreen = touchscreen
  }
}
