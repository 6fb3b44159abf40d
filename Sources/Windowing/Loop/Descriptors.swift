import CX11
import Glibc
import Motion
import X11

/// The file descriptors and timers that an application's event loop waits for.
final class EventSources {
  private struct Watch {
    let id: Int
    /// Returns the descriptor (−1 for none) and the events to wait for, in the bits of `poll(2)`, in addition to errors
    /// and the end of the connection.
    /// `isDue` is whether the body is to be called although the descriptor does not become ready.
    let target: () -> (descriptor: Int32, events: Int16, isDue: Bool)
    let body: () -> Void
  }

  private struct Call {
    let id: Int
    let instant: Instant
    let body: (Instant) -> Void
  }

  private var watches: [Watch] = []
  private var calls: [Call] = []
  private var lastID = 0
  /// The descriptors of the last wait. The first four belong to the application.
  private var polled: [pollfd] = []
  /// The watches whose descriptors are at the end of `polled`.
  private var polledWatches: [Watch] = []

  /// Whether nothing is watched or scheduled.
  var isEmpty: Bool { watches.isEmpty && calls.isEmpty }

  /// The time of the next call that needs no descriptor. `nil` if there is none.
  var deadline: Instant? {
    watches.contains { $0.target().isDue } ? .distantPast : calls.reduce(nil) { .earliest($0, $1.instant) }
  }

  func watch(
    _ descriptor: Int32, for events: Int16 = Int16(POLLIN), _ body: @escaping () -> Void
  ) -> EventRegistration {
    watch({ (descriptor, events, false) }, body)
  }

  /// Watches a descriptor whose events change, for which `target` is asked before each wait.
  func watch(
    _ target: @escaping () -> (descriptor: Int32, events: Int16, isDue: Bool), _ body: @escaping () -> Void
  ) -> EventRegistration {
    lastID += 1
    watches.append(Watch(id: lastID, target: target, body: body))
    return EventRegistration(lastID, of: self)
  }

  func schedule(at instant: Instant, _ body: @escaping (Instant) -> Void) -> EventRegistration {
    lastID += 1
    calls.append(Call(id: lastID, instant: instant, body: body))
    return EventRegistration(lastID, of: self)
  }

  func remove(_ id: Int) {
    watches.removeAll { $0.id == id }
    calls.removeAll { $0.id == id }
  }

  /// Makes the scheduled calls that are due, in the order of their times.
  func performDueCalls(at now: Instant) {
    guard let deadline, deadline <= now else { return }
    let due = calls.filter { $0.instant <= now }.sorted { $0.instant < $1.instant }
    for call in due where calls.contains(where: { $0.id == call.id }) {
      remove(call.id)
      call.body(now)
    }
  }

  /// Sleeps until a descriptor is readable or failed, or until the deadline (`ppoll`).
  ///
  /// It does not wait until the server's socket is writable: it nearly always is, and the loop
  /// would spin.
  ///
  /// - Parameters:
  ///   - own: The descriptors of the application and their events, in the bits of `poll(2)`. −1
  ///     stands for none.
  ///   - deadline: The end of the wait. If `nil`, the wait has no timeout.
  /// - Returns: Whether each of `own` is ready.
  func wait(
    for own: InlineArray<4, (descriptor: Int32, events: Int16)>, until deadline: Instant?
  ) -> InlineArray<4, Bool> {
    polled.removeAll(keepingCapacity: true)
    for index in own.indices {
      polled.append(pollfd(fd: own[index].descriptor, events: own[index].events, revents: 0))
    }
    for watch in watches {
      let target = watch.target()
      polled.append(pollfd(fd: target.descriptor, events: target.events, revents: 0))
    }
    while Self.poll(&polled, until: deadline) < 0 && errno == EINTR {}
    polledWatches = watches
    return InlineArray<4, Bool> { polled[$0].revents != 0 }
  }

  /// Calls the bodies of the watches that were ready at the end of the last wait, or are due.
  func performReadyWatches() {
    let ready = polledWatches
    polledWatches = []
    for (index, watch) in ready.enumerated() where watches.contains(where: { $0.id == watch.id }) {
      if polled[polled.count - ready.count + index].revents != 0 || watch.target().isDue { watch.body() }
    }
  }

  /// Sleeps until a descriptor is readable or failed, or until the deadline. Negative descriptors are ignored.
  static func wait(for descriptors: Int32..., until deadline: Instant?) {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&polled, until: deadline) < 0 && errno == EINTR {}
  }

  private static func poll(_ polled: inout [pollfd], until deadline: Instant?) -> Int32 {
    guard let deadline else { return CX11Poll(&polled, UInt(polled.count), nil, nil) }
    let (seconds, attoseconds) = max(MonotonicClock.now.duration(to: deadline), .zero).components
    var timeout = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    return CX11Poll(&polled, UInt(polled.count), &timeout, nil)
  }
}

/// A registered descriptor or scheduled call. It ends when this object is deallocated.
public final class EventRegistration {
  private let id: Int
  private weak var sources: EventSources?

  init(_ id: Int, of sources: EventSources) { (self.id, self.sources) = (id, sources) }

  deinit { cancel() }

  /// Ends the registration. Its body is not called after that.
  public func cancel() { sources?.remove(id) }
}
