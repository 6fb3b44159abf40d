import Controls
import Files
import Glibc
import Synchronization
import Threads
import X11Shell

/// A list file that is read, and made ready to be searched, on a thread of its own: a long one takes
/// seconds.
final class ListReading: Sendable {
  let path: String
  private let wakeSource: WakeSource
  private let result = Mutex<Result<ListedCompletions, FileError>?>(nil)

  /// Begins to read.
  ///
  /// - Parameter wakeSource: Called when there is something to take.
  init(of path: String, wakeSource: WakeSource) {
    (self.path, self.wakeSource) = (path, wakeSource)
    // The thread owns it until it is done. Where the system gives none, it is read here and now.
    if let thread = startThread({ self.run() }) { pthread_detach(thread) } else { run() }
  }

  /// Hands over what came of it; `nil` until it is done, and from then on.
  func takeResult() -> Result<ListedCompletions, FileError>? { result.withLock { $0.take() } }

  private func run() {
    let read = Result { () throws(FileError) in
      ListedCompletions(try ListFile.lines(at: path), folding: \.withoutMarks)
    }
    result.withLock { $0 = read }
    wakeSource.wake()
  }
}
