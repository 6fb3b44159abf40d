import Glibc

/// Where threads wait until a test lets them through.
public final class Gate: Sendable {
  /// A pipe, into which a byte is written for each that may pass.
  private let ends: (reading: Int32, writing: Int32)

  /// Creates one through which nobody may pass yet.
  public init() {
    var ends: [Int32] = [-1, -1]
    precondition(pipe(&ends) == 0, "there is no pipe")
    self.ends = (ends[0], ends[1])
  }

  deinit {
    close(ends.reading)
    close(ends.writing)
  }

  /// Waits until it may.
  public func pass() {
    var byte: UInt8 = 0
    _ = read(ends.reading, &byte, 1)
  }

  /// Lets some through, now or when they come.
  public func open(for count: Int = 1) {
    for _ in 0..<count { _ = write(ends.writing, "x", 1) }
  }
}
