import ArgumentParser
import Controls
import Toolkit
import Windowing

/// `tactile confirm`: asks a question that the user answers by a button.
struct ConfirmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "confirm",
    abstract: "Asks a question in a dialog, and returns the answer as the exit status.",
    discussion: """
      In the first half second after it appears, gets the focus or has ignored a
      key or click, the dialog accepts no answer, so that keys meant for another
      window do not answer it.
      With --destructive, Enter presses the focused button, which is the one
      that refuses until the user moves the focus.

      Exit status:
        0  The user agreed.
        1  The user refused, or closed the dialog.
        2  A usage error: an invalid option.
        3  No display.
        4  The connection to the X server was lost.
        5  The dialog was not answered in time.

      Examples:
        Remove a directory if the user agrees:
          tactile confirm --destructive --ok-label Remove "Remove build?" &&
            rm -r build
        Continue if the user does not refuse within ten seconds:
          tactile confirm --timeout 10 "Install the new version?"
          case $? in 0 | 5) make install ;; esac
      """)

  @OptionGroup var text: TextArguments

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Label of the button that agrees, instead of OK. An underscore precedes its access key.",
      valueName: "TEXT"))
  var okLabel: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Label of the button that refuses, instead of Cancel, with an underscore in the same way.",
      valueName: "TEXT"))
  var cancelLabel: String?

  @Flag(help: "Mark the button that agrees in red, and focus the other one.")
  var destructive = false

  @OptionGroup var dialog: DialogOptions

  func validate() throws {
    _ = try text.message(after: dialog.text)
    try validateLabel(okLabel, of: "--ok-label")
    try validateLabel(cancelLabel, of: "--cancel-label")
  }

  func run() throws {
    let settings = dialog.settings
    let message = try text.message(after: settings.text)
    let status = try DialogSession.run(settings) { session throws(WindowingError) in
      session.closeWhenCallerEnds()
      _ = try session.openConfirmation(
        title: session.text(.confirm), message: message,
        buttons: [
          DialogButton(AccessKeyLabel(mnemonic: cancelLabel ?? session.text(.cancel)), .cancel),
          DialogButton(
            AccessKeyLabel(mnemonic: okLabel ?? session.text(.ok)), .accept,
            style: destructive ? .destructive : .primary),
        ]
      ) { [unowned session] answer in
        session.finish(answer == .accept ? ExitStatus.success : ExitStatus.failure)
      }
    }
    throw ExitCode(status)
  }
}

/// `tactile message`: shows a text until the user closes it.
struct MessageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "message",
    abstract: "Shows a text in a dialog.",
    discussion: """
      The text is plain: markup has no effect. Line feeds begin new lines.

      Exit status:
        0  The user closed the dialog.
        2  A usage error: an invalid option.
        3  No display.
        4  The connection to the X server was lost.
        5  The dialog was not closed in time.

      Examples:
        Report the end of a long command:
          make; tactile message "make ended with status $?"
        Show a text for at most five seconds:
          tactile message --timeout 5 "The backup starts."
      """)

  @OptionGroup var text: TextArguments

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Label of the button, instead of OK. An underscore precedes its access key.", valueName: "TEXT"))
  var okLabel: String?

  @OptionGroup var dialog: DialogOptions

  func validate() throws {
    _ = try text.message(after: dialog.text)
    try validateLabel(okLabel, of: "--ok-label")
  }

  func run() throws {
    let settings = dialog.settings
    let message = try text.message(after: settings.text)
    let status = try DialogSession.run(settings) { session throws(WindowingError) in
      _ = try session.openConfirmation(
        title: session.text(.message), message: message, isQuestion: false,
        buttons: [
          DialogButton(
            AccessKeyLabel(mnemonic: okLabel ?? session.text(.ok)), .accept, style: .primary)
        ]
      ) { [unowned session] _ in session.finish(ExitStatus.success) }
    }
    throw ExitCode(status)
  }
}

/// Checks that a label of a button is visible.
private func validateLabel(_ label: String?, of option: String) throws {
  if let label, AccessKeyLabel(mnemonic: label).text.allSatisfy(\.isWhitespace) {
    throw ValidationError("The label '\(label)' of '\(option)' is empty; use at least one visible character.")
  }
}
