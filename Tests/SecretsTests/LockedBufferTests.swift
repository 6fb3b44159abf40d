import Foundation
import Testing

@testable import Secrets

/// Returns the kernel flags of the memory at an address: `VmFlags` of its entry in `smaps`.
private func memoryFlags(at address: UInt) throws -> [Substring] {
  let entries = try FileHandle(forReadingAtPath: "/proc/self/smaps")?.readToEnd() ?? Data()
  var isInside = false
  for line in String(decoding: entries, as: UTF8.self).split(separator: "\n") {
    let bounds = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
    if bounds.count == 2 { isInside = (bounds[0]..<bounds[1]).contains(address) }
    if isInside, line.hasPrefix("VmFlags:") { return line.split(separator: " ").dropFirst() + [] }
  }
  return []
}

@Suite struct `Locked buffer` {
  @Test(.enabled(if: FileManager.default.isReadableFile(atPath: "/proc/self/smaps")))
  func `P8 excludes secrets from swap and core dumps`() throws {
    let text = SecureText("secret")
    let flags = try text.storage.withSpan { span in
      try span.withUnsafeBufferPointer { try memoryFlags(at: UInt(bitPattern: $0.baseAddress)) }
    }
    #expect(flags.contains("lo"), "locked")
    #expect(flags.contains("dd"), "excluded from core dumps")
  }

  @Test func `is zeroed and aligned for its elements`() {
    for count in 1..<40 {
      let buffer = LockedBuffer<Int32>(count: count)
      let values = buffer.withSpan { span in span.indices.map { span[$0] } }
      #expect(values == Array(repeating: 0, count: count))
      let address = buffer.withSpan { span in
        span.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      }
      #expect(address.isMultiple(of: 4))
    }
  }

  @Test func `is wiped when it is freed, and its memory is used again`() async {
    // In a process without other threads that use the memory.
    await #expect(processExitsWith: .success) {
      func fill(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        var buffer = LockedBuffer<UInt8>(count: count)
        return buffer.withUnsafeMutablePointer {
          $0.update(repeating: 1, count: count)
          return $0
        }
      }
      let start = fill(16)
      #expect((0..<16).allSatisfy { start[$0] == 0 })
      #expect(fill(15) == start + 1, "it ends at the same page boundary")
    }
  }

  @Test func `traps on a write after its end`() async {
    await #expect(processExitsWith: .failure) {
      var buffer = LockedBuffer<UInt8>(count: 16)
      buffer.withUnsafeMutablePointer { $0[16] = 1 }
    }
  }
}
