import CX11

/// The windows into whose property other clients put what they are asked for, never on the screen.
///
/// Each transfer has a window of its own, by which its answer is known: one that comes after its
/// request was given up is never taken for another's. Its window is left to it then, and whatever
/// is put there is deleted unread, by which the other client comes to the end of it. Were the
/// window destroyed instead, that client would be told of an error, at which programs end that
/// leave errors to Xlib, as xclip does: with it the data would be gone.
struct RequestorWindows: ~Copyable {
  /// A window, and what it is for.
  private struct Entry {
    let window: Window
    var use: Use
  }

  private enum Use: Equatable {
    case idle, busy
    /// Given up; with how many values were deleted since.
    case abandoned(count: Int)
  }

  private let connection: Connection
  private var entries: [Entry] = []

  /// How many given-up transfers are listened to; the oldest must go before another.
  private static let longestMemory = 8
  /// How many values are deleted of one: 256 MB, of the pieces that clients commonly send.
  private static let mostValues = 1024

  init(on connection: Connection) { self.connection = connection }

  deinit { for entry in entries { Self.destroy(entry.window, on: connection) } }

  /// A window of which nobody else knows.
  mutating func take() -> Window {
    if let index = entries.firstIndex(where: { $0.use == .idle }) {
      entries[index].use = .busy
      return entries[index].window
    }
    let window = connection.makeHiddenWindow()
    entries.append(Entry(window: window, use: .busy))
    return window
  }

  /// Takes a window back to which nothing is on its way any more.
  mutating func giveBack(_ window: Window) {
    guard let index = index(of: window) else { return }
    entries[index].use = .idle
    deleteValue(of: window)
  }

  /// Leaves a window to what may still be on its way there.
  mutating func abandon(_ window: Window) {
    guard let index = index(of: window) else { return }
    var entry = entries.remove(at: index)
    entry.use = .abandoned(count: 0)
    entries.append(entry)
    deleteValue(of: window)
    let abandoned = entries.filter { $0.use != .idle && $0.use != .busy }
    if abandoned.count > Self.longestMemory { remove(abandoned[0].window) }
  }

  /// Deletes what was put into a window that was given up.
  ///
  /// - Returns: Whether the window is one of these at all.
  mutating func noteValue(in window: Window) -> Bool {
    guard let index = index(of: window) else { return false }
    guard case .abandoned(let count) = entries[index].use else { return true }
    if count < Self.mostValues {
      entries[index].use = .abandoned(count: count + 1)
      deleteValue(of: window)
    } else {
      remove(window)
    }
    return true
  }

  /// Deletes what is in the property of a window: it takes up the server's memory, and who has put
  /// it there may be waiting for it to be read.
  func deleteValue(of window: Window) {
    connection.aboutStrangers {
      _ = XDeleteProperty(connection.display, window, connection.atoms[.selectionAnswer])
    }
  }

  private mutating func remove(_ window: Window) {
    entries.removeAll { $0.window == window }
    Self.destroy(window, on: connection)
  }

  private static func destroy(_ window: Window, on connection: Connection) {
    connection.aboutStrangers { _ = XDestroyWindow(connection.display, window) }
  }

  private func index(of window: Window) -> Int? {
    entries.firstIndex { $0.window == window }
  }
}
