import Glibc
import Synchronization

/// What passes the bytes on, in a thread of its own.
final class ProxyPump {
  /// What the pump and those who look share.
  final class Record: Sendable {
    let conversations = Mutex<[Conversation]>([])
  }

  private let listener: ProxyListener
  private let display: String
  private let options: ProtocolProxy.Options
  private let record: Record
  /// Can be read once the pump is to end.
  private let stop: Int32
  private var links: [Int: LinkBox] = [:]

  /// Keeps a link where a dictionary cannot.
  private final class LinkBox {
    var link: ProxyLink

    init(_ link: consuming ProxyLink) { self.link = link }

    var nextDue: ContinuousClock.Instant? { link.nextDue }
  }

  init(
    _ listener: consuming ProxyListener, to display: String, _ options: ProtocolProxy.Options,
    record: Record, stop: Int32
  ) {
    self.listener = listener
    self.display = display
    self.options = options
    self.record = record
    self.stop = stop
  }

  deinit { close(stop) }

  /// Goes on until `stop` can be read.
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

  /// In milliseconds, rounded up; -1 for ever.
  private func timeout(of boxes: [LinkBox]) -> Int32 {
    guard let due = boxes.compactMap(\.nextDue).min() else { return -1 }
    let remaining = ContinuousClock.now.duration(to: due)
    return Int32(max(0, (remaining / .milliseconds(1)).rounded(.up)))
  }

  private func accept() {
    guard let client = listener.socket.accept(),
      let server = try? Socket.connected(
        to: ProxyListener.path(ofDisplay: display.drop { $0 == ":" }))
    else { return }
    let index = record.conversations.withLock { conversations in
      conversations.append(Conversation(hiding: options.hidden))
      return conversations.count - 1
    }
    links[index] = LinkBox(ProxyLink(client, server, index: index, delay: options.delay))
  }

  private func serve(_ box: LinkBox, isClientReady: Bool, isServerReady: Bool) {
    let index = box.link.index
    var isOpen = true
    if isClientReady {
      if let bytes = box.link.client.receive() {
        record.conversations.withLock { $0[index].hear(client: bytes[...]) }
        box.link.passOn(toServer: bytes)
      } else {
        isOpen = false
      }
    }
    if isServerReady {
      if let bytes = box.link.server.receive() {
        let passedOn = record.conversations.withLock { $0[index].hear(server: bytes[...]) }
        box.link.passOn(toClient: passedOn)
      } else {
        isOpen = false
      }
    }
    if !box.link.flush() || !isOpen { links[index] = nil }
  }
}
