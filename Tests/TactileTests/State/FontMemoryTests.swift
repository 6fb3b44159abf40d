import CairoRendering
import Controls
import Glibc
import ScreenDriver
import TestSupport
import Testing

@testable import Tactile

@Suite final class `The file of the fonts` {
  private let folder: TemporaryFolder
  private let memory: FontMemory

  init() throws {
    folder = try TemporaryFolder()
    memory = try #require(FontMemory(xdgCacheHome: folder.path, home: nil))
  }

  private func choices() throws -> FontChoices {
    let renderer = try Renderer(fonts: .test)
    for style in Theme.Fonts.all { _ = renderer.metrics(of: "x", style: style) }
    return try #require(renderer.takeNewFontChoices())
  }

  @Test func `gives back what was chosen`() throws {
    #expect(memory.read() == nil)
    let choices = try choices()
    memory.write(choices)
    #expect(memory.read() == choices)
    #expect(try names(inFolder: "\(folder.path)/tactile") == ["fonts"])
  }

  @Test func `has the next start open what the desktop prefers, before it says so again`() throws {
    let renderer = try Renderer(fonts: .test)
    renderer.preferredFamily = "Inter Display"
    _ = renderer.metrics(of: "x", style: Theme.Fonts.body)
    memory.write(try #require(renderer.takeNewFontChoices()))
    let next = try Tactile.Program.makeRenderer(knowing: memory.read()).get()
    #expect(next.preferredFamily == "Inter Display")
    let last = try Tactile.Program.makeRenderer(knowing: nil).get()
    #expect(last.preferredFamily == nil)
  }

  @Test func `is passed over where it is damaged`() throws {
    memory.write(try choices())
    for text in ["", "Tactile's fonts, 1\nend\n", String(repeating: "x", count: 1 << 18)] {
      try write(text, toFile: "\(folder.path)/tactile/fonts")
      #expect(memory.read() == nil)
    }
  }

  @Test func `need not be writable`() throws {
    try write("in the way", toFile: "\(folder.path)/tactile")
    memory.write(try choices())
    #expect(memory.read() == nil)
  }
}
