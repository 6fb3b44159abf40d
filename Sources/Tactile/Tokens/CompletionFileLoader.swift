import Controls
import Glibc
import Synchronization
import System
import Windowing

/// The loader of a completion file. It reads and indexes the file on its own thread, because a long
/// file takes seconds.
final class CompletionFileLoader: Sendable {
  let path: String
  private let wakeSource: WakeSource
  private let result = Mutex<Result<CompletionIndex, FileError>?>(nil)

  /// Starts to read the file.
  ///
  /// - Parameter wakeSource: Signaled when the result is available.
  init(of path: String, wakeSource: WakeSource) {
    (self.path, self.wakeSource) = (path, wakeSource)
    // The thread owns the loader until it ends. If no thread can be started, the calling thread
    // reads the file.
    if let thread = startThread({ self.run() }) { pthread_detach(thread) } else { run() }
  }

  /// Returns the result once. `nil` before the file is loaded and after the first call.
  func takeResult() -> Result<CompletionIndex, FileError>? { result.withLock { $0.take() } }

  private func run() {
    let read = Result { () throws(FileError) in
      CompletionIndex(try LineFile.lines(at: path), folding: \.withoutMarks)
    }
    result.withLock { $0 = read }
    wakeSource.wake()
  }
}
