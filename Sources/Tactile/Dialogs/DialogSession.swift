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
  var settings: DialogSettings
  let environment: Environment
  /// The programs that ask: those that have started this one, unless a client names another process.
  lazy var requester = Requester(of: getppid())
  /// The ids of the processes whose commands are read now. A process can change its name, but keeps its id.
  private var reads: Set<Int32> = []
  /// Shows the programs that ask in the last dialog.
  private var showRequester: () -> Void = {}
  /// Called after the command of a program that asks was read.
  var onCommandRead: () -> Void = {}
  private static let maximumReadCount = 8
  private let readCommand: @Sendable (ProcessInformation) -> ProcessInformation
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
  ///   - readCommand: Reads the command of a program that asks, on another thread.
  /// - Throws: `cannotConnect`, `noDescriptor` or `rendering`.
  init(
    _ settings: DialogSettings, isAgent: Bool = false,
    readCommand: @escaping @Sendable (ProcessInformation) -> ProcessInformation = { $0.withWords() }
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
    (self.settings, self.readCommand) = (settings, readCommand)
    environment = try program.application.environment(for: settings.preferences)
    session = self
    setTimeout(isAgent ? nil : settings.timeout) { [unowned self] in finish(ExitStatus.timedOut) }
  }

  var application: Application { program.application }

  /// Opens a dialog.
  ///
  /// - Parameters:
  ///   - text: The untrusted message.
  ///   - isQuestion: Whether the dialog says who asks.
  ///   - inputDelay: The time in which the dialog accepts no input.
  ///   - acceptsFocus: Whether the dialog can get the keyboard focus.
  ///   - grabsKeyboard: Whether the dialog grabs the keyboard, in addition to controls that do. `nil` for the setting, or not
  ///     to do so by default.
  ///   - perform: Handles an answer or an action of the controls, and returns effects.
  func open<Action>(
    title: String, message text: String, isQuestion: Bool = true, showing controls: ControlGroup<Action>,
    buttons: [DialogButton], inputDelay: Duration = .zero, acceptsFocus: Bool = true,
    grabsKeyboard: Bool? = nil, perform: @escaping (DialogAction<Action>, Instant) -> [Effect]
  ) throws(WindowingError) -> (content: DialogContent<Action>, window: Window) {
    let content = DialogContent(
      message: message(text), origin: isQuestion ? origin : nil, controls: controls, buttons: buttons,
      inputDelay: inputDelay, preferences: settings.preferences.following(application.settings),
      perform: perform)
    content.grabsKeyboard = grabsKeyboard ?? settings.grabsKeyboard ?? false
    // A window manager may hide a dialog without an owner behind a full-screen window, as i3 does.
    let owner = (settings.parent ?? application.activeWindow).map(WindowConfiguration.Owner.external)
    var configuration = WindowConfiguration.dialog(
      title: DisplaySanitizer.elided(settings.title ?? title, to: 200), for: owner,
      width: content.preferredWidth)
    if settings.parent == nil { configuration.states.remove(.modal) }
    (configuration.acceptsFocus, configuration.isPrompt) = (acceptsFocus, acceptsFocus)
    configuration.releasesGrabForAssistivePrograms = settings.grabsKeyboard != true
    let window = try application.open(configuration, showing: content)
    window.onDrawingFailure = { StandardError.print("cannot draw the dialog: \($0)") }
    window.onFrame = { [weak self, weak window] _ in
      window?.onFrame = nil
      self?.program.saveFontMatches()
    }
    guard isQuestion else { return (content, window) }
    showRequester = { [unowned self, weak window, weak content] in
      window?.change { now in
        content?.origin?.control.setText(self.text(.requester(requester)), at: now)
        content?.origin?.control.details = details.joined(separator: "\n")
      }
    }
    readCommands()
    return (content, window)
  }

  /// Opens a dialog that consists of a message and buttons.
  func openConfirmation(
    title: String, message text: String, isQuestion: Bool = true, buttons: [DialogButton],
    inputDelay: Duration = .milliseconds(500), acceptsFocus: Bool = true, grabsKeyboard: Bool? = nil,
    answer: @escaping (DialogAnswer) -> Void
  ) throws(WindowingError) -> Window {
    try open(
      title: title, message: text, isQuestion: isQuestion,
      showing: ControlGroup<Never>(.column(), in: environment),
      buttons: buttons, inputDelay: inputDelay, acceptsFocus: acceptsFocus, grabsKeyboard: grabsKeyboard
    ) { action, _ in
      switch action {
      case .answer(let given): answer(given)
      }
      return []
    }.window
  }

  /// Reads the commands of the programs that ask, and shows each in the last dialog. A process that hinders its reader keeps
  /// one thread, also for later dialogs.
  private func readCommands() {
    for process in requester.unread
    where reads.count < Self.maximumReadCount && reads.insert(process.id).inserted {
      application.perform(
        { [readCommand] in
          let current = readCommand(process)
          return (current, UserAccount(id: current.realUser)?.name ?? "\(current.realUser)")
        },
        then: { [weak self] current, user in
          guard let self else { return }
          reads.remove(process.id)
          requester.describe(process, as: current, user: user)
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
    timeout = duration.map { schedule(after: $0, body) }
  }

  /// Calls a closure once after some time.
  func schedule(after delay: Duration, _ body: @escaping () -> Void) -> EventRegistration {
    application.schedule(at: application.now + delay) { _ in body() }
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
  ///
  /// - Parameters:
  ///   - includesReader: Whether it also ends when the reader of standard output closes it.
  ///   - end: Called instead.
  func watchCaller(andReader includesReader: Bool = true, _ end: (() -> Void)? = nil) {
    let end = end ?? { [unowned self] in finish(ExitStatus.failure) }
    callerEnd = watchForEnd(ofProcess: getppid(), end)
    if includesReader { outputEnd = application.watchForEnd(of: STDOUT_FILENO, end) }
  }

  /// Calls a closure when a process ends. Returns `nil` if it cannot be observed.
  func watchForEnd(ofProcess id: pid_t, _ body: @escaping () -> Void) -> EventRegistration? {
    ProcessEnd(of: id).map { end in application.watch(end.descriptor) { withExtendedLifetime(end, body) } }
  }

  /// Writes a result to standard output, and ends the event loop: with status 1 if it cannot be written.
  func finish(writing text: String) { text.utf8Span.span.withUnsafeBytes { finish(writing: $0) } }

  /// Writes a secret and a line feed to standard output by one call, and ends the event loop.
  func finish(writing secret: borrowing SecureText) {
    secret.withFramedBytes(suffix: "\n") { finish(writing: $0) }
  }

  private func finish(writing bytes: UnsafeRawBufferPointer) {
    if status == nil, write(bytes) { finish(ExitStatus.success) }
  }

  /// Writes a part of an answer to standard output. If that fails, ends the event loop with status 1.
  ///
  /// - Returns: Whether it was written.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do throws(FileError) {
      try Output.write(bytes, to: STDOUT_FILENO)
      return true
    } catch {
      // A reader that has closed the pipe does not need the answer.
      if error.errno != EPIPE {
        StandardError.print("cannot write the answer to standard output: \(error.reason)")
      }
      finish(ExitStatus.failure)
      return false
    }
  }

  /// Returns the label of an untrusted message, or `nil` for an empty one. Of a text that is longer than any that the
  /// user would read, the label states the number of omitted characters.
  private func message(_ text: String) -> Label? {
    // GnuPG and scripts end a message with a line feed.
    let text = String(text.reversed().drop(while: \.isWhitespace).reversed())
    guard !text.isEmpty else { return nil }
    let shown = DisplaySanitizer.shortened(text, to: 32_768, lines: 2000) {
      "… \(environment.strings.text(.moreCharacters($0)).text) …"
    }
    return Label(untrusted: shown, lineLimit: .max, in: environment)
  }

  /// The line that says who asks.
  private var origin: Label {
    var label = Label(
      untrusted: text(.requester(requester)), lineLimit: 2, style: \.caption, color: \.secondaryText,
      in: environment)
    label.details = details.joined(separator: "\n")
    return label
  }

  /// The programs that ask, with their commands.
  var details: [String] { requester.details(in: environment.strings) }
}

extension Window {
  /// Changes the content as `update(_:)` does, without effects.
  func change(_ body: (Instant) -> Void) {
    update { now in
      body(now)
      return []
    }
  }
}
