import Synchronization

/// Knows when the keyring asks the person something, by the [messages that begin and end that][1]: the
/// library itself does not tell.
///
/// [1]: https://specifications.freedesktop.org/secret-service/latest/prompts.html
final class PromptObserver: Sendable {
  private let library: SecretLibrary
  private let tell: @Sendable (Bool) -> Void
  private let end: @Sendable () -> Void
  /// The paths of what is asked.
  private let state = Mutex((prompts: Set<String>(), isOver: false))
  private let key: Int

  /// All of them by their keys. A message may still be on its way to one that is gone, on GLib's own
  /// thread, so that no pointer to it is given away.
  private static let all = Mutex((next: 1, observers: [Int: PromptObserver]()))

  private init(
    _ library: SecretLibrary, key: Int, _ tell: @escaping @Sendable (Bool) -> Void,
    _ end: @escaping @Sendable () -> Void
  ) {
    (self.library, self.key, self.tell, self.end) = (library, key, tell, end)
  }

  /// Looks at what a connection sends and receives until the body is done.
  ///
  /// - Parameters:
  ///   - change: Called on any thread, with whether the keyring asks something now.
  ///   - end: Called on any thread where the keyring ends meanwhile, so that no answer will come.
  static func observing<Result, Failure>(
    _ connection: SecretLibrary.Object?, _ library: SecretLibrary,
    change: @escaping @Sendable (Bool) -> Void, end: @escaping @Sendable () -> Void,
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let observer = all.withLock { all in
      let observer = PromptObserver(library, key: all.next, change, end)
      all.observers[all.next] = observer
      all.next += 1
      return observer
    }
    let filter = library.addFilter(
      connection, look, UnsafeMutableRawPointer(bitPattern: observer.key), nil)
    defer {
      library.removeFilter(connection, filter)
      all.withLock { _ = $0.observers.removeValue(forKey: observer.key) }
      observer.retire()
    }
    return try body()
  }

  /// Lets every message pass but `Dismiss`, which the library sends where it is given up: gnome-keyring 42
  /// fails an assertion at it and ends, and with it the keyring of all programs. What asks the person
  /// stays there for them to close, and nobody waits for that.
  private static let look: SecretLibrary.Filter = { _, message, isIncoming, key in
    let observer = all.withLock { $0.observers[Int(bitPattern: key)] }
    guard let observer, !observer.look(at: message, isIncoming: isIncoming != 0) else {
      return message
    }
    observer.library.freeObject(message)
    return nil
  }

  /// - Returns: Whether it is to pass.
  private func look(at message: SecretLibrary.Object?, isIncoming: Bool) -> Bool {
    func reads(_ text: SecretLibrary.Text?, _ expected: String) -> Bool {
      text.map { String(cString: $0) == expected } ?? false
    }
    let (interface, member) = (library.interface(message), library.member(message))
    if reads(interface, "org.freedesktop.Secret.Prompt") {
      if !isIncoming, reads(member, "Dismiss") { return false }
      guard let path = library.path(message).map({ String(cString: $0) }) else { return true }
      if !isIncoming, reads(member, "Prompt") { change { $0.insert(path) } }
      // Of one that somebody else has asked for, it may be told as well.
      if isIncoming, reads(member, "Completed") { change { $0.remove(path) } }
    } else if isIncoming, reads(interface, "org.freedesktop.DBus"),
      reads(member, "NameOwnerChanged"),
      reads(library.firstArgument(message), "org.freedesktop.secrets")
    {
      // Whoever owns the name now is not the one that asks.
      if change({ $0.removeAll() }) { end() }
    }
    return true
  }

  /// Changes what is asked.
  ///
  /// - Returns: Whether the person is asked something from now on and was not before, or the other way
  ///   round.
  @discardableResult
  private func change<Ignored>(_ body: (inout Set<String>) -> Ignored) -> Bool {
    state.withLock { state in
      // A message may have been looked at when the body was done.
      guard !state.isOver else { return false }
      let wasPrompting = !state.prompts.isEmpty
      _ = body(&state.prompts)
      let isPrompting = !state.prompts.isEmpty
      if isPrompting != wasPrompting { tell(isPrompting) }
      return isPrompting != wasPrompting
    }
  }

  /// Nothing is asked any more: of a keyring that is gone, the end is never told.
  private func retire() {
    change { $0.removeAll() }
    state.withLock { $0.isOver = true }
  }
}
