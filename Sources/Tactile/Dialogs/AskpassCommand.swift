import ArgumentParser
import Controls
import Glibc
import Motion
import PasswordForm
import Prompts
import Secrets
import System
import Toolkit
import Windowing

/// `tactile askpass`: asks for a password, for `SSH_ASKPASS`, `SUDO_ASKPASS` and `GIT_ASKPASS`.
struct AskpassCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "askpass",
    abstract: "Asks for a password, a passphrase or a user name, and prints it.",
    discussion: """
      The programs ssh, sudo and git start one program with the prompt as its
      only argument. Set SSH_ASKPASS, SUDO_ASKPASS or GIT_ASKPASS to the link
      tactile-askpass, which has no options.

      Passwords, passphrases and PINs are masked. User names, verification
      codes and the answer to a question about a host key are visible. An
      unknown prompt asks for a masked answer. An answer has at most 1023
      bytes, because ssh and sudo ignore the rest.

      Environment:
        SSH_ASKPASS_PROMPT  Set by ssh: with 'confirm', the exit status is the
                            answer to a question; with 'none', the prompt is a
                            notice, which ssh closes.

      Exit status:
        0  The answer was printed, or the user agreed.
        1  The user cancelled or refused. Nothing was printed.
        2  A usage error: an invalid option.
        3  No display.
        4  The connection to the X server was lost.
        5  The dialog was not answered in time.

      Examples:
        For ssh, also in a terminal:
          export SSH_ASKPASS=tactile-askpass SSH_ASKPASS_REQUIRE=force
          ssh-add ~/.ssh/id_ed25519
        For sudo, which requires the complete path:
          SUDO_ASKPASS=$HOME/.local/bin/tactile-askpass sudo -A true
        For the user names and passwords that git sends to servers:
          git config --global core.askPass tactile-askpass
        Read a password in a shell script:
          password=$(tactile askpass --title Backup "Password of the backup:")
      """)

  @OptionGroup var prompt: TextArguments

  @OptionGroup var dialog: DialogOptions

  func run() throws { throw ExitCode(Self.run(prompt.text, dialog.settings)) }

  /// Shows the dialog for a prompt, and returns the exit status.
  static func run(_ text: String?, _ settings: DialogSettings) -> Int32 {
    // ssh-agent passes its sockets on.
    closefrom(STDERR_FILENO + 1)
    let text = text ?? settings.text ?? AskpassPrompt.defaultPrompt
    let mode = AskpassPrompt.Mode(environmentValue: environmentVariable("SSH_ASKPASS_PROMPT"))
    let prompt = AskpassPrompt(text, mode: mode)
    return DialogSession.run(settings) { session throws(WindowingError) in
      try AskpassDialog(prompt, in: session).open()
    }
  }
}

/// The dialog of a prompt.
struct AskpassDialog {
  private let prompt: AskpassPrompt
  private let session: DialogSession
  /// The maximum number of bytes that ssh and sudo read.
  private static let maximumByteCount = 1023

  init(_ prompt: AskpassPrompt, in session: DialogSession) { (self.prompt, self.session) = (prompt, session) }

  func open() throws(WindowingError) {
    switch prompt.kind {
    case .secret, .newSecret, .pin, .visible:
      try openEntry(
        PassphraseEntry.Configuration(label: session.text(.prompt(prompt.label))),
        buttons: [session.cancel, session.ok])
    case .hostKey:
      // Enter accepts only a typed answer. A key that was meant for another window must not arrive.
      try openEntry(
        PassphraseEntry.Configuration(label: session.text(.fingerprint)), title: session.text(.hostKey),
        buttons: [session.cancel, session.button(.no, .refuse), session.button(.yes, .agree)],
        inputDelay: .milliseconds(500), allowsEmpty: false)
    case .yesNo:
      session.closeWhenOutputCloses()
      try openQuestion { session, isAccepted in session.finish(writing: isAccepted ? "yes\n" : "no\n") }
    case .confirmation:
      session.closeWhenCallerEnds()
      try openQuestion { $0.finish($1 ? ExitStatus.success : ExitStatus.failure) }
    case .notice:
      session.closeWhenCallerEnds()
      try openNotice()
    }
  }

  /// Opens a dialog with a field.
  private func openEntry(
    _ configuration: PassphraseEntry.Configuration, title: String? = nil, buttons: [DialogButton],
    inputDelay: Duration = .zero, allowsEmpty: Bool = true
  ) throws(WindowingError) {
    var configuration = configuration
    configuration.isSecret = prompt.isSecret
    configuration.allowsEmpty = allowsEmpty
    configuration.maximumByteCount = Self.maximumByteCount
    session.closeWhenOutputCloses()
    let dialog = PassphraseDialog(configuration, in: session)
    dialog.grabsKeyboard = session.settings.grabsKeyboard ?? true
    if let error = prompt.error { dialog.showInitialError(session.text(.prompt(error))) }
    // A prompt such as "Password: " is the label of the field.
    let message = prompt.message == prompt.label ? "" : session.text(.prompt(prompt.message))
    try dialog.open(
      title: title ?? configuration.label, message: message, buttons: buttons, inputDelay: inputDelay
    ) { [session] answer, dialog in
      switch answer {
      case .agree: session.finish(writing: "yes\n")
      case .accept: dialog.withText { session.finish(writing: $0) }
      case .refuse: session.finish(writing: "no\n")
      case .cancel, .close: session.finish(ExitStatus.failure)
      }
    }
  }

  /// Opens a question, whose first button refuses and has the focus.
  private func openQuestion(
    _ finish: @escaping (DialogSession, Bool) -> Void
  ) throws(WindowingError) {
    _ = try session.openConfirmation(
      title: session.text(.confirm), message: prompt.message,
      buttons: [session.button(.no, .refuse), session.button(.yes, .accept)]
    ) { [unowned session] answer in
      switch answer {
      case .accept, .agree: finish(session, true)
      case .refuse: finish(session, false)
      case .cancel, .close: session.finish(ExitStatus.failure)
      }
    }
  }

  /// Opens a text that does not take the focus. ssh ends it by SIGTERM.
  private func openNotice() throws(WindowingError) {
    _ = try session.openConfirmation(
      title: session.text(.notice), message: prompt.message,
      buttons: [session.button(.close, .cancel)], inputDelay: .zero, acceptsFocus: false
    ) { [unowned session] _ in session.finish(ExitStatus.failure) }
  }
}

extension AskpassPrompt {
  /// Whether the answer is masked.
  fileprivate var isSecret: Bool {
    switch kind {
    case .secret, .newSecret, .pin: true
    case .visible, .hostKey, .yesNo, .confirmation, .notice: false
    }
  }
}
