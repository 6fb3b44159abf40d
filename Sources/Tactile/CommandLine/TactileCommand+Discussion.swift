extension TactileCommand {
  /// The text below the abstract, in ASCII only.
  ///
  /// `./run.sh manual` makes a section of the manual page of each part with a title. Two spaces
  /// precede each term of these parts, and at least two follow it.
  static let discussion = """
    Without a subcommand, opens the window.

    Environment:
      DISPLAY, XAUTHORITY  The X display.
      TACTILE_SCALE        Device pixels per logical pixel, if --scale is not given.
      TACTILE_NO_PRESENT   If set, the Present extension does not schedule frames.
      TACTILE_FRAME_LOG    Path of a file that gets a line of numbers per frame.

    Files:
      ~/.local/share/tactile/  The password hash (in XDG_DATA_HOME if set).
      ~/.local/state/tactile/  The button's position, and earlier tokens for
                               completion (in XDG_STATE_HOME if set).
      ~/.cache/tactile/        The chosen fonts (in XDG_CACHE_HOME if set).

    Exit status:
      0  The window was closed, or help was printed.
      1  A failure.
      2  A usage error: an invalid option, policy or file.
      3  No display.
      4  The connection to the X server was lost.
    """
}
