import Glibc

/// A desktop's keyring of one's own (`gnome-keyring-daemon`, from the package gnome-keyring), gone with
/// this value. It is unlocked, and there is nobody to unlock it again.
public struct KeyringProcess: ~Copyable {
  /// What is kept, as files.
  private let files: String
  private let line: BusLine
  // Destroyed in this order.
  private var process: ChildProcess
  private let folder: TemporaryFolder

  private static let name = "org.freedesktop.secrets"
  private static let path = "/org/freedesktop/secrets"

  /// Starts it and waits until it answers.
  ///
  /// - Parameter isNew: Whether it has never been unlocked, so that it has no collection and asks a person
  ///   to make one.
  /// - Throws: `cannotStart` where it is not installed, `timedOut`, `file`.
  public init(
    on bus: borrowing SessionBusProcess, isNew: Bool = false
  ) throws(ScreenDriverError) {
    let folder = try TemporaryFolder()
    var environment = ChildProcess.privateEnvironment(in: folder.path)
    environment["XDG_RUNTIME_DIR"] = folder.path
    environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    let process = try Self.start(environment, folder.path, isUnlocked: !isNew)
    let line = try BusLine(at: bus.path)
    try Deadline(after: .patience).poll(for: "the keyring") {
      () throws(ScreenDriverError) -> Void? in
      let owner = try line.callBus("GetNameOwner", signature: "s") { $0.string(Self.name) }
      return owner.isError ? nil : ()
    }
    try line.callBus("AddMatch", signature: "s") {
      $0.string("eavesdrop='true',type='method_call',path='\(Self.path)'")
    }
    files = "\(folder.path)/data/keyrings"
    self.line = line
    self.process = process
    self.folder = folder
  }

  // What is stopped does not end when it is asked to.
  deinit { process.send(SIGCONT) }

  /// Reads the password of the keyring itself from a file, at once to its end.
  private static func start(
    _ environment: [String: String], _ folder: String, isUnlocked: Bool
  ) throws(ScreenDriverError) -> ChildProcess {
    let path = "\(folder)/password"
    try write("of the keyring itself", toFile: path)
    let password = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(password) }
    return try ChildProcess(
      "gnome-keyring-daemon",
      ["--foreground", "--components=secrets"] + (isUnlocked ? ["--unlock"] : []),
      environment: environment,
      redirections: [
        .descriptor(password, as: 0), .discard(1), .file("\(folder)/complaints", as: 2),
      ])
  }

  /// Stops it in the middle of everything: it is asked, and never answers.
  public func freeze() { process.send(SIGSTOP) }

  /// Whether it has not ended.
  public mutating func isRunning() -> Bool { process.isRunning() }

  /// Ends it in the middle of everything.
  public func kill() { process.send(SIGKILL) }

  /// Takes the place of the program by which it asks a person (`gcr-prompter`), and never answers: what
  /// it asks stays asked.
  ///
  /// - Throws: As the bus fails.
  public func ignorePrompts() throws(ScreenDriverError) {
    let answer = try line.callBus("RequestName", signature: "su") {
      $0.string("org.gnome.keyring.SystemPrompter")
      $0.word(0)
    }
    if answer.isError { throw .endedEarly(program: "RequestName", output: "refused") }
    try line.callBus("AddMatch", signature: "s") {
      $0.string("eavesdrop='true',type='method_call',interface='org.freedesktop.Secret.Prompt'")
    }
  }

  /// Waits until a program has told it to ask the person, after `ignorePrompts()`.
  ///
  /// - Throws: `timedOut`; as the bus fails.
  public func awaitPrompt() throws(ScreenDriverError) {
    let deadline = Deadline(after: .patience)
    while true {
      let message = try line.nextMessage(before: deadline)
      if message.isCall, message.member == "Prompt" { return }
    }
  }

  /// Waits until a program has asked it for something.
  ///
  /// - Throws: `timedOut`; as the bus fails.
  public func awaitCall() throws(ScreenDriverError) {
    let deadline = Deadline(after: .patience)
    while try !line.nextMessage(before: deadline).isCall {}
  }

  /// Makes another of its collections the one that new passwords go to: `login` at first, `session`.
  ///
  /// - Throws: As the bus fails.
  public func makeDefault(_ collection: String) throws(ScreenDriverError) {
    let fields: [BusField] = [
      .path(Self.path), .interface("org.freedesktop.Secret.Service"), .member("SetAlias"),
      .destination(Self.name),
    ]
    let answer = try line.call(fields, signature: "so") { arguments in
      arguments.string("default")
      arguments.string("\(Self.path)/collection/\(collection)")
    }
    if answer.isError { throw .endedEarly(program: "SetAlias", output: "refused") }
  }

  /// Locks it, as a desktop does after a while.
  ///
  /// - Throws: As the bus fails.
  public func lock() throws(ScreenDriverError) {
    let fields: [BusField] = [
      .path(Self.path), .interface("org.freedesktop.Secret.Service"), .member("Lock"),
      .destination(Self.name),
    ]
    let answer = try line.call(fields, signature: "ao") { arguments in
      arguments.array(alignedTo: 4) { $0.string("\(Self.path)/collection/login") }
    }
    if answer.isError { throw .endedEarly(program: "Lock", output: "refused") }
  }

  /// All that it has written to the disk.
  ///
  /// - Throws: `file`.
  public func contents() throws(ScreenDriverError) -> String {
    var all = ""
    for name in try names(inFolder: files) {
      all += try ScreenDriver.contents(ofFile: "\(files)/\(name)")
    }
    return all
  }
}
