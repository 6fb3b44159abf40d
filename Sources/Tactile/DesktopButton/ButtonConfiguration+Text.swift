import Controls
import System
import Windowing

extension ButtonConfiguration {
  private static let windowMenu = ControlTranslations.preferred(by: environmentVariable).text(.windowMenu)

  /// The text of a configuration file with the default configuration and explanations.
  static let defaultText = """
    # The desktop button of Tactile. Changes have effect when this file is saved.

    [button]
    size = 56                 # diameter in logical pixels, 24 to 256
    snap = "edges"            # edges, trailing, corners, none
    drag = "immediate"        # immediate, long-press
    dim = true                # dim the button while it is not used
    full_screen = "hide"      # hide, show: while a window is full screen
    hide_minutes = 10         # the time for which the action 'hide' hides the button
    # hot_key = "Super+space" # opens the panel for the keyboard
    # double_tap = "screenshot"
    # long_press = ["x-terminal-emulator"]

    # The panel shows up to 8 actions, in this order. An action is built in or a command:
    # the name of a program and its arguments, started without a shell.
    #
    # [[action]]
    # name = "Terminal"
    # icon = "command"
    # command = ["x-terminal-emulator"]

    \(actions(.screenshot, .lock, .keyboard, .window(.showDesktop)))
    # Actions with the same menu are shown in a panel of their own.
    [[menu]]
    name = "\(windowMenu)"
    icon = "maximize"

    \(actions(.window(.minimize), .window(.maximize), .window(.fullScreen), .window(.close), in: windowMenu))
    \(actions(.move, .hide, .settings))
    """

  /// Returns the tables of built-in actions, with an empty line between them.
  private static func actions(_ actions: BuiltInAction..., in menu: String? = nil) -> String {
    let key = menu.map { "menu = \"\($0)\"\n" } ?? ""
    return actions.map { "[[action]]\n\(key)built_in = \"\($0.name)\"\n" }.joined(separator: "\n")
  }
}
