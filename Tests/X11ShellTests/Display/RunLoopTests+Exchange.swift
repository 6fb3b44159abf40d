import CX11
import Glibc
import Motion
import Scene
import ScreenDriver
import Testing

@testable import X11Shell

extension `A window on a display` {
  /// 8 MB of letters, none of which is twice at the same distance.
  private static let large = (0..<1_048_576).map { "\(10_000_000 + ($0 * 7919) % 1_048_576)" }
    .joined()

  /// The step at which a person has clicked, and effects followed from it.
  private func clicks(_ effects: [WindowEffect]) -> Step {
    { [self] client, _, _ in
      guard client.events.contains(where: { $0.hasPrefix("pointerReleased") }) else {
        _ = try? person { try $0.click(at: PixelPoint(x: 5, y: 5)) }
        return false
      }
      client.effects = effects
      return true
    }
  }

  private func receives(_ count: Int, serving owner: SelectionOwnerStandIn? = nil) -> Step {
    { client, _, _ in
      owner?.serve()
      return client.received.count == count
    }
  }

  @Test(
    .needs(.clipboard(.xclip)), .needs(.clipboard(.xsel)), arguments: ClipboardProgram.allCases)
  func `row 32: pastes 8 MB from another program, every byte`(program: ClipboardProgram) throws {
    let folder = try TemporaryFolder()
    try write(Self.large, toFile: "\(folder.path)/text")
    let owner = try program.offer(fileAt: "\(folder.path)/text", as: "CLIPBOARD", on: display)
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
    .needs(.clipboard(.xclip)), .needs(.clipboard(.xsel)), arguments: ClipboardProgram.allCases)
  func `row 32: gives another program 8 MB, every byte, beside what is selected`(
    program: ClipboardProgram
  ) throws {
    let folder = try TemporaryFolder()
    let (copied, selected) = ("\(folder.path)/copied", "\(folder.path)/selected")
    let readers = Readers(program, on: display.name)
    _ = try run([
      appears,
      clicks([
        .offer(DataOffer(text: Self.large), in: .clipboard),
        .offer(DataOffer(text: "selected 密"), in: .primary),
      ]),
      { _, _, _ in
        readers.read("CLIPBOARD", intoFileAt: copied)
        readers.read("PRIMARY", intoFileAt: selected)
        return true
      },
      { _, _, _ in readers.haveEnded },
    ])
    #expect(try contents(ofFile: copied) == Self.large)
    #expect(try contents(ofFile: selected) == "selected 密")
  }

  @Test func `row 31: shows frames and answers pings while 100 MB come in, and takes none of it`()
    throws
  {
    let owner = try SelectionOwnerStandIn(
      on: display.name, conduct: .pieces([UInt8](repeating: 65, count: 262_144), count: 400))
    var (frames, turns, pongs) = (0, 0, 0)
    let (_, client) = try run([
      appears,
      { client, _, _ in
        client.isMoving = true
        return true
      },
      clicks([.request(.clipboard, types: [.text])]),
      { client, onlooker, id in
        owner.serve()
        guard owner.pieceCount > 0 else { return false }
        (frames, turns) = (client.frames, client.attempts)
        onlooker.send(.netWMPing, to: id)
        return true
      },
      { client, onlooker, id in
        owner.serve()
        if onlooker.heardPong(of: id) { pongs += 1 }
        guard client.received.count == 1 else { return false }
        (frames, turns) = (client.frames - frames, client.attempts - turns)
        return true
      },
      // The owner comes to its end all the same.
      { _, _, _ in
        owner.serve()
        return owner.pieceCount > 400
      },
    ])
    #expect(client.received[0].failure == .tooLarge(limit: 16_777_216))
    // A piece is a slice, and no turn reads two.
    #expect(turns >= 64)
    #expect(frames > 0 && pongs == 1)
  }

  @Test func `row 36: pastes what is selected, unless the person wants none of that`() throws {
    let owner = try SelectionOwnerStandIn(
      on: display.name, selection: "PRIMARY", conduct: .value([65]))
    let manager = try SettingsManager(at: display.name, ["Gtk/EnablePrimaryPaste": .integer(1)])
    let (_, client) = try run([
      appears, clicks([.request(.primary, types: [.text])]), receives(1, serving: owner),
      { client, _, _ in
        manager.publish(["Gtk/EnablePrimaryPaste": .integer(0)])
        return true
      },
      { client, _, _ in
        guard client.settings.last?.pastesSelection == false else { return false }
        client.effects = [.request(.primary, types: [.text])]
        return true
      },
      receives(2, serving: owner),
    ])
    #expect(try client.received[0].result.get().bytes.array == [65])
    #expect(client.received[1].failure == .nothingThere)
    #expect(owner.requests == ["TARGETS", "UTF8_STRING"])
  }

  @Test func `is told that there is nothing before a person has done anything`() throws {
    let owner = try SelectionOwnerStandIn(on: display.name, conduct: .value([65]))
    let (_, client) = try run([
      { client, _, _ in
        client.effects = [.request(.clipboard, types: [.text])]
        return true
      },
      receives(1, serving: owner),
    ])
    #expect(client.received[0].failure == .nothingThere)
    #expect(owner.requests.isEmpty)
  }

  @Test func `pastes what it has copied itself, until it is withdrawn`() throws {
    let request = WindowEffect.request(.clipboard, types: [.text])
    let (_, client) = try run([
      appears, clicks([.offer(DataOffer(text: "own"), in: .clipboard), request]), receives(1),
      { client, _, _ in
        client.effects = [.withdraw(.clipboard), request]
        return true
      },
      receives(2),
    ])
    #expect(try client.received[0].result.get().bytes.array == Array("own".utf8))
    #expect(client.received[1].failure == .nothingThere)
    #expect(client.instants == client.instants.sorted())
  }
}

/// Programs that read selections, beside a run loop that answers them.
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
