import CSecret
import Glibc
import Synchronization
import Threads

@testable import Secrets

/// A libsecret of a test's own. One test at a time works with it.
enum StubKeyring {
  /// What it does when it is asked to keep or to look up something.
  enum Manner {
    case obeys
    /// It keeps nothing, and says so without a reason.
    case refuses
    /// It keeps nothing, and says that it does.
    case forgets
    /// It waits until it is given up.
    case isMute
    /// It asks the person something, for so long, and then waits until it is given up.
    case prompts(Duration)
    /// It asks the person something, and ends; libsecret waits then until the test lets it go.
    case vanishes
    /// It waits until the test lets it go, whoever gives it up.
    case hangs
  }

  struct State {
    var manner = Manner.obeys
    /// What it has kept.
    var text: String?
    fileprivate(set) var isCancelled = false
    fileprivate let cancelled = Semaphore()
    fileprivate let released = Semaphore()
    fileprivate var filter: (look: SecretLibrary.Filter, key: Int)?
  }

  static let state = Mutex(State())

  /// As it is before anything was asked.
  static func reset(to manner: Manner, text: String? = nil) {
    state.withLock { $0 = State(manner: manner, text: text) }
  }

  static var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Lets go what hangs.
  static func release() { state.withLock { $0.released }.signal() }

  /// What a filter is shown.
  private enum Message: Int {
    case prompt = 1
    case completed, vanished, other

    var pointer: SecretLibrary.Object? { SecretLibrary.Object(bitPattern: rawValue) }

    init?(_ pointer: SecretLibrary.Object?) { self.init(rawValue: Int(bitPattern: pointer)) }

    var interface: StaticString {
      switch self {
      case .prompt, .completed: "org.freedesktop.Secret.Prompt"
      case .vanished: "org.freedesktop.DBus"
      case .other: "org.freedesktop.Secret.Service"
      }
    }

    var member: StaticString {
      switch self {
      case .prompt, .other: "Prompt"
      case .completed: "Completed"
      case .vanished: "NameOwnerChanged"
      }
    }
  }

  private static func show(_ message: Message, isIncoming: Bool) {
    let filter = state.withLock { $0.filter }
    guard let filter else { return }
    let key = UnsafeMutableRawPointer(bitPattern: filter.key)
    _ = filter.look(nil, message.pointer, isIncoming ? 1 : 0, key)
  }

  private static func text(_ text: StaticString?) -> SecretLibrary.Text? {
    text.map { UnsafeRawPointer($0.utf8Start).assumingMemoryBound(to: CChar.self) }
  }

  /// - Returns: Whether it did what it was asked for.
  private static func behave(_ failure: SecretLibrary.FailurePlace) -> Bool {
    show(.other, isIncoming: false)
    let state = state.withLock { $0 }
    switch state.manner {
    case .obeys, .forgets: return true
    case .refuses: return false
    case .isMute: state.cancelled.wait()
    case .prompts(let time):
      show(.prompt, isIncoming: false)
      if !state.cancelled.wait(atMost: time) {
        show(.completed, isIncoming: true)
        state.cancelled.wait()
      }
    case .vanishes:
      show(.prompt, isIncoming: false)
      show(.vanished, isIncoming: true)
      state.released.wait()
    case .hangs: state.released.wait()
    }
    let error = SecretLibrary.Failure.allocate(capacity: 1)
    error.initialize(
      to: CSecretError(domain: 1, code: CInt(G_IO_ERROR_CANCELLED), message: nil))
    failure.pointee = error
    return false
  }

  static let library = SecretLibrary(
    store: { _, _, _, _, text, _, failure in
      guard behave(failure) else { return 0 }
      let text = String(cString: text)
      state.withLock { state in
        if case .obeys = state.manner { state.text = text }
      }
      return 1
    },
    lookUp: { _, _, _, failure in
      _ = behave(failure)
      return failure.pointee == nil ? state.withLock { $0.text }.flatMap { strdup($0) } : nil
    },
    search: { _, _, _, _, _ in nil },
    freeText: { free($0) },
    makeTable: { _, _ in nil },
    insert: { _, _, _ in 1 },
    freeTable: { _ in },
    hash: { _ in 0 },
    isEqual: { _, _ in 1 },
    freeList: { _, _ in },
    bus: { _, _, _ in nil },
    setEndsProcess: { _, _ in },
    addFilter: { _, look, key, _ in
      let key = Int(bitPattern: key)
      state.withLock { $0.filter = (look, key) }
      return 1
    },
    removeFilter: { _, _ in },
    interface: { text(Message($0)?.interface) },
    member: { text(Message($0)?.member) },
    firstArgument: { text(Message($0) == .vanished ? "org.freedesktop.secrets" : nil) },
    makeCancellable: { nil },
    cancel: { _ in
      let cancelled = state.withLock { state in
        state.isCancelled = true
        return state.cancelled
      }
      cancelled.signal()
    },
    freeObject: { _ in },
    name: { _ in text("g-io-error-quark") },
    freeFailure: { $0?.deallocate() })
}
