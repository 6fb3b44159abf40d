import Glibc
import Testing

@testable import Secrets

/// A thread that calls a function on its own stack and inspects the stack afterwards.
private final class StackProbe {
  private let stack = UnsafeMutableRawBufferPointer.allocate(
    byteCount: 4 * stackWipeSize, alignment: Int(getpagesize()))
  private let body: () -> Void
  /// The number of consecutive zeros near the deepest byte that was written. Later calls have
  /// written above them.
  private(set) var zeroCount = 0

  private static let pattern: UInt8 = 0xA5
  /// The number of bytes that wiping itself may use.
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
      { probe in
        if let probe { Unmanaged<StackProbe>.fromOpaque(probe).takeUnretainedValue().run() }
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    try #require(status == 0)
    pthread_join(thread, nil)
  }

  deinit { stack.deallocate() }

  /// Calls the function and inspects the stack while the thread is running. After its end, the
  /// content of its stack is undefined.
  private func run() {
    body()
    var index = 0
    while stack[index] == Self.pattern { index += 1 }
    let end = index + Self.margin
    while zeroCount < Self.margin, index < end {
      zeroCount = stack[index...].prefix { $0 == 0 }.count
      index += zeroCount + 1
    }
  }
}

@Suite struct `Stack wiping` {
  @Test func `P8 covers the stack that hashing a password has used`() throws {
    let text = SecureText("Passw0rd!")
    let probe = try withUnsafePointer(to: text) { text in
      try StackProbe {
        #expect(throws: Never.self) { _ = try PasswordHash(of: text.pointee, cost: .minimal) }
      }
    }
    #expect(probe.zeroCount > stackWipeSize / 2)
  }

  @Test func `P8 covers the stack that estimating a password has used`() throws {
    let input = StrengthInput(SecureText("Passw0rd!"))
    let estimator = try StrengthEstimator()
    let probe = try withUnsafePointer(to: input) { input in
      try StackProbe { _ = estimator.estimate(input.pointee) }
    }
    #expect(probe.zeroCount > stackWipeSize / 2)
  }
}
