import Glibc
import Secrets
import Synchronization
import System
import Windowing

/// The calls to the external cache, each on a thread of its own, because a keyring may ask the user.
final class PinentryCache {
  /// The result of a call, or the reason why it failed.
  private typealias Reply = Result<Value, KeyringError>

  private enum Value: Sendable {
    case passphrase(SecureTextProvider?)
    case wasRemoved(Bool)
    case stored
  }

  private let wakeSource: WakeSource?
  private var registration: EventRegistration?
  private let reply = Replies()
  private var completion: ((Value?) -> Void)?
  /// The number of calls that have not ended.
  private var pendingCount = 0
  /// Called when all calls have ended.
  private var onIdle: (() -> Void)?

  /// The replies of the threads that were not handled yet.
  private final class Replies: Sendable {
    let list = Mutex<[Reply]>([])
  }

  init(in application: Application) {
    wakeSource = try? WakeSource()
    registration = wakeSource.map { source in
      application.watch(source) { [unowned self] in handleReplies() }
    }
  }

  /// Looks up a passphrase. Passes `nil` if it is not stored or the keyring cannot be used.
  func lookUp(_ keyInfo: String, _ completion: @escaping (SecureTextProvider?) -> Void) {
    self.completion = { if case .passphrase(let found)? = $0 { completion(found) } else { completion(nil) } }
    start { cache throws(KeyringError) in .passphrase(try cache.passphrase(keyInfo)) }
  }

  /// Removes a passphrase. Passes `nil` if the keyring cannot be used.
  func remove(_ keyInfo: String, _ completion: @escaping (Bool?) -> Void) {
    self.completion = { if case .wasRemoved(let wasFound)? = $0 { completion(wasFound) } else { completion(nil) } }
    start { cache throws(KeyringError) in .wasRemoved(try cache.remove(keyInfo)) }
  }

  func store(_ passphrase: SecureTextProvider, as keyInfo: String) {
    start { cache throws(KeyringError) in
      try cache.store(passphrase, as: keyInfo)
      return .stored
    }
  }

  /// Calls a closure when all calls have ended.
  func finish(_ body: @escaping () -> Void) {
    if pendingCount == 0 { body() } else { onIdle = body }
  }

  private func start(_ call: @escaping @Sendable (PassphraseCache) throws(KeyringError) -> Value) {
    pendingCount += 1
    let (replies, wakeSource) = (reply, wakeSource)
    let work = { @Sendable in
      let result = Reply { () throws(KeyringError) in try call(Self.open()) }
      replies.list.withLock { $0.append(result) }
      wakeSource?.wake()
    }
    if wakeSource != nil, let thread = startThread(work) {
      pthread_detach(thread)
    } else {
      work()
      handleReplies()
    }
  }

  private static func open() throws(KeyringError) -> PassphraseCache {
    do throws(DynamicLibraryError) { return try PassphraseCache() } catch { throw .noLibrary(error) }
  }

  private func handleReplies() {
    for reply in reply.list.withLock({ replies in replies.take() }) {
      pendingCount -= 1
      switch reply {
      case .success(.stored): break
      case .success(let value): complete(value)
      case .failure(let error):
        StandardError.print(error.message)
        complete(nil)
      }
    }
    if pendingCount == 0, let onIdle { onIdle() }
  }

  private func complete(_ value: Value?) {
    let completion = completion
    self.completion = nil
    completion?(value)
  }
}

extension Array {
  /// Returns the elements and removes them.
  fileprivate mutating func take() -> [Element] {
    defer { removeAll() }
    return self
  }
}
