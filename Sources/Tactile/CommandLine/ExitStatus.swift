/// What the program's exit status tells the shell.
enum ExitStatus {
  static let success: Int32 = 0
  /// Something went wrong that the person can do nothing about from the command line.
  static let failure: Int32 = 1
  /// An option was wrong.
  static let usage: Int32 = 2
  /// There is no display to show a window on.
  static let noDisplay: Int32 = 3
  /// The display went away while the window was open.
  static let displayLost: Int32 = 4
}
