import Controls
import Glibc
import Motion
import PasswordForm
import Prompts
import Scene
import Secrets
import System
import Toolkit
import Windowing

/// The connection of a command to the display, on which it opens dialogs.
final class DialogSession {
  private let program: ProgramStart
  let settings: DialogSettings
  let environment: Environment
  let preferences: AppearancePreferences
  /// The id of the window for which new dialogs are modal.
  var parent: UInt?
  /// The programs that ask: those that have started this one, unless a client names another process.
  lazy var requester = Requester(of: getppid())
  /// The ids of the processes whose commands are read now. A process can change its name, but keeps its id.
  private var reads: Set<Int32> = []
  /// Shows the programs that ask in the last dialog.
  private var showRequester: () -> Void = {}
  /// Called after the command of a program that asks was read.
  var onCommandRead: () -> Void = {}
  private static let maximumReadCount = 8
  private let readArguments: @Sendable (ProcessInformation) -> [String]
  private var timeout: EventRegistration?
  private var outputEnd: EventRegistration?
  private var callerEnd: EventRegistration?
  /// Called before the process ends because the connection to the X server is lost.
  var onConnectionLoss: () -> Void = {}
  /// The exit status after the event loop. `nil` until the command has its result, which never changes after that.
  private var status: Int32?

  /// Connects to the display. When the timeout of the settings has passed, ends the event loop.
  ///
  /// - Parameters:
  ///   - isAgent: Whether the timeout applies to each question, not to the command.
  ///   - readArguments: Reads the command of a program that asks, on another thread.
  /// - Throws: `cannotConnect`, `noDescriptor` or `rendering`.
  init(
    _ settings: DialogSettings, isAgent: Bool = false,
    readArguments: @escaping @Sendable (ProcessInformation) -> [String] = { $0.readArguments() }
  ) throws(WindowingError) {
    let fonts = settings.preferences.theme.fonts
    weak var session: DialogSession?
    program = try ProgramStart(
      display: settings.display, scale: settings.scale,
      loading: [fonts.body, fonts.caption, fonts.dialogButton],
      onConnectionLoss: {
        session?.onConnectionLoss()
        ExitStatus.exitAfterLoss()
      })
    (self.settings, self.readArguments) = (settings, readArguments)
    parent = settings.parent
    environment = try program.application.environment(for: settings.preferences)
    var preferences = settings.preferences
    preferences.desktop = program.application.settings
    self.preferences = preferences
    session = self
    setTimeout(isAgent ? nil : settings.timeout) { [unowned self] in finish(ExitStatus.timedOut) }
  }

  var application: Application { program.application }

  /// Opens a dialog.
  ///
  /// - Parameter acceptsFocus: Whether the dialog can get the keyboard focus.
  func open<Action>(
    title: String, acceptsFocus: Bool = true, showing content: DialogContent<Action>
  ) throws(WindowingError) -> Window {
    // A window manager may hide a dialog without an owner behind a full-screen window, as i3 does.
    let owner = (parent ?? application.activeWindow).map(WindowConfiguration.Owner.external)
    var configuration = WindowConfiguration.dialog(
      title: DisplaySanitizer.elided(settings.title ?? title, to: 200), for: owner,
      width: content.preferredWidth)
    if parent == nil { configuration.states.remove(.modal) }
    (configuration.acceptsFocus, configuration.isPrompt) = (acceptsFocus, acceptsFocus)
    configuration.releasesGrabForAssistivePrograms = settings.grabsKeyboard != true
    let window = try application.open(configuration, showing: content)
    window.onDrawingFailure = { StandardError.print("cannot draw the dialog: \($0)") }
    window.onFrame = { [weak self, weak window] _ in
      window?.onFrame = nil
      self?.program.saveFontMatches()
    }
    guard content.origin != nil else { return window }
    showRequester = { [unowned self, weak window, weak content] in
      window?.update { now in
        content?.origin?.control.setText(text(.requester(requester)), at: now)
        content?.origin?.control.details = tooltip
        return []
      }
    }
    readCommands()
    return window
  }

  /// Reads the commands of the programs that ask, and shows each in the last dialog. A process that hinders its reader keeps
  /// one thread, also for later dialogs.
  private func readCommands() {
    for process in requester.unread
    where reads.count < Self.maximumReadCount && reads.insert(process.id).inserted {
      application.perform(
        { [readArguments] in
          (readArguments(process), UserAccount(id: process.realUser)?.name ?? "\(process.realUser)")
        },
        then: { [weak self] command, user in
          guard let self else { return }
          reads.remove(process.id)
          requester.describe(process, command: command, user: user)
          showRequester()
          onCommandRead()
          readCommands()
        })
    }
  }

  /// Calls a closure when the dialog was not answered in time. Replaces an earlier timeout.
  ///
  /// - Parameter duration: `nil` for no timeout.
  func setTimeout(_ duration: Duration?, _ body: @escaping () -> Void) {
    timeout = duration.map { application.schedule(at: application.now + $0) { _ in body() } }
  }

  /// Runs the event loop, and returns the exit status that `finish(_:)` has set.
  func run() -> Int32 {
    application.run()
    if let warning = LockedMemoryAllocator.warning { StandardError.print(warning) }
    return status ?? ExitStatus.failure
  }

  /// Ends the event loop with an exit status, unless it is ending with another one: the iteration that ends it may have
  /// further events.
  func finish(_ status: Int32) {
    self.status = self.status ?? status
    application.quit()
  }

  /// Ends the event loop with status 1 when the process that has started this one ends, and then needs no answer.
  func closeWhenCallerEnds() { watchCaller { [unowned self] in finish(ExitStatus.failure) } }

  /// Calls a closure when the process that has started this one ends.
  func watchCaller(_ body: @escaping () -> Void) { callerEnd = watchForEnd(ofProcess: getppid(), body) }

  /// Calls a closure when a process ends. Returns `nil` if it cannot be observed.
  func watchForEnd(ofProcess id: pid_t, _ body: @escaping () -> Void) -> EventRegistration? {
    ProcessEnd(of: id).map { watchForEnd(of: $0, body) }
  }

  func watchForEnd(of process: ProcessEnd, _ body: @escaping () -> Void) -> EventRegistration {
    application.watch(process.descriptor) { withExtendedLifetime(process, body) }
  }

  /// Ends the event loop with status 1 when the reader of standard output closes it or the process that has started this
  /// one ends, and then needs no answer.
  func closeWhenOutputCloses() { watchReader { [unowned self] in finish(ExitStatus.failure) } }

  /// Calls a closure when the reader of standard output closes it, or the process that has started this one ends.
  func watchReader(_ body: @escaping () -> Void) {
    watchCaller(body)
    outputEnd = application.watchForEnd(of: STDOUT_FILENO, body)
  }

  /// Writes a result to standard output, and ends the event loop: with status 1 if it cannot be written.
  func finish(writing text: String) { text.utf8Span.span.withUnsafeBytes { finish(writing: $0) } }

  /// Writes a secret and a line feed to standard output by one call, and ends the event loop.
  func finish(writing secret: borrowing SecureText) {
    secret.withFramedBytes(suffix: "\n") { finish(writing: $0) }
  }

  private func finish(writing bytes: UnsafeRawBufferPointer) {
    guard status == nil else { return }
    do throws(FileError) {
      try Output.write(bytes, to: STDOUT_FILENO)
      finish(ExitStatus.success)
    } catch {
      finish(afterFailedWrite: error)
    }
  }

  /// Ends the event loop with status 1, since an answer cannot be written to standard output.
  func finish(afterFailedWrite error: FileError) {
    // A reader that has closed the pipe does not need the answer.
    if error.errno != EPIPE {
      StandardError.print("cannot write the answer to standard output: \(error.reason)")
    }
    finish(ExitStatus.failure)
  }
}

extension DialogSession {
  /// Returns the label of an untrusted message, or `nil` for an empty one. Of a text that is longer than any that the
  /// user would read, the label states the number of omitted characters.
  func message(_ text: String) -> Label? {
    guard !text.isEmpty else { return nil }
    let shown = DisplaySanitizer.shortened(text, to: 32_768, lines: 2000) {
      "… \(environment.strings.text(.moreCharacters($0)).text) …"
    }
    return Label(untrusted: shown, lineLimit: .max, in: environment)
  }

  /// The line that says who asks.
  var origin: Label {
    var label = Label(
      untrusted: text(.requester(requester)), lineLimit: 2, style: \.caption, color: \.secondaryText,
      in: environment)
    label.details = tooltip
    return label
  }

  /// The programs that ask, with their commands.
  var details: [String] { requester.details(to: 600, in: environment.strings) }

  /// The details with shorter commands, for a small window.
  private var tooltip: String { requester.details(to: 60, in: environment.strings).joined(separator: "\n") }

  /// Returns an empty group for the controls of a dialog.
  func controls<Action>(of type: Action.Type = Action.self) -> ControlGroup<Action> {
    ControlGroup(.column(), in: environment)
  }

  /// Opens a dialog that consists of a message and buttons, and says who asks if it is a question.
  func openConfirmation(
    title: String, message text: String, isQuestion: Bool = true, buttons: [DialogButton],
    inputDelay: Duration = .milliseconds(500), acceptsFocus: Bool = true, grabsKeyboard: Bool? = nil,
    answer: @escaping (DialogAnswer) -> Void
  ) throws(WindowingError) -> Window {
    let content = DialogContent<Void>(
      message: message(text), origin: isQuestion ? origin : nil, controls: controls(), buttons: buttons,
      inputDelay: inputDelay, preferences: preferences
    ) { action, _ in
      if case .answer(let given) = action { answer(given) }
      return []
    }
    content.grabsKeyboard = grabsKeyboard ?? settings.grabsKeyboard ?? false
    return try open(title: title, acceptsFocus: acceptsFocus, showing: content)
  }
}
