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

/// `tactile ask-password-agent`: answers the password questions of systemd.
struct AskPasswordAgentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask-password-agent",
    abstract: "Answers the password questions of systemd until it is ended.",
    discussion: """
      Watches /run/systemd/ask-password and the directory of the user, which
      systemd 257 and later use. Shows one question at a time, and closes it
      when it expires or another agent answers it. Only systemd caches the
      answers. To send an answer of a user without the permission for it, the
      agent starts pkexec, which asks polkit for the permission.

      Files:
        /run/systemd/ask-password/  The questions of the system.
        $XDG_RUNTIME_DIR/systemd/ask-password/  The questions of the user.

      Exit status:
        0  The agent was ended by a signal.
        1  No directory can be watched, or a dialog cannot be opened.
        2  A usage error: an invalid option.
      \(ExitStatus.windowHelp)

      Examples:
        Start the agent with the desktop, by a link to its installed entry (that
        of ./run.sh install is in ~/.local/share/applications):
          mkdir -p ~/.config/autostart && cd ~/.config/autostart
          ln -s /usr/share/applications/tactile-ask-password-agent.desktop .
        Desktops that systemd starts need the installed unit instead:
          systemctl --user enable --now tactile-ask-password-agent
        Ask a question:
          systemd-ask-password --no-tty --timeout=60 "Password of the backup"
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Directory with questions, instead of those of systemd.", valueName: "DIR"),
    completion: .directory)
  var directory: String?

  @OptionGroup var dialog: DialogOptions

  func run() throws {
    let paths = directory.map { [$0] } ?? Self.standardPaths
    let session = try DialogSession(dialog.settings, isAgent: true)
    let agent = PasswordAgent(paths, in: session)
    // The closure keeps the agent as long as the event loop runs.
    session.application.onTermination = { agent.end() }
    agent.start()
    throw ExitCode(session.run())
  }

  /// The directories of the system and of the user.
  private static var standardPaths: [String] {
    let user = environmentVariable("XDG_RUNTIME_DIR").map { "\($0)/systemd/ask-password" }
    return ["/run/systemd/ask-password"] + (user.map { [$0] } ?? [])
  }
}

/// The agent: shows the questions in some directories one after the other.
private final class PasswordAgent {
  /// A question that is shown.
  private struct Current {
    let directory: SystemdQuestionDirectory
    let name: String
    let question: SystemdQuestion
    let dialog: PassphraseDialog
  }

  private let session: DialogSession
  private var directories: [SystemdQuestionDirectory] = []
  private var registrations: [EventRegistration] = []
  private var current: Current?
  /// The events that end the current question: its expiry, and the end of the process that asks.
  private var ends: [EventRegistration?] = []
  /// The next attempt to read the questions, after one has failed.
  private var retry: EventRegistration?
  private static let retryInterval = Duration.seconds(2)
  /// The paths of the questions that were answered and may not have been removed yet.
  private var answeredPaths: Set<String> = []
  /// The maximum length of a password in bytes: a reply of systemd's limit without its sign.
  private static let maximumByteCount = 2047

  init(_ paths: [String], in session: DialogSession) {
    self.session = session
    for path in paths {
      do throws(FileError) { directories.append(try SystemdQuestionDirectory(path: path)) } catch {
        StandardError.print("cannot create or watch the directory '\(path)': \(error.reason)")
      }
    }
  }

  /// Starts to watch. Ends the event loop with an error if there is nothing to watch.
  func start() {
    registrations = directories.map { directory in
      session.application.watch(directory.descriptor) { [unowned self] in
        if !directory.readChanges() { directories.removeAll { $0 === directory } }
        update()
      }
    }
    update()
  }

  func end() {
    current?.dialog.wipe()
    session.finish(ExitStatus.success)
  }

  /// Closes the dialog of a question that has ended, and shows the next one.
  private func update() {
    if directories.isEmpty { return session.finish(ExitStatus.failure) }
    if let current, !current.directory.contains(current.name) || current.question.hasEnded(at: microseconds) {
      close(current)
    }
    guard current == nil else { return }
    answeredPaths = answeredPaths.filter { access($0, F_OK) == 0 }
    var failure: FileError?
    for directory in directories {
      for (name, question) in directory.questions(reporting: { failure = $0 }) {
        let isNew = !answeredPaths.contains("\(directory.path)/\(name)")
        if isNew, !question.hasEnded(at: microseconds) { return show(question, name, of: directory) }
      }
    }
    // The error is printed once.
    if let failure, retry == nil {
      StandardError.print("cannot read the questions in '\(failure.path)': \(failure.reason); trying again")
    }
    retry = failure.map { _ in
      session.schedule(after: Self.retryInterval) { [unowned self] in update() }
    }
  }

  private var microseconds: UInt64 { UInt64(max(0, session.application.now.nanoseconds / 1000)) }

  private func close(_ current: Current) {
    current.dialog.wipe()
    current.dialog.close()
    (self.current, ends) = (nil, [])
    session.setTimeout(nil) {}
  }

  private func show(_ question: SystemdQuestion, _ name: String, of directory: SystemdQuestionDirectory) {
    var configuration = PassphraseEntry.Configuration(
      label: session.text(question.echoes ? .answer : .password))
    configuration.isSecret = !question.echoes
    configuration.maximumByteCount = Self.maximumByteCount
    let message = [session.settings.text, question.message].compactMap(\.self).joined(separator: "\n\n")
    session.requester = Requester(of: question.processID)
    let dialog: PassphraseDialog
    do throws(WindowingError) {
      dialog = try PassphraseDialog(
        configuration, title: session.text(.password), message: message,
        buttons: [session.cancel, session.ok], in: session
      ) { [unowned self] in answer($1) }
    } catch {
      StandardError.print(error.description)
      return session.finish(ExitStatus.failure)
    }
    session.setTimeout(session.settings.timeout) { [unowned self] in answer(.cancel) }
    let current = Current(directory: directory, name: name, question: question, dialog: dialog)
    self.current = current
    let expiry = question.expiryMicroseconds.map { microseconds in
      let end = Instant.zero + .microseconds(Int64(clamping: microseconds))
      return session.application.schedule(at: end) { [unowned self] _ in update() }
    }
    // Its number exists until its parent has read its exit status, and its file stays.
    let end = session.watchForEnd(ofProcess: question.processID) { [unowned self] in finish(current) }
    ends = [expiry, end]
  }

  /// Sends the answer to the current question.
  private func answer(_ answer: DialogAnswer) {
    guard let current else { return }
    let path = current.question.socketPath
    do throws(FileError) {
      if answer == .accept {
        try SystemdReply.send(password: current.dialog.passphrase.control.text, to: path)
      } else {
        try SystemdReply.sendCancellation(to: path)
      }
    } catch {
      report(error, on: current, answer)
    }
    finish(current)
  }

  /// Closes a question whose file may not have been removed yet, and shows the next one.
  private func finish(_ current: Current) {
    answeredPaths.insert("\(current.directory.path)/\(current.name)")
    close(current)
    update()
  }

  /// Sends the reply by polkit if this process may not, else reports the failure.
  private func report(_ failure: FileError, on current: Current, _ answer: DialogAnswer) {
    let message = "cannot send the reply to '\(failure.path)': \(failure.reason)"
    // Only root may answer questions of the system.
    guard [EACCES, EPERM].contains(failure.errno) else { return StandardError.print(message) }
    // polkit would ask for a password only to cancel.
    guard answer == .accept else { return }
    do throws(FileError) {
      try sendPrivileged(current.dialog.passphrase.control.text, to: failure.path) { status in
        if status != 0 { StandardError.print("\(message); 'pkexec' has ended with status \(status)") }
      }
    } catch {
      let end =
        error.isNotFound ? "install polkit to answer as this user" : "cannot use 'pkexec': \(error.reason)"
      StandardError.print("\(message); \(end)")
    }
  }

  /// Starts systemd's helper, which polkit lets a user run, and passes the password to its input.
  ///
  /// - Parameter onEnd: Called with the exit status, which is that of pkexec if polkit refuses.
  private func sendPrivileged(
    _ password: borrowing SecureText, to socketPath: String, onEnd: @escaping (Int32) -> Void
  ) throws(FileError) {
    let (connection, helper) = try ChildProcess.connected([
      "pkexec", "/lib/systemd/systemd-reply-password", "1", socketPath,
    ])
    let failure = password.withFramedBytes { bytes -> FileError? in
      do throws(FileError) { try Output.write(bytes, to: connection) } catch { return error }
      return nil
    }
    // The helper would send a part of the password. If it has ended (`EPIPE`), its exit status is reported instead of the error.
    let reportsStatus = failure.map { $0.errno == EPIPE } ?? true
    if !reportsStatus { helper.send(SIGKILL) }
    Glibc.close(connection)
    // polkit may ask the user for a password of its own, for any time.
    var registration: EventRegistration?
    // The closure keeps the registration until the helper has ended.
    registration = session.application.watch(helper.end.descriptor) {
      guard let status = helper.exitStatus() else { return }
      registration.take()?.cancel()
      if reportsStatus { onEnd(status) }
    }
    if let failure, !reportsStatus { throw failure }
  }
}
