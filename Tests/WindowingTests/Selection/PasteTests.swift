import CX11
import Motion
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import Windowing
@testable import X11

@Suite(.serialized) final class `Paste from a selection` {
  private typealias Owner = FakeSelectionOwner

  private let fixture: ClipboardFixture
  private let tokens = DataType("application/x-tokens")

  init() throws { fixture = try ClipboardFixture() }

  /// Returns the result of a request to an owner.
  private func receive(
    _ types: [DataType] = [.text], from owner: Owner? = nil
  ) throws -> Result<ReceivedData.Content, ReceivedData.Failure> {
    let count = fixture.received.count
    fixture.request(types)
    return try fixture.serve {
      owner?.serve()
      return fixture.received.dropFirst(count).first?.result
    }
  }

  private func failure(of types: [DataType] = [.text], from owner: Owner? = nil) throws
    -> ReceivedData.Failure?
  {
    guard case .failure(let failure) = try receive(types, from: owner) else { return nil }
    return failure
  }

  @Test func `receives the first wanted type and sends the time of the input`() throws {
    let owner = try Owner(
      on: fixture.display.name, targets: ["STRING", "UTF8_STRING", tokens.name],
      behavior: .value([65, 66]))
    let content = try receive([tokens, .text], from: owner).get()
    #expect(content.type == tokens && content.bytes.array == [65, 66])
    #expect(owner.requests == ["TARGETS", tokens.name])
    #expect(owner.times.allSatisfy { $0 != 0 })
    #expect(try receive(from: owner).get().type == .text)
    #expect(owner.requests.last == "UTF8_STRING")
    #expect(fixture.errorCount == 0 && fixture.deadline == nil)
  }

  @Test func `fails with noData without an owner or without a wanted type`() throws {
    #expect(try failure() == .noData)
    let owner = try Owner(on: fixture.display.name, targets: ["image/png"], behavior: .value([1]))
    #expect(try failure(from: owner) == .noData)
    #expect(owner.requests == ["TARGETS"])
  }

  @Test func `receives text from an owner that refuses TARGETS`() throws {
    let owner = try Owner(
      on: fixture.display.name, targets: nil, behavior: .value([0xE9], type: "STRING"))
    #expect(try receive(from: owner).get().bytes.array == Array("é".utf8))
    #expect(try failure(of: [tokens], from: owner) == .noData)
  }

  @Test func `fails for a missing property and an unexpected type or format`() throws {
    let owner = try Owner(on: fixture.display.name, behavior: .missingProperty)
    for behavior: Owner.Behavior in [
      .missingProperty, .refusal, .value([65], type: "COMPOUND_TEXT"),
      .value([UInt8](repeating: 65, count: 8), format: 32), .value([65, 66], format: 16),
    ] {
      owner.behavior = behavior
      #expect(try failure(from: owner) == .noData)
    }
    #expect(fixture.deadline == nil && fixture.errorCount == 0)
  }

  @Test func `row 31: times out after 10 s without a reply and ignores late replies`() throws {
    let owner = try Owner(on: fixture.display.name, behavior: .noReply)
    fixture.request()
    // The owner sends its targets, but no data.
    try fixture.serve {
      owner.serve()
      return owner.requests.count == 2 ? () : nil
    }
    fixture.advance(by: .milliseconds(9999))
    #expect(fixture.received.isEmpty)
    fixture.advance(by: .milliseconds(1))
    #expect(fixture.received.first?.failure == .timedOut)
    #expect(fixture.deadline == nil)
    // Another request is in progress when the reply to the first one arrives.
    let second = try Owner(on: fixture.display.name, behavior: .value([66]))
    fixture.request()
    owner.replyLate(with: [65])
    try fixture.serve {
      second.serve()
      return fixture.received.count == 2 ? () : nil
    }
    #expect(try fixture.received[1].result.get().bytes.array == [66])
    fixture.serve()
    #expect(fixture.received.count == 2 && fixture.errorCount == 0)
  }

  @Test(arguments: [false, true])
  func `row 31: times out when the owner stalls or disconnects`(dies: Bool) throws {
    var owner: Owner? = try Owner(
      on: fixture.display.name, behavior: .chunks([65], count: 3, isEnded: false))
    fixture.request()
    try fixture.serve {
      owner?.serve()
      return owner?.chunkCount == 4 ? () : nil
    }
    if dies { owner = nil }
    fixture.serve()
    #expect(fixture.deadline == fixture.now + .seconds(10))
    fixture.advance(by: .seconds(10))
    #expect(fixture.received.first?.failure == .timedOut)
    #expect(fixture.deadline == nil && fixture.errorCount == 0)
  }

  @Test func `row 32: receives chunks regardless of the announced size`() throws {
    let chunk = [UInt8](repeating: 65, count: 100_000)
    let owner = try Owner(
      on: fixture.display.name, behavior: .chunks(chunk, count: 30, announced: 1))
    #expect(try receive(from: owner).get().bytes.array == [UInt8](repeating: 65, count: 3_000_000))
  }

  @Test func `row 32: receives at most 16 MiB of an endless transfer`() throws {
    let chunk = [UInt8](repeating: 65, count: 1_000_000)
    let owner = try Owner(on: fixture.display.name, behavior: .chunks(chunk))
    let limit = ReceivedData.Failure.tooLarge(limit: 16_777_216)
    #expect(try failure(from: owner) == limit)
    // The owner has written one more chunk when it is abandoned.
    #expect((17...18).contains(owner.chunkCount))
    // The announced size is sufficient to reject it.
    owner.behavior = .chunks(chunk, announced: 100_000_000)
    #expect(try failure(from: owner) == limit)
    #expect(owner.chunkCount <= 1)
    #expect(fixture.deadline == nil && fixture.errorCount == 0)
  }

  @Test func `row 32: lets an oversized transfer finish and discards its data`() throws {
    let chunk = [UInt8](repeating: 65, count: 1_000_000)
    let owner = try Owner(on: fixture.display.name, behavior: .chunks(chunk, count: 30))
    #expect(try failure(from: owner) == .tooLarge(limit: 16_777_216))
    try fixture.serve {
      owner.serve()
      return owner.chunkCount == 31 ? () : nil
    }
    #expect(fixture.received.count == 1)
    // The next paste succeeds.
    owner.behavior = .value([66])
    #expect(try receive(from: owner).get().bytes.array == [66])
  }

  @Test func `row 32: stops reading an endless transfer after 1,024 chunks`() throws {
    let owner = try Owner(on: fixture.display.name, behavior: .chunks([65], announced: 100_000_000))
    #expect(try failure(from: owner) == .tooLarge(limit: 16_777_216))
    for _ in 0..<1100 {
      owner.serve()
      fixture.serve()
    }
    #expect((1024..<1030).contains(owner.chunkCount))
    #expect(fixture.errorCount == 0)
  }

  @Test(.onlyInAll("large data"))
  func `row 32: reads a property in slices and rejects one that is too large`() throws {
    let owner = try Owner(
      on: fixture.display.name, behavior: .value([UInt8](repeating: 65, count: 3_000_000)))
    fixture.request()
    var iterations = 0
    try fixture.serve {
      owner.serve()
      iterations += 1
      return fixture.received.isEmpty ? nil : ()
    }
    #expect(try fixture.received[0].result.get().bytes.count == 3_000_000)
    #expect(iterations >= 12, "no iterations for frames between slices")
    owner.behavior = .value([UInt8](repeating: 65, count: 16_777_216))
    #expect(try receive(from: owner).get().bytes.count == 16_777_216)
    owner.behavior = .value([UInt8](repeating: 65, count: 100_000_000))
    #expect(try failure(from: owner) == .tooLarge(limit: 16_777_216))
  }

  @Test func `receives its own data in a later iteration without the server`() throws {
    fixture.offer(
      DataProvider([
        DataProvider.Representation(tokens) { [1, 2] }, DataProvider.Representation(.text) { [65] },
      ]))
    let next = XNextRequest(fixture.connection.display)
    fixture.requestWithoutTime([.uriList, tokens, .text])
    #expect(XNextRequest(fixture.connection.display) == next)
    #expect(fixture.received.isEmpty && fixture.deadline == .distantPast)
    fixture.advance(by: .zero)
    #expect(try fixture.received[0].result.get().bytes.array == [1, 2])
    #expect(try receive().get().bytes.array == [65])
    #expect(try failure(of: [.uriList]) == .noData)
  }

  @Test func `distinguishes concurrent requests`() throws {
    let owner = try Owner(on: fixture.display.name, behavior: .value([65]))
    let other = try Owner(on: fixture.display.name, selection: "PRIMARY", behavior: .value([66]))
    fixture.request()
    fixture.request(from: .primary)
    for _ in 0..<2 { fixture.request() }
    try fixture.serve {
      owner.serve()
      other.serve()
      return fixture.received.count == 4 ? () : nil
    }
    for data in fixture.received {
      let expected: UInt8 = data.source == .pasteboard(.primary) ? 66 : 65
      #expect(try data.result.get().bytes.array == [expected])
    }
  }

  @Test func `fails immediately with tooMany above the transfer limit`() throws {
    let owner = try Owner(on: fixture.display.name, targets: nil, behavior: .noReply)
    for _ in 0...SelectionRequestor.maximumTransferCount { fixture.request() }
    fixture.advance(by: .zero)
    #expect(fixture.received.count == 1 && fixture.received[0].failure == .tooManyRequests)
    withExtendedLifetime(owner) {}
  }
}

extension ReceivedData {
  /// The reason for the failure. `nil` on success.
  var failure: Failure? {
    guard case .failure(let failure) = result else { return nil }
    return failure
  }
}
