import Glibc
import Testing

@testable import Secrets

/// Calls something on a stack of its own, and looks at what that is like afterwards.
private final class StackUser {
  private let stack = UnsafeMutableRawBufferPointer.allocate(
    byteCount: 4 * LibraryStack.size, alignment: Int(getpagesize()))
  private let body: () -> Void
  /// How many zeros there are, not far from the deepest byte that anything was written to. Above them
  /// what was called since then has written.
  private(set) var zeroCount = 0

  private static let pattern: UInt8 = 0xA5
  /// What wiping itself may use, in bytes.
  private static let margin = 512

  init(_ body: @escaping () -> Void) throws {
    self.body = body
    stack.initializeMemory(as: UInt8.self, repeating: Self.pattern)
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    defer {
      pthread_attr_destroy(attributes)
      attributes.deallocate()
    }
    try #require(pthread_attr_setstack(attributes, stack.baseAddress, stack.count) == 0)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, attributes,
      { user in
        if let user { Unmanaged<StackUser>.fromOpaque(user).takeUnretainedValue().use() }
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    try #require(status == 0)
    pthread_join(thread, nil)
  }

  deinit { stack.deallocate() }

  /// Looks while the thread is there: nobody knows what is left of its stack once it has ended.
  private func use() {
    body()
    var place = 0
    while stack[place] == Self.pattern { place += 1 }
    let end = place + Self.margin
    while zeroCount < Self.margin, place < end {
      zeroCount = stack[place...].prefix { $0 == 0 }.count
      place += zeroCount + 1
    }
  }
}

@Suite struct `The stack` {
  @Test func `P8 is wiped as far down as it was used once a verifier is made`() throws {
    let text = SecureText("Passw0rd!")
    let user = try withUnsafePointer(to: text) { text in
      try StackUser {
        #expect(throws: Never.self) { _ = try Verifier(of: text.pointee, cost: .minimal) }
      }
    }
    #expect(user.zeroCount > LibraryStack.size / 2)
  }

  @Test func `P8 is wiped as far down as it was used once a password was judged`() throws {
    let subject = StrengthSubject(SecureText("Passw0rd!"))
    let estimator = try StrengthEstimator()
    let user = try withUnsafePointer(to: subject) { subject in
      try StackUser { _ = estimator.estimate(subject.pointee) }
    }
    #expect(user.zeroCount > LibraryStack.size / 2)
  }
}
