/// Who manages the windows of a display.
public enum WindowManager: String, CaseIterable, Sendable {
  case openbox
  case xfwm4
  case metacity
  case mutter
  case i3
  /// Nobody: windows stand where they put themselves.
  case none

  /// Those that every test is worth running under: one that is small and strict, and nobody.
  public static let usual: [WindowManager] = [.openbox, .none]

  /// How a person or a package manager gets it.
  var installationHint: String {
    "install it, on Debian with: apt-get install \(self == .i3 ? "i3-wm" : rawValue)"
  }

  /// Whether it keeps its settings where only a session bus leads to.
  var needsBus: Bool {
    switch self {
    case .xfwm4, .metacity, .mutter: true
    case .openbox, .i3, .none: false
    }
  }

  /// No key of its own, one desktop, a click or a new window takes the focus; what is left out
  /// keeps its default. A person's own configuration is never read.
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

  /// - Parameter configuration: Where that is.
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
