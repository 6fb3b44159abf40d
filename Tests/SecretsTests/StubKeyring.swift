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
    /// It shows that it asks the person something, on another thread, when all is over.
    case promptsTooLate
    /// It asks the person something, until the test answers, and then waits until it is given up.
    case prompts
    /// It asks the person something, and ends; libsecret waits then until the test lets it go.
    case vanishes
    /// It asks the person something, and its bus ends; libsecret waits then until the test lets it go.
    case losesBus
    /// It waits until the test lets it go, whoever gives it up.
    case hangs
  }

  struct State {
    var manner = Manner.obeys
    /// What it has kept.
    var text: String?
    /// What it has kept in other collections, which is found first; `nil` where that is locked.
    var others: [String?] = []
    /// What another program keeps in the place of the text once that was read.
    var rival: String?
    /// What each of the others says when it is asked for that, since it is locked or gone by then.
    var refusal: (ofDeletion: Bool, code: CInt)?
    fileprivate(set) var isCancelled = false
    fileprivate var isClosed = false
    fileprivate var isAnswered = false
    /// Told of whenever it is given up, and of the person's answer.
    fileprivate let news = Semaphore()
    fileprivate let released = Semaphore()
    fileprivate var filter: (look: SecretLibrary.Filter, key: Int)?
  }

  static let state = Mutex(State())

  /// As it is before anything was asked.
  static func reset(to manner: Manner, text: String? = nil, others: [String?] = []) {
    state.withLock { $0 = State(manner: manner, text: text, others: others) }
  }

  /// What is kept, by the numbers of the items, from 1.
  private static func items(_ state: State) -> [String?] {
    state.others + (state.text.map { [$0] } ?? [])
  }

  /// The text of one; `nil` where there is a failure instead.
  private static func item(
    _ item: SecretLibrary.Object?, _ failure: SecretLibrary.FailurePlace
  ) -> String? {
    let index = Int(bitPattern: item) - 1
    return state.withLock { state in
      if refuses(index, &state, isDeletion: false, failure) { return nil }
      let text = items(state)[index]
      if text == nil {
        failure.pointee = Self.failure(domain: 2, code: CInt(SECRET_ERROR_IS_LOCKED))
      }
      if index == state.others.count { state.text = state.rival ?? text }
      return text
    }
  }

  private static func delete(
    _ item: SecretLibrary.Object?, _ failure: SecretLibrary.FailurePlace
  ) -> CInt {
    let index = Int(bitPattern: item) - 1
    return state.withLock { state in
      if refuses(index, &state, isDeletion: true, failure) { return 0 }
      // The others keep their numbers.
      if index < state.others.count { state.others[index] = nil } else { state.text = nil }
      return 1
    }
  }

  private static func refuses(
    _ index: Int, _ state: inout State, isDeletion: Bool, _ failure: SecretLibrary.FailurePlace
  ) -> Bool {
    guard let refusal = state.refusal, refusal.ofDeletion == isDeletion,
      index < state.others.count
    else { return false }
    state.others[index] = nil
    failure.pointee = Self.failure(domain: 2, code: refusal.code)
    return true
  }

  static var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Whether the person's answer is told of.
  static var isAnswered: Bool { state.withLock { $0.isAnswered } }

  /// Answers as the person that is asked something.
  static func answer() { state.withLock { $0.news }.signal() }

  /// Lets go what hangs.
  static func release() { state.withLock { $0.released }.signal() }

  /// What a filter is shown.
  private enum Message: Int {
    case prompt = 1
    case completed, otherCompleted, vanished, other

    var pointer: SecretLibrary.Object? { SecretLibrary.Object(bitPattern: rawValue) }

    init?(_ pointer: SecretLibrary.Object?) { self.init(rawValue: Int(bitPattern: pointer)) }

    var interface: StaticString {
      switch self {
      case .prompt, .completed, .otherCompleted: "org.freedesktop.Secret.Prompt"
      case .vanished: "org.freedesktop.DBus"
      case .other: "org.freedesktop.Secret.Service"
      }
    }

    var path: StaticString { self == .otherCompleted ? "/prompt/2" : "/prompt/1" }

    var member: StaticString {
      switch self {
      case .prompt, .other: "Prompt"
      case .completed, .otherCompleted: "Completed"
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
    case .promptsTooLate:
      LateMessage.begin { show(.prompt, isIncoming: false) }
      return true
    case .refuses: return false
    case .isMute: state.news.wait()
    case .prompts:
      show(.prompt, isIncoming: false)
      // Of what somebody else was asked.
      show(.otherCompleted, isIncoming: true)
      state.news.wait()
      if !isCancelled {
        Self.state.withLock { $0.isAnswered = true }
        show(.completed, isIncoming: true)
        state.news.wait()
      }
    case .vanishes:
      show(.prompt, isIncoming: false)
      show(.vanished, isIncoming: true)
      state.released.wait()
    case .losesBus:
      show(.prompt, isIncoming: false)
      Self.state.withLock { $0.isClosed = true }
      state.released.wait()
    case .hangs: state.released.wait()
    }
    failure.pointee = Self.failure(domain: 1, code: CInt(G_IO_ERROR_CANCELLED))
    return false
  }

  private static func failure(domain: CUnsignedInt, code: CInt) -> SecretLibrary.Failure {
    let error = SecretLibrary.Failure.allocate(capacity: 1)
    error.initialize(to: CSecretError(domain: domain, code: code, message: nil))
    return error
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
      guard failure.pointee == nil else { return nil }
      return state.withLock { items($0).compactMap(\.self).first }.flatMap { strdup($0) }
    },
    // The list and its items are numbers.
    search: { _, _, _, _, _ in
      SecretLibrary.Object(bitPattern: state.withLock { items($0).isEmpty } ? 0 : 1)
    },
    value: { item, _, failure in
      StubKeyring.item(item, failure).flatMap { SecretLibrary.Object(strdup($0)) }
    },
    valueText: { $0.map { UnsafePointer($0) } },
    freeValue: { free($0.map { UnsafeMutablePointer<CChar>($0) }) },
    delete: { item, _, failure in delete(item, failure) },
    freeText: { free($0) },
    forgetService: {},
    makeTable: { _, _ in nil },
    insert: { _, _, _ in 1 },
    freeTable: { _ in },
    hash: { _ in 0 },
    isEqual: { _, _ in 1 },
    listed: { _, index in
      let count = state.withLock { items($0).count }
      return SecretLibrary.Object(bitPattern: index < count ? Int(index) + 1 : 0)
    },
    freeList: { _, _ in },
    // The connection is a number.
    bus: { _, _, _ in SecretLibrary.Object(bitPattern: 1) },
    setEndsProcess: { _, _ in },
    isClosed: { _ in state.withLock { $0.isClosed } ? 1 : 0 },
    addFilter: { _, look, key, _ in
      let key = Int(bitPattern: key)
      state.withLock { $0.filter = (look, key) }
      return 1
    },
    removeFilter: { _, _ in },
    path: { text(Message($0)?.path) },
    interface: { message in
      LateMessage.hold()
      return text(Message(message)?.interface)
    },
    member: { text(Message($0)?.member) },
    firstArgument: { text(Message($0) == .vanished ? "org.freedesktop.secrets" : nil) },
    makeCancellable: { nil },
    cancel: { _ in
      let news = state.withLock { state in
        state.isCancelled = true
        return state.news
      }
      news.signal()
    },
    freeObject: { _ in },
    name: { text($0 == 1 ? "g-io-error-quark" : "secret-error") },
    freeFailure: { $0?.deallocate() })
}

extension KeyringCall {
  /// One that is given up by nobody but itself.
  init(
    _ library: SecretLibrary, patience: Duration = Self.patience,
    prompting: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    self.init(
      library, patience: patience, cancellation: KeyringCancellation(library),
      prompting: prompting)
  }
}
