import Glibc
import System
import TestSupport
import Testing

@Suite struct `Data from outside` {
  /// `./run.sh fuzz` gives more inputs to each target, which it chooses by coverage.
  @Test(arguments: FuzzTarget.all) func `causes no trap and violates no law`(target: FuzzTarget) {
    let corpus = target.corpus
    #expect(!corpus.isEmpty)
    var generator = InputGenerator(corpus, seed: 1)
    let count = TestScope.isComplete ? target.count : min(200, target.count)
    for (number, input) in corpus.enumerated() { check(target, input, "input \(number)") }
    for number in 0..<count { check(target, generator.next(), "seed 1, number \(number)") }
  }

  /// Without them, targets of buses do nothing.
  @Test func `has the library and the bus of its targets`() {
    #expect(FuzzTarget.canUseBuses)
  }

  private func check(_ target: FuzzTarget, _ input: [UInt8], _ name: String) {
    do { try target.run(input) } catch { Issue.record("\(name): \(error); input \(input)") }
  }
}

#if FUZZING
  /// The main function of libFuzzer (`FuzzerInterface.h`). It calls `exit`.
  @_silgen_name("LLVMFuzzerRunDriver") private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ run: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt

  /// Limits the counters of coverage to those that inputs reach (`scripts/fuzz-counters.c`).
  @_silgen_name("registerReachedCounters") private func registerReachedCounters()

  /// Read by the callback of libFuzzer, which has no context.
  nonisolated(unsafe) private var currentTarget: FuzzTarget?

  @Suite struct `Coverage` {
    /// The variables are set by `scripts/fuzz.sh`: the name of the target, and the arguments of libFuzzer in lines, of which
    /// the first is the program that it starts for a merge.
    @MainActor @Test func `chooses the inputs of a target`() throws {
      let name = try #require(environmentVariable("TACTILE_FUZZ_TARGET"))
      let target = try #require(FuzzTarget.all.first { $0.name == name })
      currentTarget = target
      var words = try #require(environmentVariable("TACTILE_FUZZ_ARGUMENTS")).split(separator: "\n")
      // Before the others, so that those of a merge have precedence.
      words.insert("-max_len=\(target.length)", at: 1)
      let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: words.count + 1)
      for (index, word) in words.enumerated() { pointers[index] = strdup(String(word)) }
      pointers[words.count] = nil
      var (count, arguments) = (CInt(words.count), Optional(pointers))
      _ = runDriver(&count, &arguments) { bytes, count in
        do { try currentTarget?.run(Array(UnsafeBufferPointer(start: bytes, count: count))) } catch {
          fatalError("\(error)")
        }
        registerReachedCounters()
        return 0
      }
    }
  }
#endif
