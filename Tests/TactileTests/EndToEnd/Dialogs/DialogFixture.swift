import Glibc
import ScreenDriver
import Testing

/// A display on which programs open dialogs of the program under test, and a private environment for these
/// programs.
struct DialogFixture: ~Copyable {
  /// The variables for the programs on the display.
  let environment: [String: String]
  let display: VirtualDisplay
  private let directory: TemporaryDirectory

  /// Starts the display and creates the links of the program.
  init(under manager: WindowManager = .openbox, server: VirtualDisplay.Server = .xvfb) throws {
    // A client that closes its input must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    let directory = try TemporaryDirectory()
    let display = try VirtualDisplay(VirtualDisplay.Options(windowManager: manager, server: server))
    let program = try #require(realpath(Program.path, nil), "the program does not exist")
    for link in ["tactile-askpass", "pinentry-tactile"] { symlink(program, "\(directory.path)/\(link)") }
    free(program)
    var environment = ChildProcess.privateEnvironment(in: directory.path)
    environment["DISPLAY"] = display.name
    // Debian's `sudo`, `useradd` and others are in directories of the administrator.
    environment["PATH", default: ""] += ":/usr/sbin:/sbin"
    self.environment = environment
    self.display = display
    self.directory = directory
  }

  /// The path of the private directory.
  var path: String { directory.path }

  /// The link for `SSH_ASKPASS` and similar variables.
  var askpass: String { "\(path)/tactile-askpass" }

  /// The link for gpg-agent.
  var pinentry: String { "\(path)/pinentry-tactile" }

  /// Starts a program on the display.
  func start(_ program: String, _ arguments: [String] = [], with variables: [String: String] = [:]) throws
    -> DialogClient
  {
    try DialogClient(program, arguments, environment: environment.merging(variables) { $1 })
  }

  /// Starts the program under test.
  func startProgram(_ arguments: [String], with variables: [String: String] = [:]) throws -> DialogClient {
    try start(Program.path, arguments, with: variables)
  }

  /// Runs a program that opens no dialog until it exits.
  func run(_ program: String, _ arguments: [String] = [], with variables: [String: String] = [:]) throws
    -> DialogClient.Result
  {
    var client = try start(program, arguments, with: variables)
    client.closeInput()
    return try client.result()
  }

  /// Waits until a dialog is visible and has the focus if it accepts it.
  ///
  /// - Parameter previous: The dialog before it, which may still be visible.
  func dialog(after previous: OpenDialog? = nil) throws -> OpenDialog {
    let connection = display.connection
    let dialog = try Deadline(after: .defaultTimeout).poll(for: "a dialog") { () throws(ScreenDriverError) in
      try Self.openDialog(on: connection, after: previous)
    }
    let window = dialog.window
    if window.acceptsFocus { try dialog.waitForFocus() }
    // The half second without answers begins when the program has handled its appearance and the focus.
    try dialog.waitUntilAccepting()
    return dialog
  }

  /// Returns the dialog that is visible, or `nil`.
  ///
  /// - Parameter previous: The dialog before it, which may still be visible.
  func openDialog(after previous: OpenDialog) throws -> OpenDialog? {
    try Self.openDialog(on: display.connection, after: previous)
  }

  private static func openDialog(on connection: DisplayConnection, after previous: OpenDialog?)
    throws(ScreenDriverError) -> OpenDialog?
  {
    let window = connection.window { window in
      // A new client may get the window ids of one that has exited.
      guard window.classNames.last == "Tactile", let pid = window.pid else { return false }
      return pid != previous?.pid || window.xid != previous?.window.xid
    }
    guard let window, let pid = window.pid else { return nil }
    return OpenDialog(window: window, input: try InputSimulator(in: window), pid: pid)
  }

  /// Waits until a dialog of pinentry shows an error: the same one or, if its client asks again later than two seconds
  /// after the answer, a new one.
  func dialogWithError(after dialog: OpenDialog) throws -> OpenDialog {
    do {
      try dialog.waitForErrors()
      dialog.pause()
      return dialog
    } catch {
      guard !dialog.window.isViewable else { throw error }
    }
    let next = try self.dialog(after: dialog)
    try next.waitForErrors()
    return next
  }

  /// Types keys while a dialog ends by itself, and checks that none of them reaches the window below, which gets the keyboard
  /// after a pause.
  ///
  /// - Parameter isEnough: Called after each key, with whether the dialog is closed, until it returns `true`, or the test says
  ///   nothing. The other window may not get the keyboard then. By default, it returns `true` after eight keys.
  /// - Returns: Whether no pause between two keys, nor all of them together, were so long that the test says nothing, as on a
  ///   busy machine.
  func typesNothing(
    into other: OtherAppWindow, whileEnding dialog: OpenDialog, by end: () throws -> Void,
    until isEnough: ((_ isClosed: Bool) throws -> Bool)? = nil
  ) throws -> Bool {
    let input = try InputSimulator(in: display.connection.rootWindow)
    var (last, isInTime) = (ContinuousClock.now, true)
    func type() throws {
      try input.tap("x")
      isInTime = isInTime && last.duration(to: .now) < .milliseconds(400)
      last = .now
      Deadline(after: .milliseconds(50)).wait()
    }
    try type()
    // It may have ended before, if it ends by a timeout.
    guard (try? dialog.window.ping()) != nil, dialog.window.isViewable else { return false }
    var lastVisible = ContinuousClock.now
    try end()
    var remaining = 8
    let deadline = Deadline(after: .defaultTimeout)
    while remaining > 0 {
      try #require(!deadline.hasPassed, "the dialog does not close")
      let time = ContinuousClock.now
      let isClosed = !dialog.window.isViewable
      if !isClosed { lastVisible = time }
      if let isEnough { if try isEnough(isClosed) { break } } else if isClosed { remaining -= 1 }
      try type()
      isInTime = isInTime && lastVisible.duration(to: .now) < .milliseconds(4500)
      if isEnough != nil, !isInTime { return false }
    }
    if isInTime { #expect(other.takeKeyCount() == 0) }
    try tap(into: other)
    return isInTime
  }

  /// Presses a key repeatedly, with pauses that end the keys of a closed dialog, until a window gets one.
  func tap(into other: OtherAppWindow) throws {
    let input = try InputSimulator(in: display.connection.rootWindow)
    _ = other.takeKeyCount()
    var next = Deadline(after: .milliseconds(800))
    try Deadline(after: .defaultTimeout).poll(for: "a key in the other window") {
      () throws(ScreenDriverError) in
      if next.hasPassed {
        try input.tap("x")
        next = Deadline(after: .milliseconds(800))
      }
      return other.takeKeyCount() > 0 ? () : nil
    }
  }

  /// Waits until no dialog is visible.
  func waitForNoDialog() throws {
    let connection = display.connection
    try Deadline(after: .defaultTimeout).poll(for: "the end of the dialog") {
      connection.window { $0.classNames.last == "Tactile" } == nil ? () : nil
    }
  }
}

/// A dialog on the screen.
struct OpenDialog {
  let window: ScreenWindow
  let input: InputSimulator
  let pid: Int32

  func waitForFocus() throws {
    try Deadline(after: .defaultTimeout).poll(for: "the focus of the dialog") {
      window.isActive && window.hasInputFocus ? () : nil
    }
  }

  /// Waits until the dialog accepts keys: it drops those that follow keys before the question without a pause.
  func pause() { Deadline(after: .milliseconds(520)).wait() }

  /// Waits until the dialog accepts keys for what its program could read before.
  func waitUntilAccepting() throws {
    // In each iteration of its event loop, the program handles X events before descriptors.
    for _ in 1...2 { try window.ping() }
    pause()
  }

  /// Types a text and presses Enter.
  func answer(_ text: String) throws {
    try input.type(text)
    try input.tap("Return")
  }

  /// Presses a key until the dialog closes, with pauses that are longer than the time in which it accepts no answer.
  /// Each key restarts that time.
  func tap(_ key: String, with modifiers: [InputSimulator.ModifierKey] = []) throws {
    let (input, window) = (input, window)
    var pause = Deadline(after: .milliseconds(520))
    try Deadline(after: .defaultTimeout).poll(for: "the dialog to close") { () throws(ScreenDriverError) in
      guard window.isViewable else { return () }
      if pause.hasPassed {
        try input.tap(key, with: modifiers)
        pause = Deadline(after: .milliseconds(600))
      }
      return nil
    }
  }

  /// Waits until the dialog shows a number of red icons, of which an error has one.
  func waitForErrors(_ count: Int = 1) throws {
    _ = try window.waitFor("\(count) errors") {
      $0.icons(Program.colors.red).count == count ? () : nil
    }
  }

  /// Waits until the dialog is closed.
  func waitForClose() throws {
    try Deadline(after: .defaultTimeout).poll(for: "the dialog to close") { window.isViewable ? nil : () }
  }
}

extension HostileClient {
  /// Returns whether a screen lock can grab the keyboard. Then it releases it, and discards the keys that another window has
  /// received before.
  func takesKeyboard(from other: OtherAppWindow) -> Bool {
    guard grabKeyboard() else { return false }
    ungrab()
    _ = other.takeKeyCount()
    return true
  }
}
