/// The window manager of a display.
public enum WindowManager: String, CaseIterable, Sendable {
  case openbox
  case xfwm4
  case metacity
  case mutter
  case i3
  /// No window manager: windows keep their own positions.
  case none

  /// The window managers for all tests: a small, strict one, and none.
  public static let standard: [WindowManager] = [.openbox, .none]

  /// The instruction for installing it.
  var installationHint: String {
    "install it; on Debian: apt-get install \(self == .i3 ? "i3-wm" : rawValue)"
  }

  /// Whether it stores its settings in a service on the session bus.
  var needsBus: Bool {
    switch self {
    case .xfwm4, .metacity, .mutter: true
    case .openbox, .i3, .none: false
    }
  }

  /// The configuration: no key bindings, one desktop, focus by click and for new windows. Other
  /// settings keep their defaults. The user's own configuration is never read.
  var configuration: String {
    switch self {
    case .openbox:
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <openbox_config xmlns="http://openbox.org/3.4/rc">
        <focus><focusNew>yes</focusNew><followMouse>no</followMouse></focus>
        <desktops><number>1</number><popupTime>0</popupTime></desktops>
        <keyboard/>
      </openbox_config>
      """
    case .i3: "# i3 config file (v4)\nfocus_follows_mouse no\nworkspace_layout default\n"
    case .xfwm4, .metacity, .mutter, .none: ""
    }
  }

  /// - Parameter configuration: The path of the configuration file.
  func arguments(configuration: String) -> [String] {
    switch self {
    case .openbox: ["--sm-disable", "--config-file", configuration]
    case .xfwm4: ["--compositor=off"]
    case .metacity: ["--sm-disable", "--no-composite"]
    case .mutter: ["--x11", "--sm-disable"]
    case .i3: ["-c", configuration]
    case .none: []
    }
  }
}
