import Glibc

/// What stands in another process's memory, while that is stopped.
///
/// A core would leave out pages that the process has excluded from dumps (`MADV_DONTDUMP`), where a
/// secret should be, so that a search in one would find nothing for nothing. `/proc/PID/mem` has all.
public struct ProcessMemory: ~Copyable {
  /// Neighbouring pages of one kind.
  public struct Region: Hashable, Sendable {
    public let addresses: Range<UInt64>
    /// The file or the purpose, as `proc(5)` has it; empty for what the process has asked for.
    public let name: String
    /// Whether it never goes to a disk: locked, and left out of core dumps.
    public let isGuarded: Bool
  }

  /// A run that was found.
  public struct Occurrence: Hashable, Sendable {
    public let run: SecretRuns.Run
    public let region: Region
  }

  private let pid: Int32
  private let descriptor: Int32
  /// All that can have been written to.
  let regions: [Region]

  /// Stops a process, which goes on once this is gone.
  ///
  /// - Throws: `file` where its memory may not be read, `timedOut`.
  public init(freezing pid: Int32) throws(ScreenDriverError) {
    kill(pid, SIGSTOP)
    do throws(ScreenDriverError) {
      (descriptor, regions) = try Self.open(pid)
    } catch {
      kill(pid, SIGCONT)
      throw error
    }
    self.pid = pid
  }

  /// Waits until it has stopped.
  private static func open(_ pid: Int32) throws(ScreenDriverError) -> (Int32, [Region]) {
    try Deadline(after: .patience).poll(for: "the process to stop") {
      () throws(ScreenDriverError) in try Self.isStopped(pid) ? () : nil
    }
    let regions = Self.regions(in: try contents(ofFile: "/proc/\(pid)/smaps"))
    let path = "/proc/\(pid)/mem"
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw .file(path: path, reason: String(cString: strerror(errno)))
    }
    return (descriptor, regions)
  }

  deinit {
    close(descriptor)
    kill(pid, SIGCONT)
  }

  private static func isStopped(_ pid: Int32) throws(ScreenDriverError) -> Bool {
    for thread in try names(inFolder: "/proc/\(pid)/task") {
      let status = try contents(ofFile: "/proc/\(pid)/task/\(thread)/stat")
      // The state comes after the name, which may have anything in it.
      let state = status.split(separator: ")").last?.split(separator: " ").first
      guard state == "T" || state == "t" else { return false }
    }
    return true
  }

  /// The regions that a process may write to, of the text of its `smaps`.
  static func regions(in smaps: String) -> [Region] {
    var (regions, header): ([Region], Region?) = ([], nil)
    for line in smaps.split(separator: "\n") {
      if let next = region(of: line) {
        header = next.isWritable ? next.region : nil
      } else if line.hasPrefix("VmFlags:"), let region = header {
        let flags = Set(line.split(separator: " ").dropFirst())
        regions.append(
          Region(
            addresses: region.addresses, name: region.name,
            isGuarded: flags.isSuperset(of: ["lo", "dd"])))
      }
    }
    return regions
  }

  /// What a line says that begins with addresses, as `7f00-7f10 rw-p 0000 00:00 0 [heap]`.
  private static func region(of line: Substring) -> (region: Region, isWritable: Bool)? {
    let words = line.split(separator: " ", maxSplits: 5)
    let ends = words.first?.split(separator: "-").compactMap { UInt64($0, radix: 16) } ?? []
    guard words.count >= 5, ends.count == 2, ends[0] <= ends[1] else { return nil }
    let name = words.count > 5 ? String(words[5].drop { $0 == " " }) : ""
    let region = Region(addresses: ends[0]..<ends[1], name: name, isGuarded: false)
    return (region, words[1].contains("w"))
  }
}

// Searching.
extension ProcessMemory {
  /// Where any runs of a secret stand.
  ///
  /// - Complexity: O(*n* · *m*) in the size of the memory and the number of runs.
  public func occurrences(of secret: SecretRuns) -> [Occurrence] {
    var found: [Occurrence] = []
    let longest = secret.runs.map(\.bytes.count).max() ?? 0
    for region in regions {
      forEachPart(of: region.addresses, overlap: longest - 1) { part in
        for run in secret.runs where Self.contains(part, run.bytes) {
          found.append(Occurrence(run: run, region: region))
        }
      }
    }
    return found
  }

  /// Calls `body` with each page that never goes to a disk.
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

  private static func contains(_ memory: UnsafeRawBufferPointer, _ run: [UInt8]) -> Bool {
    guard let start = memory.baseAddress, let first = run.first else { return false }
    var isFound = false
    forEachPlace(of: first, in: memory) { place in
      guard memory.count - place >= run.count else { return false }
      isFound = memcmp(start + place, run, run.count) == 0
      return !isFound
    }
    return isFound
  }

  /// Calls `body` with each place where a byte stands, until that returns `false`.
  static func forEachPlace(
    of byte: UInt8, in memory: UnsafeRawBufferPointer, _ body: (Int) -> Bool
  ) {
    guard let start = memory.baseAddress else { return }
    var place = 0
    while let found = memchr(start + place, Int32(byte), memory.count - place) {
      place = UnsafeRawPointer(found) - start
      guard body(place) else { return }
      place += 1
    }
  }

  /// Hands over memory in parts that overlap. Pages that cannot be read hold nothing.
  func forEachPart(
    of addresses: Range<UInt64>, overlap: Int, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    let size = 1 << 20
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    var address = addresses.lowerBound
    while address < addresses.upperBound {
      let wanted = Int(min(UInt64(size), addresses.upperBound - address))
      let count = pread(descriptor, buffer.baseAddress, wanted, Int(bitPattern: UInt(address)))
      if count > 0 { body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      let isLast = address + UInt64(wanted) == addresses.upperBound
      address += UInt64(isLast ? wanted : wanted - overlap)
    }
  }
}
