extension TactileCommand {
  /// The text below the abstract, in ASCII only.
  ///
  /// `./run.sh manual` makes a section of the manual page of each part with a title. Two spaces
  /// precede each term of these parts, and at least two follow it.
  static let discussion = """
    Without a subcommand, opens the window. Each subcommand has a manual page,
    for example tactile-check(1).

    Environment:
      DISPLAY, XAUTHORITY  The X display.
      TACTILE_SCALE        Device pixels per logical pixel without --scale.
      TACTILE_NO_PRESENT   If set, frame timing does not use the Present extension.
      TACTILE_FRAME_LOG    File to which the timing of each frame is written.
      NO_AT_BRIDGE         If 1, screen readers do not see the program.
      AT_SPI_BUS_ADDRESS   Address of the accessibility bus.

    Files:
      ~/.local/share/tactile/  The password hash (in XDG_DATA_HOME if set).
      ~/.local/state/tactile/  The button's position, and entered tokens for
                               completion (in XDG_STATE_HOME if set).
      ~/.cache/tactile/        The chosen fonts (in XDG_CACHE_HOME if set).

    Exit status:
      0  The window was closed, or the help or version was printed.
      1  An error; a message on standard error describes it.
      2  A usage error: an invalid option, policy file or blocklist.
    \(ExitStatus.windowHelp)
    """
}
