import ArgumentParser
import Controls
import Glibc
import PasswordForm
import Prompts
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
      tactile-askpass. It has no options: all its arguments are the prompt.

      Passwords, passphrases and PINs are masked. User names, verification
      codes and the answer to a question about a host key are visible. An
      unknown prompt asks for a masked answer. An answer has at most 1023
      bytes, because ssh and sudo ignore the rest.

      Without --grab, the dialog does not grab the keyboard while a screen
      reader listens, so that the reader gets its own commands. Orca gets them
      from version 45 on.

      Environment:
        SSH_ASKPASS_PROMPT  Set by ssh: with 'confirm', the exit status is the
                            answer to a question; with 'none', the prompt is a
                            notice, which ssh closes.

      Exit status:
        0  The answer was printed, or the user agreed.
        1  The user cancelled or refused. Nothing was printed.
      \(ExitStatus.dialogHelp)

      Examples:
        For ssh, also in a terminal:
          export SSH_ASKPASS=tactile-askpass SSH_ASKPASS_REQUIRE=force
          ssh-add ~/.ssh/id_ed25519
        For sudo, which requires the complete path:
          SUDO_ASKPASS=$(command -v tactile-askpass) sudo -A true
        For the user names and passwords that git sends to servers:
          git config --global core.askPass tactile-askpass
        Read a password in a shell script:
          password=$(tactile askpass --title Backup "Password of the backup:")
      """)

  @OptionGroup var prompt: TextArguments

  @OptionGroup var dialog: DialogOptions

  func run() throws { throw ExitCode(try Self.run(prompt.text, dialog.settings)) }

  /// Shows the dialog for a prompt, and returns the exit status.
  static func run(_ text: String?, _ settings: DialogSettings) throws(WindowingError) -> Int32 {
    // ssh-agent passes its sockets on, also that of the client which needs a key.
    let client = InheritedSockets.onlyPeer
    closefrom(STDERR_FILENO + 1)
    let text = text ?? settings.text ?? AskpassPrompt.defaultPrompt
    let mode = AskpassPrompt.Mode(environmentValue: environmentVariable("SSH_ASKPASS_PROMPT"))
    let session = try DialogSession(settings)
    if session.requester.isAgent, let client {
      session.requester = Requester(of: client, performer: getppid())
    }
    try session.open(AskpassPrompt(text, mode: mode))
    return session.run()
  }
}

extension DialogSession {
  /// Opens the dialog of a prompt: one with a field, whose text it prints, unless the prompt is a question or a notice.
  fileprivate func open(_ prompt: AskpassPrompt) throws(WindowingError) {
    switch prompt.kind {
    case .secret, .newSecret, .pin, .visible, .hostKey: break
    case .yesNo, .confirmation:
      let prints = prompt.kind == .yesNo
      watchCaller(andReader: prints)
      // The first button refuses and has the focus.
      _ = try openConfirmation(
        title: text(.confirm), message: prompt.message,
        buttons: [button(.no, .refuse), button(.yes, .accept)]
      ) { [unowned self] answer in
        switch answer {
        case .accept, .agree: prints ? finish(writing: "yes\n") : finish(ExitStatus.success)
        case .refuse where prints: finish(writing: "no\n")
        case .refuse, .cancel, .close, .details: finish(ExitStatus.failure)
        }
      }
      return
    case .notice:
      watchCaller(andReader: false)
      // It does not take the focus. ssh ends it by SIGTERM.
      _ = try openConfirmation(
        title: text(.notice), message: prompt.message, buttons: [button(.close, .cancel)], inputDelay: .zero,
        acceptsFocus: false
      ) { [unowned self] _ in finish(ExitStatus.failure) }
      return
    }
    let isHostKey = prompt.kind == .hostKey
    var configuration = PassphraseEntry.Configuration(
      label: text(isHostKey ? .fingerprint : .prompt(prompt.label)))
    configuration.isSecret = !isHostKey && prompt.kind != .visible
    configuration.allowsEmpty = !isHostKey
    // ssh and sudo do not read more.
    configuration.maximumByteCount = 1023
    watchCaller()
    // A prompt such as "Password: " is the label of the field.
    let message = prompt.message == prompt.label ? "" : text(.prompt(prompt.message))
    // Enter accepts only a typed answer about a host key. A key that was meant for another window must not arrive.
    _ = try PassphraseDialog(
      configuration, title: isHostKey ? text(.hostKey) : configuration.label, message: message,
      error: prompt.error.map { text(.prompt($0)) },
      buttons: [cancel] + (isHostKey ? [button(.no, .refuse), button(.yes, .agree)] : [ok]),
      inputDelay: isHostKey ? .milliseconds(500) : .zero, in: self
    ) { [unowned self] dialog, answer in
      switch answer {
      case .agree: finish(writing: "yes\n")
      case .accept: finish(writing: dialog.passphrase.control.text)
      case .refuse: finish(writing: "no\n")
      case .cancel, .close, .details: finish(ExitStatus.failure)
      }
    }
  }
}
