import CX11
import Motion
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import X11Shell

extension `A window on a display` {
  private typealias Owner = SelectionOwnerStandIn

  /// Runs a window that takes text, and a source over it.
  ///
  /// - Parameter steps: Told the source each time.
  private func run(
    version: UInt = 5, types: [String] = ["UTF8_STRING"], conduct: Owner.Conduct,
    takes: @escaping (DropHover) -> DataType? = { _ in .text },
    _ steps: [(inout ScriptedClient, DragSourceStandIn) -> Bool]
  ) throws -> (client: ScriptedClient, answers: [DragSourceStandIn.Answer]) {
    var source: DragSourceStandIn?
    let name = display.name
    let begins: Step = { client, _, id in
      client.takes = takes
      source = try? DragSourceStandIn(
        on: name, over: id, version: version, types: types, conduct: conduct)
      return source?.versionOfTarget == 5
    }
    let others = steps.map { step -> Step in
      { client, _, _ in
        guard let source else { return true }
        source.serve()
        return step(&client, source)
      }
    }
    let (_, client) = try run([appears, begins] + others)
    return (client, source?.answers ?? [])
  }

  private func enters(
    at place: PixelPoint = PixelPoint(x: 40, y: 30)
  ) -> (inout ScriptedClient, DragSourceStandIn) -> Bool {
    { _, source in
      source.enter()
      source.move(to: place)
      return true
    }
  }

  private func drops(_ client: inout ScriptedClient, _ source: DragSourceStandIn) -> Bool {
    guard !source.answers.isEmpty else { return false }
    source.drop()
    return true
  }

  private func finishes(_ client: inout ScriptedClient, _ source: DragSourceStandIn) -> Bool {
    source.answers.contains { if case .finished = $0 { true } else { false } }
  }

  private static let accepted = DragSourceStandIn.Answer.status(
    isAccepted: true, action: "XdndActionCopy")
  private static let taken = DragSourceStandIn.Answer.finished(
    isAccepted: true, action: "XdndActionCopy")

  @Test(arguments: [3, 4, 5] as [UInt])
  func `row 37: takes what is dropped on it, where it is dropped`(version: UInt) throws {
    let (client, answers) = try run(
      version: version, types: ["STRING", "text/uri-list", "text/html", "UTF8_STRING", "TARGETS"],
      conduct: .value(Array("a\r\nb".utf8)), takes: { $0.position.x < 30 ? nil : .uriList },
      [
        enters(at: PixelPoint(x: 20, y: 30)),
        { _, source in
          guard source.answers.count == 1 else { return false }
          source.move(to: PixelPoint(x: 40, y: 30))
          return true
        },
        { [self] in $1.answers.count == 2 && drops(&$0, $1) }, finishes,
      ])
    let types = [
      .text, .uriList, DataType("text/html"), DataType("TARGETS"),
    ]
    #expect(
      client.hovers == [
        DropHover(at: Point(x: 20, y: 30), types: types),
        DropHover(at: Point(x: 40, y: 30), types: types),
      ])
    #expect(answers == [.status(isAccepted: false, action: nil), Self.accepted, Self.taken])
    let data = try #require(client.received.first)
    #expect(data.source == .drop(at: Point(x: 40, y: 30)))
    #expect(try data.result.get().type == .uriList)
    #expect(try data.result.get().bytes.array == Array("a\r\nb".utf8))
    #expect(client.departures == 0)
  }

  @Test func `row 37: takes 1 MB in pieces, and says that it was too much where it was`() throws {
    let piece = [UInt8](repeating: 65, count: 100_000)
    let (client, answers) = try run(
      conduct: .pieces(piece, count: 10), [enters(), drops, finishes])
    #expect(try client.received[0].result.get().bytes.count == 1_000_000)
    #expect(answers.last == Self.taken)
    let (other, refusals) = try run(
      conduct: .pieces(piece, announced: 100_000_000), [enters(), drops, finishes])
    #expect(other.received[0].failure == .tooLarge(limit: 16_777_216))
    #expect(refusals.last == .finished(isAccepted: false, action: nil))
  }

  @Test func `row 37: hears nothing of a version that it does not know`() throws {
    for version in [2, 255] as [UInt] {
      let (client, answers) = try run(
        version: version, conduct: .value([65]),
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

  @Test func `row 37: refuses what it does not want, and what was not offered`() throws {
    for wanted: DataType? in [nil, .uriList] {
      let (client, answers) = try run(
        conduct: .value([65]), takes: { _ in wanted }, [enters(), drops, finishes])
      #expect(
        answers == [
          .status(isAccepted: false, action: nil), .finished(isAccepted: false, action: nil),
        ])
      #expect(client.departures == 1 && client.received.isEmpty)
    }
  }

  @Test(arguments: [false, true])
  func `row 37: is told that data has gone, by its source or with it`(dies: Bool) throws {
    let source = PassingSource(on: display.name)
    let (_, client) = try run([
      appears,
      { client, _, id in
        client.takes = { _ in .text }
        source.begin(over: id)
        return true
      },
      { client, _, _ in
        guard client.hovers.count == 1 else { return false }
        source.end(dies: dies)
        return true
      },
      { client, _, _ in client.departures == 1 },
    ])
    #expect(client.received.isEmpty)
  }

  @Test func `row 37: gives up a source that gives nothing of what it has dropped`() throws {
    let (client, _) = try run(
      conduct: .silence,
      [
        enters(), drops,
        // Nobody answers the request for the data.
        { [self] in $0.received.count == 1 && finishes(&$0, $1) },
      ])
    #expect(client.received[0].failure == .noProgress)
  }

  @Test func `row 37: takes 10 000 malformed messages, and the next drop`() throws {
    let errors = ProtocolErrors.count
    var random = SeededGenerator(seed: 7)
    let (client, answers) = try run(
      conduct: .value([65]),
      [
        { _, source in
          source.pester(times: 10_000, using: &random)
          return true
        },
        enters(at: PixelPoint(x: 77, y: 77)),
        { client, _ in client.hovers.last?.position == Point(x: 77, y: 77) },
        { client, source in
          guard source.answers.last == Self.accepted else { return false }
          source.drop()
          return true
        },
        { _, source in source.answers.last == Self.taken },
      ])
    #expect(try client.received.last?.result.get().bytes.array == [65])
    #expect(answers.last == Self.taken)
    #expect(ProtocolErrors.count == errors)
  }
}

/// A source that ends in the middle of a drag, one way or the other.
private final class PassingSource {
  private let display: String
  private var source: DragSourceStandIn?

  init(on display: String) { self.display = display }

  func begin(over window: Window) {
    source = try? DragSourceStandIn(on: display, over: window, conduct: .value([65]))
    source?.enter()
    source?.move(to: PixelPoint(x: 5, y: 5))
  }

  func end(dies: Bool) {
    if dies { source = nil } else { source?.leave() }
  }
}

@Suite struct `Data over the window` {
  private let start = Instant(nanoseconds: 1_000_000_000)

  private func target() -> DropTarget {
    var target = DropTarget()
    target.enter(
      DropTarget.Visit(
        source: 1, targets: [2], types: [.text], formerEventMask: nil, deadline: start))
    return target
  }

  private func move(_ target: inout DropTarget, from source: Window = 1) -> DropHover? {
    target.move(from: source, to: Point(x: 1, y: 2), isOwn: false, at: start)
  }

  @Test func `is heard of from who has entered, and nobody else`() {
    var target = target()
    #expect(target.deadline == nil)
    #expect(move(&target, from: 2) == nil)
    #expect(move(&target) == DropHover(at: Point(x: 1, y: 2), types: [.text]))
    #expect(target.deadline == start + .seconds(5))
    target.leave()
    #expect(move(&target) == nil && target.deadline == nil)
  }

  @Test func `is taken in no type that there is not`() {
    var target = target()
    _ = move(&target)
    target.accept(.uriList)
    #expect(target.visit?.accepted == nil)
    target.accept(.text)
    #expect(target.visit?.accepted == .text)
  }

  @Test func `row 37: is waited for while a button is down, and told of anew after silence`() {
    var target = target()
    _ = move(&target)
    target.wait(from: start + .seconds(5))
    #expect(target.deadline == start + .seconds(10))
    target.forgetHover()
    #expect(target.deadline == nil && target.visit != nil)
    #expect(move(&target) != nil)
  }
}
