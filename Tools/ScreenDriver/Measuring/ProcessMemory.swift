import Glibc

/// The memory of another process, which is stopped during the examination.
///
/// A core dump would omit the pages that the process has excluded from dumps (`MADV_DONTDUMP`). A
/// secret should be in these pages, so a search of a dump would miss it. `/proc/PID/mem` contains
/// all pages.
public struct ProcessMemory: ~Copyable {
  /// A range of adjacent pages of one mapping.
  public struct Region: Hashable, Sendable {
    public let addresses: Range<UInt64>
    /// The file or the purpose according to `proc(5)`; empty for anonymous memory.
    public let name: String
    /// Whether the region is never written to disk: it is locked and excluded from core dumps.
    public let isGuarded: Bool
  }

  /// A pattern that was found in a region.
  public struct Occurrence: Hashable, Sendable {
    public let pattern: SecretPatterns.Pattern
    public let region: Region
  }

  private let pid: Int32
  private let descriptor: Int32
  /// All writable regions.
  let regions: [Region]

  /// Suspends a process, which resumes when this value is destroyed.
  ///
  /// - Throws: `file` if its memory must not be read, `timedOut`.
  public init(suspending pid: Int32) throws(ScreenDriverError) {
    kill(pid, SIGSTOP)
    do throws(ScreenDriverError) { (descriptor, regions) = try Self.open(pid) } catch {
      kill(pid, SIGCONT)
      throw error
    }
    self.pid = pid
  }

  /// Waits until the process has stopped, then opens its memory.
  private static func open(_ pid: Int32) throws(ScreenDriverError) -> (Int32, [Region]) {
    try Deadline(after: .defaultTimeout).poll(for: "the process to stop") { () throws(ScreenDriverError) in
      try Self.isStopped(pid) ? () : nil
    }
    let regions = Self.regions(in: try contents(ofFile: "/proc/\(pid)/smaps"))
    let path = "/proc/\(pid)/mem"
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(path: path, reason: String(cString: strerror(errno))) }
    return (descriptor, regions)
  }

  deinit {
    close(descriptor)
    kill(pid, SIGCONT)
  }

  private static func isStopped(_ pid: Int32) throws(ScreenDriverError) -> Bool {
    for thread in try names(inDirectory: "/proc/\(pid)/task") {
      let status = try contents(ofFile: "/proc/\(pid)/task/\(thread)/stat")
      // The state follows the name in parentheses, which may contain any characters.
      let state = status.split(separator: ")").last?.split(separator: " ").first
      guard state == "T" || state == "t" else { return false }
    }
    return true
  }

  /// Returns the writable regions in the text of a process's `smaps` file.
  static func regions(in smaps: String) -> [Region] {
    var (regions, header): ([Region], Region?) = ([], nil)
    for line in smaps.split(separator: "\n") {
      if let next = region(of: line) {
        header = next.isWritable ? next.region : nil
      } else if line.hasPrefix("VmFlags:"), let region = header {
        let flags = Set(line.split(separator: " ").dropFirst())
        regions.append(
          Region(
            addresses: region.addresses, name: region.name, isGuarded: flags.isSuperset(of: ["lo", "dd"])))
      }
    }
    return regions
  }

  /// Parses a line that begins with addresses, for example `7f00-7f10 rw-p 0000 00:00 0 [heap]`.
  private static func region(of line: Substring) -> (region: Region, isWritable: Bool)? {
    let fields = line.split(separator: " ", maxSplits: 5)
    let bounds = fields.first?.split(separator: "-").compactMap { UInt64($0, radix: 16) } ?? []
    guard fields.count >= 5, bounds.count == 2, bounds[0] <= bounds[1] else { return nil }
    let name = fields.count > 5 ? String(fields[5].drop { $0 == " " }) : ""
    let region = Region(addresses: bounds[0]..<bounds[1], name: name, isGuarded: false)
    return (region, fields[1].contains("w"))
  }
}

// Searching.
extension ProcessMemory {
  /// Returns the patterns of a secret that occur in the memory.
  ///
  /// - Complexity: O(*n* · *m*) in the size of the memory and the number of patterns.
  public func occurrences(of secret: SecretPatterns) -> [Occurrence] {
    var found: [Occurrence] = []
    let maximumLength = secret.patterns.map(\.bytes.count).max() ?? 0
    for region in regions {
      forEachPart(of: region.addresses, overlap: maximumLength - 1) { part in
        for pattern in secret.patterns where Self.contains(part, pattern.bytes) {
          found.append(Occurrence(pattern: pattern, region: region))
        }
      }
    }
    return found
  }

  /// Calls `body` with each page that is never written to disk.
  public func forEachGuardedPage(_ body: (UnsafeRawBufferPointer) -> Void) {
    let size = Int(getpagesize())
    for region in regions where region.isGuarded {
      forEachPart(of: region.addresses, overlap: 0) { part in
        for start in stride(from: 0, to: part.count, by: size) {
          body(UnsafeRawBufferPointer(rebasing: part[start..<min(start + size, part.count)]))
        }
      }
    }
  }

  private static func contains(_ memory: UnsafeRawBufferPointer, _ pattern: [UInt8]) -> Bool {
    guard let start = memory.baseAddress, let first = pattern.first else { return false }
    var isFound = false
    forEachIndex(of: first, in: memory) { index in
      guard memory.count - index >= pattern.count else { return false }
      isFound = memcmp(start + index, pattern, pattern.count) == 0
      return !isFound
    }
    return isFound
  }

  /// Calls `body` with the index of each occurrence of a byte, until `body` returns `false`.
  static func forEachIndex(of byte: UInt8, in memory: UnsafeRawBufferPointer, _ body: (Int) -> Bool) {
    guard let start = memory.baseAddress else { return }
    var index = 0
    while let found = memchr(start + index, Int32(byte), memory.count - index) {
      index = UnsafeRawPointer(found) - start
      guard body(index) else { return }
      index += 1
    }
  }

  /// Calls `body` with overlapping parts of the memory. Pages that cannot be read are skipped.
  func forEachPart(of addresses: Range<UInt64>, overlap: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
    let size = 1 << 20
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    var address = addresses.lowerBound
    while address < addresses.upperBound {
      let length = Int(min(UInt64(size), addresses.upperBound - address))
      let count = pread(descriptor, buffer.baseAddress, length, Int(bitPattern: UInt(address)))
      if count > 0 { body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      let isLast = address + UInt64(length) == addresses.upperBound
      address += UInt64(isLast ? length : length - overlap)
    }
  }
}
