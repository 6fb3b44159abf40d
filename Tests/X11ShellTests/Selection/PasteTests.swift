import CX11
import Motion
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

@Suite(.serialized) final class `A paste` {
  private typealias Owner = SelectionOwnerStandIn

  private let desk: ClipboardDesk
  private let tokens = DataType("application/x-tokens")

  init() throws { desk = try ClipboardDesk() }

  /// What comes of a request while the owner acts.
  private func receive(
    _ types: [DataType] = [.text], from owner: Owner? = nil
  ) throws -> Result<ReceivedData.Content, ReceivedData.Failure> {
    let count = desk.received.count
    desk.request(types)
    return try desk.serve {
      owner?.serve()
      return desk.received.dropFirst(count).first?.result
    }
  }

  private func failure(of types: [DataType] = [.text], from owner: Owner? = nil) throws
    -> ReceivedData.Failure?
  {
    guard case .failure(let failure) = try receive(types, from: owner) else { return nil }
    return failure
  }

  @Test func `brings what another program has, in the first wanted type, by the input's time`()
    throws
  {
    let owner = try Owner(
      on: desk.display.name, targets: ["STRING", "UTF8_STRING", tokens.name],
      conduct: .value([65, 66]))
    let content = try receive([tokens, .text], from: owner).get()
    #expect(content.type == tokens && content.bytes.array == [65, 66])
    #expect(owner.requests == ["TARGETS", tokens.name])
    #expect(owner.times.allSatisfy { $0 != 0 })
    #expect(try receive(from: owner).get().type == .text)
    #expect(owner.requests.last == "UTF8_STRING")
    #expect(desk.errorCount == 0 && desk.deadline == nil)
  }

  @Test func `is empty where nobody has anything that is wanted`() throws {
    #expect(try failure() == .nothingThere)
    let owner = try Owner(on: desk.display.name, targets: ["image/png"], conduct: .value([1]))
    #expect(try failure(from: owner) == .nothingThere)
    #expect(owner.requests == ["TARGETS"])
  }

  @Test func `takes text from an owner that tells of no targets`() throws {
    let owner = try Owner(
      on: desk.display.name, targets: nil, conduct: .value([0xE9], type: "STRING"))
    #expect(try receive(from: owner).get().bytes.array == Array("é".utf8))
  }

  @Test func `brings no other type, format or property than it says`() throws {
    let owner = try Owner(on: desk.display.name, conduct: .nothing)
    for conduct: Owner.Conduct in [
      .nothing, .refusal, .value([65], type: "COMPOUND_TEXT"),
      .value([UInt8](repeating: 65, count: 8), format: 32), .value([65, 66], format: 16),
    ] {
      owner.conduct = conduct
      #expect(try failure(from: owner) == .nothingThere)
    }
    #expect(desk.deadline == nil && desk.errorCount == 0)
  }

  @Test func `row 31: gives a silent owner up after 1 s, and takes none of its late answers`()
    throws
  {
    let owner = try Owner(on: desk.display.name, conduct: .silence)
    desk.request()
    // It tells its targets, and no more.
    try desk.serve {
      owner.serve()
      return owner.requests.count == 2 ? () : nil
    }
    desk.advance(by: .milliseconds(999))
    #expect(desk.received.isEmpty)
    desk.advance(by: .milliseconds(1))
    #expect(desk.received.first?.failure == .noProgress)
    #expect(desk.deadline == nil)
    // Another request is under way when the answer to the first one comes.
    let second = try Owner(on: desk.display.name, conduct: .value([66]))
    desk.request()
    owner.answerLate(with: [65])
    try desk.serve {
      second.serve()
      return desk.received.count == 2 ? () : nil
    }
    #expect(try desk.received[1].result.get().bytes.array == [66])
    desk.serve()
    #expect(desk.received.count == 2 && desk.errorCount == 0)
  }

  @Test(arguments: [false, true])
  func `row 31: gives up an owner that stalls or dies in the middle`(dies: Bool) throws {
    var owner: Owner? = try Owner(
      on: desk.display.name, conduct: .pieces([65], count: 3, isEnded: false))
    desk.request()
    try desk.serve {
      owner?.serve()
      return owner?.pieceCount == 4 ? () : nil
    }
    if dies { owner = nil }
    desk.serve()
    #expect(desk.deadline == desk.now + .seconds(1))
    desk.advance(by: .seconds(1))
    #expect(desk.received.first?.failure == .noProgress)
    #expect(desk.deadline == nil && desk.errorCount == 0)
  }

  @Test func `row 32: takes pieces, however many were announced`() throws {
    let piece = [UInt8](repeating: 65, count: 100_000)
    let owner = try Owner(
      on: desk.display.name, conduct: .pieces(piece, count: 30, announced: 1))
    #expect(try receive(from: owner).get().bytes.array == [UInt8](repeating: 65, count: 3_000_000))
  }

  @Test func `row 32: takes no more than 16 MiB of an owner that sends without end`() throws {
    let piece = [UInt8](repeating: 65, count: 1_000_000)
    let owner = try Owner(on: desk.display.name, conduct: .pieces(piece))
    let limit = ReceivedData.Failure.tooLarge(limit: 16_777_216)
    #expect(try failure(from: owner) == limit)
    // It has one more under way when it is given up.
    #expect((17...18).contains(owner.pieceCount))
    // What it says is enough.
    owner.conduct = .pieces(piece, announced: 100_000_000)
    #expect(try failure(from: owner) == limit)
    #expect(owner.pieceCount <= 1)
    #expect(desk.deadline == nil && desk.errorCount == 0)
  }

  @Test func `row 32: lets an owner come to its end, and keeps nothing of what it sends`() throws {
    let piece = [UInt8](repeating: 65, count: 1_000_000)
    let owner = try Owner(on: desk.display.name, conduct: .pieces(piece, count: 30))
    #expect(try failure(from: owner) == .tooLarge(limit: 16_777_216))
    try desk.serve {
      owner.serve()
      return owner.pieceCount == 31 ? () : nil
    }
    #expect(desk.received.count == 1)
    // The next paste is another's.
    owner.conduct = .value([66])
    #expect(try receive(from: owner).get().bytes.array == [66])
  }

  @Test func `row 32: listens to no owner for ever that sends without end`() throws {
    let owner = try Owner(on: desk.display.name, conduct: .pieces([65], announced: 100_000_000))
    #expect(try failure(from: owner) == .tooLarge(limit: 16_777_216))
    for _ in 0..<1100 {
      owner.serve()
      desk.serve()
    }
    #expect((1024..<1030).contains(owner.pieceCount))
    #expect(desk.errorCount == 0)
  }

  @Test func `row 32: reads a property in slices, and not at all where it is too large`() throws {
    let owner = try Owner(
      on: desk.display.name, conduct: .value([UInt8](repeating: 65, count: 3_000_000)))
    desk.request()
    var turns = 0
    try desk.serve {
      owner.serve()
      turns += 1
      return desk.received.isEmpty ? nil : ()
    }
    #expect(try desk.received[0].result.get().bytes.count == 3_000_000)
    #expect(turns >= 12, "frames have no turn between slices")
    owner.conduct = .value([UInt8](repeating: 65, count: 16_777_216))
    #expect(try receive(from: owner).get().bytes.count == 16_777_216)
    owner.conduct = .value([UInt8](repeating: 65, count: 100_000_000))
    #expect(try failure(from: owner) == .tooLarge(limit: 16_777_216))
  }

  @Test func `brings what the program offers itself, in a later turn and without the server`()
    throws
  {
    desk.offer(
      DataOffer([DataOffer.Form(tokens) { [1, 2] }, DataOffer.Form(.text) { [65] }]))
    let next = XNextRequest(desk.connection.display)
    desk.requestAtOnce([.uriList, tokens, .text])
    #expect(XNextRequest(desk.connection.display) == next)
    #expect(desk.received.isEmpty && desk.deadline == .distantPast)
    desk.advance(by: .zero)
    #expect(try desk.received[0].result.get().bytes.array == [1, 2])
    #expect(try receive().get().bytes.array == [65])
    #expect(try failure(of: [.uriList]) == .nothingThere)
  }

  @Test func `keeps apart what was asked for at the same time`() throws {
    let owner = try Owner(on: desk.display.name, conduct: .value([65]))
    let other = try Owner(on: desk.display.name, selection: "PRIMARY", conduct: .value([66]))
    desk.request()
    desk.request(from: .primary)
    for _ in 0..<2 { desk.request() }
    try desk.serve {
      owner.serve()
      other.serve()
      return desk.received.count == 4 ? () : nil
    }
    for data in desk.received {
      let expected: UInt8 = data.source == .pasteboard(.primary) ? 66 : 65
      #expect(try data.result.get().bytes.array == [expected])
    }
  }

  @Test func `is told at once where too many wait`() throws {
    let owner = try Owner(on: desk.display.name, targets: nil, conduct: .silence)
    for _ in 0...SelectionRequestor.mostTransfers { desk.request() }
    desk.advance(by: .zero)
    #expect(desk.received.count == 1 && desk.received[0].failure == .tooMany)
    withExtendedLifetime(owner) {}
  }
}

extension ReceivedData {
  /// Why nothing came; `nil` where something did.
  var failure: Failure? {
    guard case .failure(let failure) = result else { return nil }
    return failure
  }
}
