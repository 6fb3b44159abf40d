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
      \(ExitStatus.dialogHelp)

      Examples:
        Remove a directory if the user agrees:
          tactile confirm --destructive --ok-label Remove "Remove build?" &&
            rm -r build
        Continue if the user does not refuse within ten seconds:
          tactile confirm --timeout 10 "Install the new version?"
          case $? in 0 | 5) make install ;; esac
      """)

  @OptionGroup var message: MessageOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Label of the button that refuses, instead of Cancel, with an underscore in the same way.",
      valueName: "TEXT"),
    transform: MessageOptions.parseLabel)
  var cancelLabel: AccessKeyLabel?

  @Flag(help: "Mark the button that agrees in red, and focus the other one.")
  var destructive = false

  func run() throws {
    let text = try message.joinedText
    let session = try DialogSession(message.dialog.settings)
    session.watchCaller(andReader: false)
    _ = try session.openConfirmation(
      title: session.text(.confirm), message: text,
      buttons: [
        DialogButton(cancelLabel ?? session.cancel.label, .cancel),
        message.okButton(in: session, style: destructive ? .destructive : .primary),
      ]
    ) { [unowned session] answer in
      session.finish(answer == .accept ? ExitStatus.success : ExitStatus.failure)
    }
    throw ExitCode(session.run())
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
      \(ExitStatus.dialogHelp)

      Examples:
        Report the end of a long command:
          make; tactile message "make ended with status $?"
        Show a text for at most five seconds:
          tactile message --timeout 5 "The backup starts."
      """)

  @OptionGroup var message: MessageOptions

  func run() throws {
    let text = try message.joinedText
    let session = try DialogSession(message.dialog.settings)
    _ = try session.openConfirmation(
      title: session.text(.message), message: text, isQuestion: false,
      buttons: [message.okButton(in: session)]
    ) { [unowned session] _ in session.finish(ExitStatus.success) }
    throw ExitCode(session.run())
  }
}

/// The text of a dialog that has only buttons, and its options.
struct MessageOptions: ParsableArguments {
  @OptionGroup var text: TextArguments

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Label of the button that agrees, instead of OK. An underscore precedes its access key.",
      valueName: "TEXT"),
    transform: Self.parseLabel)
  var okLabel: AccessKeyLabel?

  @OptionGroup var dialog: DialogOptions

  func validate() throws { _ = try joinedText }

  /// The text of `--text` and the argument, as two paragraphs.
  var joinedText: String {
    get throws {
      let texts = [dialog.text, text.text].compactMap(\.self)
      if texts.isEmpty { throw ValidationError("Missing text: write it as an argument or as '--text TEXT'.") }
      return texts.joined(separator: "\n\n")
    }
  }

  /// Parses the value of `--ok-label` or `--cancel-label`.
  static func parseLabel(_ text: String) throws -> AccessKeyLabel {
    let label = AccessKeyLabel(mnemonic: text)
    guard !label.text.allSatisfy(\.isWhitespace) else {
      throw ValidationError("use at least one visible character")
    }
    return label
  }

  func okButton(in session: DialogSession, style: CapsuleButton.Style = .primary) -> DialogButton {
    DialogButton(okLabel ?? session.ok.label, .accept, style: style)
  }
}
