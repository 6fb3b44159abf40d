import CairoRendering
import Controls
import Glibc
import ScreenDriver
import TestSupport
import Testing

@testable import Tactile

@Suite final class `Font match cache file` {
  private let directory: TemporaryDirectory
  private let cache: FontMatchCacheFile

  init() throws {
    directory = try TemporaryDirectory()
    cache = try #require(FontMatchCacheFile(in: directory.path))
  }

  private func matches() throws -> FontMatchCache {
    let renderer = try Renderer(fonts: .test)
    for style in Theme.light.fonts.preloaded { _ = renderer.metrics(of: "x", style: style) }
    return try #require(renderer.takeNewFontMatches())
  }

  @Test func `returns the saved matches`() throws {
    #expect(cache.read() == nil)
    let matches = try matches()
    cache.write(matches)
    #expect(cache.read() == matches)
    #expect(try names(inDirectory: "\(directory.path)/tactile") == ["fonts"])
  }

  @Test func `preloads the preferred font of the desktop in the next launch`() throws {
    let renderer = try Renderer(fonts: .test)
    renderer.preferredFamily = "Inter Display"
    _ = renderer.metrics(of: "x", style: Theme.light.fonts.body)
    cache.write(try #require(renderer.takeNewFontMatches()))
    let next = try ProgramStart.makeRenderer(
      cachedMatches: cache.read(), loading: Theme.light.fonts.preloaded
    )
    .get()
    #expect(next.preferredFamily == "Inter Display")
    let last = try ProgramStart.makeRenderer(cachedMatches: nil, loading: Theme.light.fonts.preloaded).get()
    #expect(last.preferredFamily == nil)
  }

  @Test func `is ignored if it is damaged`() throws {
    cache.write(try matches())
    for text in ["", "Tactile's fonts, 1\nend\n", String(repeating: "x", count: 1 << 18)] {
      try write(text, toFile: "\(directory.path)/tactile/fonts")
      #expect(cache.read() == nil)
    }
  }

  @Test func `ignores write errors`() throws {
    try write("in the way", toFile: "\(directory.path)/tactile")
    cache.write(try matches())
    #expect(cache.read() == nil)
  }
}
