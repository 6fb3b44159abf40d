import CX11
import Glibc
import Motion
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import Windowing
@testable import X11

extension `Window on a display` {
  private typealias Owner = FakeSelectionOwner

  /// Runs a window that accepts text, and a drag source over it.
  ///
  /// - Parameter steps: The steps. Each receives the source.
  private func run(
    version: UInt = 5, types: [String] = ["UTF8_STRING"], behavior: Owner.Behavior,
    accepts: @escaping (DropInfo) -> DataType? = { _ in .text },
    _ steps: [(ScriptedWindow, FakeDragSource) -> Bool]
  ) throws -> (client: ScriptedWindow, answers: [FakeDragSource.Reply]) {
    var source: FakeDragSource?
    let name = display.name
    let begins: Step = { client, _, id in
      client.dropType = accepts
      source = try? FakeDragSource(
        on: name, over: id, version: version, types: types, behavior: behavior)
      return source?.targetVersion == 5
    }
    let others = steps.map { step -> Step in
      { client, _, _ in
        guard let source else { return true }
        source.serve()
        return step(client, source)
      }
    }
    let (_, client) = try run([appears, begins] + others)
    return (client, source?.replies ?? [])
  }

  private func enters(
    at position: PixelPoint = PixelPoint(x: 40, y: 30)
  ) -> (ScriptedWindow, FakeDragSource) -> Bool {
    { _, source in
      source.enter()
      source.move(to: position)
      return true
    }
  }

  private func drops(_ client: ScriptedWindow, _ source: FakeDragSource) -> Bool {
    guard !source.replies.isEmpty else { return false }
    source.drop()
    return true
  }

  private func finishes(_ client: ScriptedWindow, _ source: FakeDragSource) -> Bool {
    source.replies.contains { if case .finished = $0 { true } else { false } }
  }

  private static let accepted = FakeDragSource.Reply.status(
    isAccepted: true, action: "XdndActionCopy")
  private static let taken = FakeDragSource.Reply.finished(
    isAccepted: true, action: "XdndActionCopy")

  @Test(arguments: [3, 4, 5] as [UInt])
  func `row 37: receives dropped data and its position`(version: UInt) throws {
    let (client, answers) = try run(
      version: version, types: ["STRING", "text/uri-list", "text/html", "UTF8_STRING", "TARGETS"],
      behavior: .value(Array("a\r\nb".utf8)), accepts: { $0.position.x < 30 ? nil : .uriList },
      [
        enters(at: PixelPoint(x: 20, y: 30)),
        { _, source in
          guard source.replies.count == 1 else { return false }
          source.move(to: PixelPoint(x: 40, y: 30))
          return true
        },
        { [self] in $1.replies.count == 2 && drops($0, $1) }, finishes,
      ])
    let types = [
      .text, .uriList, DataType("text/html"), DataType("TARGETS"),
    ]
    #expect(
      client.hovers == [
        DropInfo(at: Point(x: 20, y: 30), types: types),
        DropInfo(at: Point(x: 40, y: 30), types: types),
      ])
    #expect(answers == [.status(isAccepted: false, action: nil), Self.accepted, Self.taken])
    let data = try #require(client.received.first)
    #expect(data.source == .drop(at: Point(x: 40, y: 30)))
    #expect(try data.result.get().type == .uriList)
    #expect(try data.result.get().bytes.array == Array("a\r\nb".utf8))
    #expect(client.dropExits == 0)
  }

  @Test func `row 37: receives 1 MB in chunks and refuses data above the limit`() throws {
    let chunk = [UInt8](repeating: 65, count: 100_000)
    let (client, answers) = try run(
      behavior: .chunks(chunk, count: 10), [enters(), drops, finishes])
    #expect(try client.received[0].result.get().bytes.count == 1_000_000)
    #expect(answers.last == Self.taken)
    let (other, refusals) = try run(
      behavior: .chunks(chunk, announced: 100_000_000), [enters(), drops, finishes])
    #expect(other.received[0].failure == .tooLarge(limit: 16_777_216))
    #expect(refusals.last == .finished(isAccepted: false, action: nil))
  }

  @Test func `row 37: ignores unknown protocol versions`() throws {
    for version in [2, 255] as [UInt] {
      let (client, answers) = try run(
        version: version, behavior: .value([65]),
        [
          enters(),
          { _, source in
            source.drop()
            return true
          },
          { _, source in source.owner.requests.isEmpty },
        ])
      #expect(client.hovers.isEmpty && answers.isEmpty && client.received.isEmpty)
    }
  }

  @Test func `row 37: refuses unwanted types and types that were not offered`() throws {
    for wanted: DataType? in [nil, .uriList] {
      let (client, answers) = try run(
        behavior: .value([65]), accepts: { _ in wanted }, [enters(), drops, finishes])
      #expect(
        answers == [
          .status(isAccepted: false, action: nil), .finished(isAccepted: false, action: nil),
        ])
      #expect(client.dropExits == 1 && client.received.isEmpty)
    }
  }

  @Test(arguments: [false, true])
  func `row 37: reports that a drag has left when its source leaves or exits`(dies exits: Bool) throws {
    var source: FakeDragSource?
    let (_, client) = try run([
      appears,
      { [self] client, _, id in
        client.dropType = { _ in .text }
        source = try? FakeDragSource(on: display.name, over: id, behavior: .value([65]))
        source?.enter()
        source?.move(to: PixelPoint(x: 5, y: 5))
        return source != nil
      },
      { client, _, _ in
        guard client.hovers.count == 1 else { return false }
        if exits { source = nil } else { source?.leave() }
        return true
      },
      { client, _, _ in client.dropExits == 1 },
    ])
    #expect(client.received.isEmpty)
  }

  @Test(.onlyInAll("waits for a timeout of 1 s"))
  func `row 37: reports a timeout when the drag source does not deliver the dropped data`() throws {
    let (client, _) = try run(
      behavior: .noReply,
      [
        enters(), drops,
        // The request for the data gets no reply.
        { [self] in $0.received.count == 1 && finishes($0, $1) },
      ])
    #expect(client.received[0].failure == .timedOut)
  }

  @Test func `row 37: ignores 10,000 malformed messages and accepts the next drop`() throws {
    var random = SeededGenerator(seed: 7)
    let (client, answers) = try run(
      behavior: .value([65]),
      [
        { _, source in
          source.fuzz(times: 10_000, using: &random)
          return true
        },
        enters(at: PixelPoint(x: 77, y: 77)),
        { client, _ in client.hovers.last?.position == Point(x: 77, y: 77) },
        { client, source in
          guard source.replies.last == Self.accepted else { return false }
          source.drop()
          return true
        },
        { _, source in source.replies.last == Self.taken },
      ])
    #expect(try client.received.last?.result.get().bytes.array == [65])
    #expect(answers.last == Self.taken)
  }
}

// Drags without an event loop, at virtual times.
extension `Window on a display` {
  /// A window over which a source drags a text.
  private struct Target {
    let client = try! ScriptedWindow(wakeSource: WakeSource(), script: [])
    let application: Application
    let window: Windowing.Window
    let source: WindowID
    let start = Instant(nanoseconds: 1_000_000_000)

    init(on display: String) throws {
      application = try .test(on: Connection(to: display))
      source = application.connection.makeHiddenWindow()
      client.dropType = { _ in .text }
      window = try application.open(client)
      window.finishIteration(after: [])
      let types = [application.connection.atoms[.utf8String]]
      send(.enter(version: 5, types: types, hasMoreTypes: false), from: source)
    }

    func send(_ message: DragMessage, from source: WindowID) {
      let event = message.event(from: source, about: window.id, application.connection.atoms)
      #expect(window.transfers.handle(event, at: start))
    }

    func move(from source: WindowID) {
      send(.position(PixelPoint(x: 1, y: 2), time: ServerTime(milliseconds: 1), action: 0), from: source)
    }
  }

  @Test func `accepts positions only from the source that entered`() throws {
    let target = try Target(on: display.name)
    #expect(target.window.transfers.deadline == nil)
    target.move(from: target.application.connection.makeHiddenWindow())
    #expect(target.client.hovers.isEmpty)
    target.move(from: target.source)
    #expect(target.client.hovers == [DropInfo(at: Point(x: 1, y: 2), types: [.text])])
    #expect(target.window.transfers.deadline == target.start + .seconds(5))
    target.send(.leave, from: target.source)
    target.move(from: target.source)
    #expect(target.client.hovers.count == 1 && target.window.transfers.deadline == nil)
  }

  @Test func `row 37: waits while a button is pressed and accepts positions after a timeout`() throws {
    let target = try Target(on: display.name)
    target.move(from: target.source)
    let transfers = target.window.transfers
    let input = try InputSimulator(in: #require(display.connection.window(ofProcess: getpid())))
    input.press()
    transfers.advance(to: target.start + .seconds(5))
    #expect(transfers.deadline == target.start + .seconds(10) && target.client.dropExits == 0)
    input.release()
    transfers.advance(to: target.start + .seconds(10))
    #expect(transfers.deadline == nil && target.client.dropExits == 1)
    target.move(from: target.source)
    #expect(target.client.hovers.count == 2)
  }
}
