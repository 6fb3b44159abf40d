import Glibc
import Synchronization

/// Forwards the bytes of a proxy in a separate thread.
final class ProxyWorker {
  /// The state that the worker shares with other threads.
  final class SharedState: Sendable { let parsers = Mutex<[X11StreamParser]>([]) }

  private let listener: ProxyListener
  private let display: String
  private let options: ProtocolProxy.Options
  private let state: SharedState
  /// A descriptor that becomes readable when the worker must end.
  private let stop: Int32
  private var links: [Int: LinkBox] = [:]

  /// A reference to a link, which is noncopyable and therefore cannot be a dictionary's value.
  private final class LinkBox {
    var link: ProxyLink

    init(_ link: consuming ProxyLink) { self.link = link }

    var nextDue: ContinuousClock.Instant? { link.nextDue }
  }

  init(
    _ listener: consuming ProxyListener, to display: String, _ options: ProtocolProxy.Options,
    state: SharedState, stop: Int32
  ) {
    self.listener = listener
    self.display = display
    self.options = options
    self.state = state
    self.stop = stop
  }

  deinit { close(stop) }

  /// Runs until `stop` is readable.
  func run() {
    while true {
      let boxes = Array(links.values)
      var watched = [pollfd(fd: stop, events: Int16(POLLIN), revents: 0)]
      watched.append(pollfd(fd: listener.socket.descriptor, events: Int16(POLLIN), revents: 0))
      for box in boxes {
        for descriptor in [box.link.client.descriptor, box.link.server.descriptor] {
          watched.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
      }
      poll(&watched, nfds_t(watched.count), timeout(of: boxes))
      if watched[0].revents != 0 { return }
      if watched[1].revents != 0 { accept() }
      for (position, box) in boxes.enumerated() {
        serve(
          box, isClientReady: watched[2 + 2 * position].revents != 0,
          isServerReady: watched[3 + 2 * position].revents != 0)
      }
    }
  }

  /// Returns the timeout in milliseconds, rounded up; -1 for none.
  private func timeout(of boxes: [LinkBox]) -> Int32 {
    guard let due = boxes.compactMap(\.nextDue).min() else { return -1 }
    let remaining = ContinuousClock.now.duration(to: due)
    return Int32(max(0, (remaining / .milliseconds(1)).rounded(.up)))
  }

  private func accept() {
    guard let client = listener.socket.accept(),
      let server = try? Socket.connected(to: ProxyListener.path(ofDisplay: display.drop { $0 == ":" }))
    else { return }
    let index = state.parsers.withLock { parsers in
      parsers.append(X11StreamParser(options))
      return parsers.count - 1
    }
    links[index] = LinkBox(ProxyLink(client, server, index: index, delay: options.delay))
  }

  private func serve(_ box: LinkBox, isClientReady: Bool, isServerReady: Bool) {
    let index = box.link.index
    var isOpen = true
    if isClientReady {
      if let bytes = box.link.client.receive() {
        state.parsers.withLock { $0[index].receive(fromClient: bytes[...]) }
        box.link.forward(toServer: bytes)
      } else {
        isOpen = false
      }
    }
    if isServerReady {
      if let bytes = box.link.server.receive() {
        let (forwarded, isComplete) = state.parsers.withLock {
          ($0[index].receive(fromServer: bytes[...]), $0[index].isComplete)
        }
        box.link.forward(toClient: forwarded)
        if isComplete { isOpen = false }
      } else {
        isOpen = false
      }
    }
    if !box.link.flush() || !isOpen { links[index] = nil }
  }
}
