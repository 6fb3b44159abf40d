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
  /// 8 MB of digits without repetition at a constant distance.
  private static let large = (0..<1_048_576).map { "\(10_000_000 + ($0 * 7919) % 1_048_576)" }
    .joined()

  /// Returns a step that clicks and then requests effects.
  private func clicks(_ effects: [Effect]) -> Step {
    { [self] client, _, _ in
      guard client.events.contains(where: { $0.hasPrefix("pointerReleased") }) else {
        _ = try? simulate { try $0.click(at: PixelPoint(x: 5, y: 5)) }
        return false
      }
      client.effects = effects
      return true
    }
  }

  private func receives(_ count: Int, serving owner: FakeSelectionOwner? = nil) -> Step {
    { client, _, _ in
      owner?.serve()
      return client.received.count == count
    }
  }

  @Test(
    .needs(.clipboard(.xclip)), .needs(.clipboard(.xsel)),
    arguments: cases(ClipboardProgram.allCases, common: 1))
  func `row 32: pastes 8 MB from another program completely`(program: ClipboardProgram) throws {
    let directory = try TemporaryDirectory()
    try write(Self.large, toFile: "\(directory.path)/text")
    let owner = try program.offer(fileAt: "\(directory.path)/text", as: "CLIPBOARD", on: display)
    let (_, client) = try run([
      appears, clicks([.request(.clipboard, types: [DataType("application/x-tokens"), .text])]),
      receives(1),
    ])
    let content = try client.received[0].result.get()
    #expect(content.type == .text)
    #expect(content.bytes.array == Array(Self.large.utf8))
    withExtendedLifetime(owner.pid) {}
  }

  @Test(
    .needs(.clipboard(.xclip)), .needs(.clipboard(.xsel)),
    arguments: cases(ClipboardProgram.allCases, common: 1))
  func `row 32: sends 8 MB and the selection to another program completely`(
    program: ClipboardProgram
  ) throws {
    let directory = try TemporaryDirectory()
    let (copied, selected) = ("\(directory.path)/copied", "\(directory.path)/selected")
    let readers = Readers(program, on: display.name)
    _ = try run([
      appears,
      clicks([
        .offer(DataProvider(text: Self.large), in: .clipboard),
        .offer(DataProvider(text: "selected 密"), in: .primary),
      ]),
      does { _, _, _ in
        readers.read("CLIPBOARD", intoFileAt: copied)
        readers.read("PRIMARY", intoFileAt: selected)
      },
      { _, _, _ in readers.haveEnded },
    ])
    #expect(try contents(ofFile: copied) == Self.large)
    #expect(try contents(ofFile: selected) == "selected 密")
  }

  @Test func `row 31: shows frames and replies to pings while it receives and rejects 100 MB`()
    throws
  {
    let owner = try FakeSelectionOwner(
      on: display.name, behavior: .chunks([UInt8](repeating: 65, count: 262_144), count: 400))
    var (frames, wakeups, pongs) = (0, 0, 0)
    let (_, client) = try run([
      appears,
      does { client, _, _ in client.isMoving = true },
      clicks([.request(.clipboard, types: [.text])]),
      { client, observer, id in
        owner.serve()
        guard owner.chunkCount > 0 else { return false }
        (frames, wakeups) = (client.frames, client.attempts)
        observer.send(.netWMPing, to: id)
        return true
      },
      { client, observer, id in
        owner.serve()
        if observer.receivedPong(of: id) { pongs += 1 }
        guard client.received.count == 1 else { return false }
        (frames, wakeups) = (client.frames - frames, client.attempts - wakeups)
        return true
      },
      // The owner still sends the rest of its data.
      { _, _, _ in
        owner.serve()
        return owner.chunkCount > 400
      },
    ])
    #expect(client.received[0].failure == .tooLarge(limit: 16_777_216))
    // A chunk is one property slice, and no iteration reads two of them.
    #expect(wakeups >= 64)
    #expect(frames > 0 && pongs == 1)
  }

  @Test func `row 36: pastes the selection unless the setting disables it`() throws {
    let owner = try FakeSelectionOwner(
      on: display.name, selection: "PRIMARY", behavior: .value([65]))
    let manager = try FakeXSettingsManager(at: display.name, ["Gtk/EnablePrimaryPaste": .integer(1)])
    let (_, client) = try run([
      appears, clicks([.request(.primary, types: [.text])]), receives(1, serving: owner),
      does { client, _, _ in manager.publish(["Gtk/EnablePrimaryPaste": .integer(0)]) },
      { client, _, _ in
        guard client.settings.last?.pastesSelection == false else { return false }
        client.effects = [.request(.primary, types: [.text])]
        return true
      },
      receives(2, serving: owner),
    ])
    #expect(try client.received[0].result.get().bytes.array == [65])
    #expect(client.received[1].failure == .noData)
    #expect(owner.requests == ["TARGETS", "UTF8_STRING"])
  }

  @Test func `reports no data before the first user action`() throws {
    let owner = try FakeSelectionOwner(on: display.name, behavior: .value([65]))
    let (_, client) = try run([
      does { client, _, _ in client.effects = [.request(.clipboard, types: [.text])] },
      receives(1, serving: owner),
    ])
    #expect(client.received[0].failure == .noData)
    #expect(owner.requests.isEmpty)
  }

  @Test func `pastes its own copied data until it is withdrawn`() throws {
    let request = Effect.request(.clipboard, types: [.text])
    let (_, client) = try run([
      appears, clicks([.offer(DataProvider(text: "own"), in: .clipboard), request]), receives(1),
      does { client, _, _ in client.effects = [.withdraw(.clipboard), request] },
      receives(2),
    ])
    #expect(try client.received[0].result.get().bytes.array == Array("own".utf8))
    #expect(client.received[1].failure == .noData)
  }
}

/// Programs that read selections while a event loop serves them.
private final class Readers {
  private let program: ClipboardProgram
  private let display: String
  private var first: ChildProcess?
  private var second: ChildProcess?

  init(_ program: ClipboardProgram, on display: String) {
    (self.program, self.display) = (program, display)
  }

  func read(_ selection: String, intoFileAt path: String) {
    second = first.take()
    first = try? program.read(selection, intoFileAt: path, on: display)
  }

  var haveEnded: Bool { first?.isRunning() == false && second?.isRunning() == false }
}
