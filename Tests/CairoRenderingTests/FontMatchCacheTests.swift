import Glibc
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import CairoRendering

@Suite struct `Font match cache` {
  private static let style = TextStyle(family: "Inter, sans-serif", size: 13)

  /// Returns the matches of a renderer without a cache.
  private static func makeMatches() throws -> FontMatchCache {
    let renderer = try Renderer()
    _ = renderer.metrics(of: "Submit", style: style)
    return try #require(renderer.takeNewFontMatches())
  }

  @Test func `gives the same metrics without new lookups`() async {
    await #expect(processExitsWith: .success) {
      let fonts = try PrivateFonts()
      let first = try Renderer()
      let metrics = first.metrics(of: "Submit", style: Self.style)
      let matches = try #require(first.takeNewFontMatches())
      #expect(matches.matches.map(\.file?.path) == [fonts.path(of: "Inter-Regular.otf")])
      #expect(first.takeNewFontMatches() == nil)
      let second = try Renderer(cachedMatches: matches)
      #expect(second.metrics(of: "Submit", style: Self.style) == metrics)
      #expect(second.takeNewFontMatches() == nil)
      // Another weight needs a lookup, which is added to the cache.
      var style = Self.style
      style.weight = .bold
      _ = second.metrics(of: "Submit", style: style)
      #expect(second.takeNewFontMatches()?.matches.count == 2)
      // The preferred family is stored too.
      second.preferredFamily = "Bars"
      #expect(second.takeNewFontMatches()?.preferredFamily == "Bars")
      #expect(second.takeNewFontMatches() == nil)
    }
  }

  @Test func `is ignored for fonts of a directory`() throws {
    let matches = FontMatchCache.sample
    let renderer = try Renderer(fonts: .test, cachedMatches: matches)
    _ = renderer.metrics(of: "Submit", style: Self.style)
    let files = try #require(renderer.takeNewFontMatches()).matches.map(\.file)
    #expect(!files.isEmpty)
    #expect(files.allSatisfy { $0?.path.hasPrefix(repositoryRoot) ?? false })
  }

  @Test func `is outdated after a change of the configuration or the environment`() async {
    await #expect(processExitsWith: .success) {
      let fonts = try PrivateFonts()
      let matches = try Self.makeMatches()
      #expect(matches.isUpToDate)
      for (variable, value) in [("LC_ALL", "el_GR.UTF-8"), ("XDG_DATA_DIRS", "/nowhere")] {
        let original = getenv(variable).map { String(cString: $0) }
        setenv(variable, value, 1)
        #expect(!matches.isUpToDate)
        if let original { setenv(variable, original, 1) } else { unsetenv(variable) }
        #expect(matches.isUpToDate)
      }
      mkdir(fonts.missingDirectory, 0o700)
      #expect(!matches.isUpToDate)
      rmdir(fonts.missingDirectory)
      #expect(matches.isUpToDate)
      let times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
      utimensat(AT_FDCWD, fonts.configuration, times, 0)
      #expect(!matches.isUpToDate)
    }
  }

  @Test func `is outdated when a font file changes or is removed, also behind a link`() async {
    await #expect(processExitsWith: .success) {
      let fonts = try PrivateFonts()
      let target = fonts.moveAndLink("Inter-Regular.otf")
      let matches = try Self.makeMatches()
      #expect(matches.isUpToDate)
      rename(target, target + ".old")
      #expect(!matches.isUpToDate)
      rename(target + ".old", target)
      // Everything is as before except the change time. The clock of file systems advances only
      // every few milliseconds.
      try Deadline(after: .defaultTimeout).poll(for: "another time") {
        chmod(target, 0o644)
        return matches.isUpToDate ? nil : ()
      }
      #expect(matches.cacheKey.isUpToDate)
    }
  }

  @Test func `is outdated when a font file is missing`() {
    var matches = FontMatchCache.sample
    #expect(matches.isUpToDate)
    matches.add(FontMatch(request: FontRequest(family: "None", weight: 400), file: nil))
    #expect(matches.isUpToDate)
    matches.add(FontMatch.ofMissingFile)
    #expect(!matches.isUpToDate)
  }

  @Test func `falls back to installed fonts while a font file cannot be opened`() async {
    await #expect(processExitsWith: .success) {
      let fonts = try PrivateFonts(["assets/fonts/Inter-Regular.otf", bars])
      for isRemoved in [true, false] {
        let renderer = try Renderer(cachedMatches: try Self.makeMatches())
        let path = fonts.path(of: "Inter-Regular.otf")
        if isRemoved { unlink(path) } else { try write("no font", toFile: path) }
        #expect(renderer.metrics(of: "To", style: Self.style).advance > 0)
        #expect(renderer.shaper.typefaces.typeface(for: Self.style) == nil)
        try copy("assets/fonts/Inter-Regular.otf", to: path)
        #expect(renderer.shaper.typefaces.typeface(for: Self.style) != nil)
      }
    }
  }

  @Test func `contains only the latest matches and open fonts`() throws {
    let cache = try TypefaceCache(.supplementary, cachedMatches: nil)
    weak let first = cache.typeface(for: TextStyle(family: "Bars", size: 13))
    #expect(first != nil)
    for number in 0..<40 { _ = cache.typeface(for: TextStyle(family: "Inter, \(number)", size: 13)) }
    let families = try #require(cache.matches).matches.map(\.request.family)
    #expect(families == (40 - FontMatchCache.maximumCount..<40).map { "Inter, \($0)" })
    #expect(first == nil)
  }
}

/// The path of the font `Bars`, which exists only for tests.
let bars = "Tests/CairoRenderingTests/Fonts/Bars.ttf"

extension FontMatchCache {
  /// A cache with one existing file, created without fontconfig.
  static var sample: FontMatchCache {
    let file = FontFile(
      stamp: FileStamp(of: "\(repositoryRoot)/\(bars)"), index: 0x3_0001,
      variations: "wght=350,opsz=14")
    var matches = FontMatchCache(
      cacheKey: FontCacheKey(
        variables: FontCacheKey.currentVariables,
        stamps: [FileStamp(of: repositoryRoot), FileStamp(of: "/nowhere/a b")]))
    matches.preferredFamily = "Bars, Inter"
    matches.add(FontMatch(request: FontRequest(family: "Inter", weight: 350), file: file))
    return matches
  }
}

extension FontMatch {
  static var ofMissingFile: FontMatch {
    FontMatch(
      request: FontRequest(family: "Gone", weight: 400),
      file: FontFile(stamp: FileStamp(of: "/nowhere/gone.otf"), index: 0, variations: ""))
  }
}
