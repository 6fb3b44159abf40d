import Glibc

/// A separate desktop keyring (`gnome-keyring-daemon`, from the package gnome-keyring), which is
/// terminated when this value is destroyed. It is unlocked. After it is locked, no prompt can unlock it.
public struct KeyringProcess: ~Copyable {
  /// The directory of the keyring files.
  private let filesPath: String
  private let client: DBusTestClient
  // Destroyed in this order.
  private var process: ChildProcess
  private let directory: TemporaryDirectory

  private static let name = "org.freedesktop.secrets"
  private static let path = "/org/freedesktop/secrets"

  /// Starts the keyring and waits until it replies.
  ///
  /// - Parameter isNew: Whether it was never unlocked, so that it has no collection and prompts the
  ///   user to create one.
  /// - Throws: `cannotStart` if it is not installed, `timedOut`, `file`.
  public init(on bus: borrowing IsolatedSessionBus, isNew: Bool = false) throws(ScreenDriverError) {
    let directory = try TemporaryDirectory()
    var environment = ChildProcess.privateEnvironment(in: directory.path)
    environment["XDG_RUNTIME_DIR"] = directory.path
    environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
    let process = try Self.start(environment, directory.path, isUnlocked: !isNew)
    let client = try DBusTestClient(at: bus.path)
    try Deadline(after: .defaultTimeout).poll(for: "the keyring") { () throws(ScreenDriverError) -> Void? in
      let owner = try client.callBus("GetNameOwner", signature: "s") { $0.string(Self.name) }
      return owner.isError ? nil : ()
    }
    try client.callBus("AddMatch", signature: "s") {
      $0.string("eavesdrop='true',type='method_call',path='\(Self.path)'")
    }
    filesPath = "\(directory.path)/data/keyrings"
    self.client = client
    self.process = process
    self.directory = directory
  }

  // A suspended process does not exit on SIGTERM.
  deinit { process.send(SIGCONT) }

  /// Starts the daemon, which reads the password of the keyring from a file.
  private static func start(_ environment: [String: String], _ directory: String, isUnlocked: Bool)
    throws(ScreenDriverError) -> ChildProcess
  {
    let path = "\(directory)/password"
    try write("keyring password", toFile: path)
    let password = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(password) }
    return try ChildProcess(
      "gnome-keyring-daemon", ["--foreground", "--components=secrets"] + (isUnlocked ? ["--unlock"] : []),
      environment: environment,
      redirections: [.descriptor(password, as: 0), .discard(1), .file("\(directory)/stderr.log", as: 2)])
  }

  /// Suspends the process: it receives calls, but never replies.
  public func suspend() { process.send(SIGSTOP) }

  /// Returns whether the process is still running.
  public mutating func isRunning() -> Bool { process.isRunning() }

  /// Kills the process.
  public func kill() { process.send(SIGKILL) }

  /// Replaces the program that prompts the user (`gcr-prompter`) and never replies, so that prompts
  /// stay pending.
  ///
  /// - Throws: `callFailed`, and the errors of the bus.
  public func ignorePrompts() throws(ScreenDriverError) {
    let reply = try client.callBus("RequestName", signature: "su") {
      $0.string("org.gnome.keyring.SystemPrompter")
      $0.word(0)
    }
    if reply.isError { throw .callFailed("RequestName", reason: "refused") }
    try client.callBus("AddMatch", signature: "s") {
      $0.string("eavesdrop='true',type='method_call',interface='org.freedesktop.Secret.Prompt'")
    }
  }

  /// Waits until a client requests a prompt, after `ignorePrompts()`.
  ///
  /// - Throws: `timedOut`, and the errors of the bus.
  public func waitForPrompt() throws(ScreenDriverError) {
    let deadline = Deadline(after: .defaultTimeout)
    while true {
      let message = try client.nextMessage(before: deadline)
      if message.isCall, message.member == "Prompt" { return }
    }
  }

  /// Waits until a client calls the keyring.
  ///
  /// - Throws: `timedOut`, and the errors of the bus.
  public func waitForCall() throws(ScreenDriverError) {
    let deadline = Deadline(after: .defaultTimeout)
    while try !client.nextMessage(before: deadline).isCall {}
  }

  /// Sets the default collection, in which new passwords are stored: initially `login`; `session`
  /// is the other one.
  ///
  /// - Throws: `callFailed`, and the errors of the bus.
  public func makeDefault(_ collection: String) throws(ScreenDriverError) {
    let fields: [DBusHeaderField] = [
      .path(Self.path), .interface("org.freedesktop.Secret.Service"), .member("SetAlias"),
      .destination(Self.name),
    ]
    let reply = try client.call(fields, signature: "so") { arguments in
      arguments.string("default")
      arguments.string("\(Self.path)/collection/\(collection)")
    }
    if reply.isError { throw .callFailed("SetAlias", reason: "refused") }
  }

  /// Locks the keyring, as a desktop does after a timeout.
  ///
  /// - Throws: `callFailed`, and the errors of the bus.
  public func lock() throws(ScreenDriverError) {
    let fields: [DBusHeaderField] = [
      .path(Self.path), .interface("org.freedesktop.Secret.Service"), .member("Lock"),
      .destination(Self.name),
    ]
    let reply = try client.call(fields, signature: "ao") { arguments in
      arguments.array(alignedTo: 4) { $0.string("\(Self.path)/collection/login") }
    }
    if reply.isError { throw .callFailed("Lock", reason: "refused") }
  }

  /// Returns the concatenated contents of all keyring files on disk.
  ///
  /// - Throws: `file`.
  public func contents() throws(ScreenDriverError) -> String {
    var all = ""
    // The daemon renames a temporary file, which may not exist any more.
    for name in try names(inDirectory: filesPath) where !name.contains(".temp-") {
      all += try ScreenDriver.contents(ofFile: "\(filesPath)/\(name)")
    }
    return all
  }
}
