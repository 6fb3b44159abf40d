import CX11

/// A pool of hidden windows. Other clients write the requested data to a property of one of these windows.
///
/// Each transfer uses its own window, so a late reply to an abandoned transfer is never mistaken
/// for the reply to another one. The window of an abandoned transfer remains: data that arrives
/// there is deleted unread, so that the other client can finish. If the window were destroyed, that
/// client would receive an X error. Programs that use Xlib's default error handler, such as xclip,
/// would exit and lose the data.
struct RequestorWindows: ~Copyable {
  /// A window and its state.
  private struct Entry {
    let window: Window
    var use: Use
  }

  private enum Use: Equatable {
    case idle, busy
    /// The transfer was abandoned; since then, `count` values were deleted.
    case abandoned(count: Int)
  }

  private let connection: Connection
  private var entries: [Entry] = []

  /// The maximum number of abandoned windows. The oldest one is destroyed first.
  private static let maximumAbandonedCount = 8
  /// The maximum number of values to delete in one window: 256 MB in chunks of the usual size.
  private static let maximumDeletedCount = 1024

  init(on connection: Connection) { self.connection = connection }

  deinit { for entry in entries { Self.destroy(entry.window, on: connection) } }

  /// Returns an unused window and marks it as busy.
  mutating func take() -> Window {
    if let index = entries.firstIndex(where: { $0.use == .idle }) {
      entries[index].use = .busy
      return entries[index].window
    }
    let window = connection.makeHiddenWindow()
    entries.append(Entry(window: window, use: .busy))
    return window
  }

  /// Returns a window to the pool after its transfer has ended.
  mutating func giveBack(_ window: Window) {
    guard let index = index(of: window) else { return }
    entries[index].use = .idle
    deleteValue(of: window)
  }

  /// Marks a window as abandoned. Data may still arrive there.
  mutating func abandon(_ window: Window) {
    guard let index = index(of: window) else { return }
    var entry = entries.remove(at: index)
    entry.use = .abandoned(count: 0)
    entries.append(entry)
    deleteValue(of: window)
    let abandoned = entries.filter { $0.use != .idle && $0.use != .busy }
    if abandoned.count > Self.maximumAbandonedCount { remove(abandoned[0].window) }
  }

  /// Deletes a new value in the window of an abandoned transfer.
  ///
  /// - Returns: Whether the window is in the pool.
  mutating func handleNewValue(in window: Window) -> Bool {
    guard let index = index(of: window) else { return false }
    guard case .abandoned(let count) = entries[index].use else { return true }
    if count < Self.maximumDeletedCount {
      entries[index].use = .abandoned(count: count + 1)
      deleteValue(of: window)
    } else {
      remove(window)
    }
    return true
  }

  /// Deletes the property of a window. It occupies memory in the server, and the client that wrote
  /// it may be waiting until it is read.
  func deleteValue(of window: Window) {
    connection.ignoringErrors {
      _ = XDeleteProperty(connection.display, window, connection.atoms[.selectionAnswer])
    }
  }

  private mutating func remove(_ window: Window) {
    entries.removeAll { $0.window == window }
    Self.destroy(window, on: connection)
  }

  private static func destroy(_ window: Window, on connection: Connection) {
    connection.ignoringErrors { _ = XDestroyWindow(connection.display, window) }
  }

  private func index(of window: Window) -> Int? { entries.firstIndex { $0.window == window } }
}
