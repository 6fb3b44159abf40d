import CSecret
import Synchronization
import System

/// An observer of keyring prompts, based on the [messages that open and close them][1]. The library
/// itself does not report prompts.
///
/// [1]: https://specifications.freedesktop.org/secret-service/latest/prompts.html
final class PromptObserver: Sendable {
  private let library: LibSecret
  private let onChange: @Sendable (Bool) -> Void
  private let onExit: @Sendable () -> Void
  /// The D-Bus paths of the open prompts.
  private let state = Mutex((prompts: Set<String>(), hasEnded: false))
  private let key: Int

  /// All observers by their keys. GLib's own thread may still filter a message for an observer that
  /// has been removed, so the filter receives a key instead of a pointer.
  private static let registry = Mutex((next: 1, observers: [Int: PromptObserver]()))

  private init(
    _ library: LibSecret, key: Int, _ onChange: @escaping @Sendable (Bool) -> Void,
    _ onExit: @escaping @Sendable () -> Void
  ) { (self.library, self.key, self.onChange, self.onExit) = (library, key, onChange, onExit) }

  /// Observes the messages that a connection sends and receives while `body` runs.
  ///
  /// - Parameters:
  ///   - onChange: Called on an arbitrary thread when a prompt appears (`true`) or closes
  ///     (`false`).
  ///   - onExit: Called on an arbitrary thread if the keyring exits while a prompt is open,
  ///     so that no reply will arrive.
  static func observing<Result, Failure>(
    _ connection: LibSecret.GObject?, _ library: LibSecret, onChange: @escaping @Sendable (Bool) -> Void,
    onExit: @escaping @Sendable () -> Void, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let observer = registry.withLock { registry in
      let observer = PromptObserver(library, key: registry.next, onChange, onExit)
      registry.observers[registry.next] = observer
      registry.next += 1
      return observer
    }
    let filter = library.addFilter(
      connection, messageFilter, UnsafeMutableRawPointer(bitPattern: observer.key), nil)
    defer {
      library.removeFilter(connection, filter)
      registry.withLock { _ = $0.observers.removeValue(forKey: observer.key) }
      // A keyring that has exited never reports the end of its prompts.
      observer.updatePrompts { $0.removeAll() }
      observer.state.withLock { $0.hasEnded = true }
    }
    return try body()
  }

  /// Passes every message except `Dismiss`, which the library sends when a call is cancelled.
  /// gnome-keyring 42 fails an assertion at it and exits, and with it the keyring of all programs.
  /// The prompt stays open until the user closes it, and no thread waits for that.
  private static let messageFilter: CSecretFilter = { _, message, isIncoming, key in
    let observer = registry.withLock { $0.observers[Int(bitPattern: key)] }
    guard let observer, !observer.inspect(message, isIncoming: isIncoming != 0) else { return message }
    observer.library.freeObject(message)
    return nil
  }

  /// - Returns: Whether the message may pass.
  private func inspect(_ message: LibSecret.GObject?, isIncoming: Bool) -> Bool {
    func matches(_ text: UnsafePointer<CChar>?, _ expected: String) -> Bool {
      text.map { String(cString: $0) == expected } ?? false
    }
    let (interface, member) = (library.interface(message), library.member(message))
    if matches(interface, "org.freedesktop.Secret.Prompt") {
      if !isIncoming, matches(member, "Dismiss") { return false }
      guard let path = library.path(message).map({ String(cString: $0) }) else { return true }
      if !isIncoming, matches(member, "Prompt") { updatePrompts { $0.insert(path) } }
      // This also arrives for prompts of other programs.
      if isIncoming, matches(member, "Completed") { updatePrompts { $0.remove(path) } }
    } else if isIncoming, matches(interface, "org.freedesktop.DBus"), matches(member, "NameOwnerChanged"),
      matches(library.firstArgument(message), "org.freedesktop.secrets")
    {
      // The new owner of the name is not the keyring that showed the prompt.
      if updatePrompts({ $0.removeAll() }) { onExit() }
    }
    return true
  }

  /// Updates the open prompts.
  ///
  /// - Returns: Whether the first prompt was added or the last one removed.
  @discardableResult private func updatePrompts<Ignored>(_ body: (inout Set<String>) -> Ignored) -> Bool {
    state.withLock { state in
      // A message may be filtered after `body` has returned.
      guard !state.hasEnded else { return false }
      let wasPrompting = !state.prompts.isEmpty
      _ = body(&state.prompts)
      let isPrompting = !state.prompts.isEmpty
      if isPrompting != wasPrompting { onChange(isPrompting) }
      return isPrompting != wasPrompting
    }
  }
}
