import CSecret
import Glibc
import Synchronization
import System

@testable import Secrets

/// A fake libsecret. Only one test may use it at a time.
enum StubKeyring {
  /// The behavior when it is called to store or look up a text.
  enum Behavior {
    case succeeds
    /// It stores nothing and reports a failure without a reason.
    case refuses
    /// It stores nothing but reports success.
    case forgets
    /// It waits until it is cancelled.
    case noReply
    /// It sends a prompt message on another thread after the call has ended.
    case promptsTooLate
    /// It prompts the user until the test answers, then waits until it is cancelled.
    case prompts
    /// It prompts the user, and its bus closes. libsecret then waits until the test releases it.
    case losesBus
    /// It waits until the test releases it, even if it is cancelled.
    case hangs
  }

  struct State {
    var behavior = Behavior.succeeds
    /// The stored text.
    var text: String?
    /// The texts in other collections, which are found first. `nil` for a locked one.
    var others: [String?] = []
    /// The text that another program stores after the text was read.
    var concurrentText: String?
    /// The error of each item of another collection, which was locked or removed in the meantime.
    var itemError: (ofDeletion: Bool, code: CInt)?
    fileprivate(set) var isCancelled = false
    fileprivate var isClosed = false
    fileprivate var isAnswered = false
    /// Signaled at each cancellation and at the answer of the user.
    fileprivate let wakeup = Semaphore()
    fileprivate let released = Semaphore()
    fileprivate var filter: (function: CSecretFilter, key: Int)?
  }

  static let state = Mutex(State())

  /// Restores the initial state.
  static func reset(to behavior: Behavior, text: String? = nil, others: [String?] = []) {
    state.withLock { $0 = State(behavior: behavior, text: text, others: others) }
  }

  /// Returns the texts of the items, which are numbered from 1.
  private static func items(_ state: State) -> [String?] {
    state.others + (state.text.map { [$0] } ?? [])
  }

  /// Returns the text of an item, or `nil` with a failure.
  private static func item(
    _ item: LibSecret.GObject?, _ failure: LibSecret.GErrorOut
  ) -> String? {
    let index = Int(bitPattern: item) - 1
    return state.withLock { state in
      if refuses(index, &state, isDeletion: false, failure) { return nil }
      let text = items(state)[index]
      if text == nil {
        failure.pointee = Self.failure(domain: 2, code: CInt(SECRET_ERROR_IS_LOCKED))
      }
      if index == state.others.count { state.text = state.concurrentText ?? text }
      return text
    }
  }

  private static func delete(
    _ item: LibSecret.GObject?, _ failure: LibSecret.GErrorOut
  ) -> CInt {
    let index = Int(bitPattern: item) - 1
    return state.withLock { state in
      if refuses(index, &state, isDeletion: true, failure) { return 0 }
      // The other items keep their numbers.
      if index < state.others.count { state.others[index] = nil } else { state.text = nil }
      return 1
    }
  }

  private static func refuses(
    _ index: Int, _ state: inout State, isDeletion: Bool, _ failure: LibSecret.GErrorOut
  ) -> Bool {
    guard let itemError = state.itemError, itemError.ofDeletion == isDeletion,
      index < state.others.count
    else { return false }
    state.others[index] = nil
    failure.pointee = Self.failure(domain: 2, code: itemError.code)
    return true
  }

  static var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Whether the answer of the user is reported.
  static var isAnswered: Bool { state.withLock { $0.isAnswered } }

  /// Answers the prompt as the user.
  static func answer() { state.withLock { $0.wakeup }.signal() }

  /// Releases a call that hangs.
  static func release() { state.withLock { $0.released }.signal() }

  /// A message for the filter.
  private enum Message: Int {
    case prompt = 1
    case completed, otherCompleted, other

    var pointer: LibSecret.GObject? { LibSecret.GObject(bitPattern: rawValue) }

    init?(_ pointer: LibSecret.GObject?) { self.init(rawValue: Int(bitPattern: pointer)) }

    var interface: StaticString {
      switch self {
      case .prompt, .completed, .otherCompleted: "org.freedesktop.Secret.Prompt"
      case .other: "org.freedesktop.Secret.Service"
      }
    }

    var path: StaticString { self == .otherCompleted ? "/prompt/2" : "/prompt/1" }

    var member: StaticString {
      switch self {
      case .prompt, .other: "Prompt"
      case .completed, .otherCompleted: "Completed"
      }
    }
  }

  private static func show(_ message: Message, isIncoming: Bool) {
    let filter = state.withLock { $0.filter }
    guard let filter else { return }
    let key = UnsafeMutableRawPointer(bitPattern: filter.key)
    _ = filter.function(nil, message.pointer, isIncoming ? 1 : 0, key)
  }

  private static func text(_ text: StaticString?) -> UnsafePointer<CChar>? {
    text.map { UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self) }
  }

  /// - Returns: Whether the call succeeds.
  private static func simulateCall(_ failure: LibSecret.GErrorOut) -> Bool {
    show(.other, isIncoming: false)
    let state = state.withLock { $0 }
    switch state.behavior {
    case .succeeds, .forgets: return true
    case .promptsTooLate:
      LateMessage.begin { show(.prompt, isIncoming: false) }
      return true
    case .refuses: return false
    case .noReply: state.wakeup.wait()
    case .prompts:
      show(.prompt, isIncoming: false)
      // The prompt of another program.
      show(.otherCompleted, isIncoming: true)
      state.wakeup.wait()
      if !isCancelled {
        Self.state.withLock { $0.isAnswered = true }
        show(.completed, isIncoming: true)
        state.wakeup.wait()
      }
    case .losesBus:
      show(.prompt, isIncoming: false)
      // An abandoned call may get here only after its test has ended.
      Self.state.withLock { if $0.released === state.released { $0.isClosed = true } }
      state.released.wait()
    case .hangs: state.released.wait()
    }
    failure.pointee = Self.failure(domain: 1, code: CInt(G_IO_ERROR_CANCELLED))
    return false
  }

  private static func failure(domain: CUnsignedInt, code: CInt) -> LibSecret.GError {
    let error = LibSecret.GError.allocate(capacity: 1)
    error.initialize(to: CSecretError(domain: domain, code: code, message: nil))
    return error
  }

  static let library = LibSecret(
    CSecretFunctions(
      store: { _, _, _, _, text, _, failure in
        guard simulateCall(failure) else { return 0 }
        let text = String(cString: text)
        state.withLock { state in
          if case .succeeds = state.behavior { state.text = text }
        }
        return 1
      },
      lookUp: { _, _, _, failure in
        _ = simulateCall(failure)
        guard failure.pointee == nil else { return nil }
        return state.withLock { items($0).compactMap(\.self).first }.flatMap { strdup($0) }
      },
      // The list and its items are numbers.
      clear: { _, _, _, _ in 0 },
      search: { _, _, _, _, _ in
        LibSecret.GObject(bitPattern: state.withLock { items($0).isEmpty } ? 0 : 1)
      },
      value: { item, _, failure in
        StubKeyring.item(item, failure).flatMap { LibSecret.GObject(strdup($0)) }
      },
      valueText: { $0.map { UnsafePointer($0) } },
      freeValue: { free($0.map { UnsafeMutablePointer<CChar>($0) }) },
      delete: { item, _, failure in delete(item, failure) },
      freeText: { free($0) },
      disconnectService: {},
      makeTable: { _, _ in nil },
      insert: { _, _, _ in 1 },
      freeTable: { _ in },
      hash: { _ in 0 },
      isEqual: { _, _ in 1 },
      listItem: { _, index in
        let count = state.withLock { items($0).count }
        return LibSecret.GObject(bitPattern: index < count ? Int(index) + 1 : 0)
      },
      freeList: { _, _ in },
      // The connection is a number.
      bus: { _, _, _ in LibSecret.GObject(bitPattern: 1) },
      setExitOnClose: { _, _ in },
      isClosed: { _ in state.withLock { $0.isClosed } ? 1 : 0 },
      addFilter: { _, callback, key, _ in
        let key = Int(bitPattern: key)
        state.withLock { $0.filter = (callback, key) }
        return 1
      },
      removeFilter: { _, _ in },
      path: { text(Message($0)?.path) },
      interface: { message in
        LateMessage.hold()
        return text(Message(message)?.interface)
      },
      member: { text(Message($0)?.member) },
      firstArgument: { _ in nil },
      makeCancellable: { nil },
      cancel: { _ in
        let wakeup = state.withLock { state in
          state.isCancelled = true
          return state.wakeup
        }
        wakeup.signal()
      },
      freeObject: { _ in },
      name: { text($0 == 1 ? "g-io-error-quark" : "secret-error") },
      freeError: { $0?.deallocate() }))
}

extension KeyringClient {
  /// Creates a client that is never cancelled.
  init(_ library: LibSecret, onPromptChange: @escaping @Sendable (Bool) -> Void = { _ in }) {
    self.init(library, cancellation: KeyringCancellation(library), onPromptChange: onPromptChange)
  }
}
