import Glibc
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import CairoRendering

@Suite struct `Remembered fonts` {
  private static let style = TextStyle(family: "Inter, sans-serif", size: 13)

  /// What a program chooses that knows nothing yet.
  private static func choose() throws -> FontChoices {
    let renderer = try Renderer()
    _ = renderer.metrics(of: "Submit", style: style)
    return try #require(renderer.takeNewFontChoices())
  }

  @Test func `give the same text, and nothing is chosen anew`() async {
    await #expect(processExitsWith: .success) {
      let fonts = try PrivateFonts()
      let first = try Renderer()
      let metrics = first.metrics(of: "Submit", style: Self.style)
      let choices = try #require(first.takeNewFontChoices())
      #expect(choices.choices.map(\.file?.path) == [fonts.path(of: "Inter-Regular.otf")])
      #expect(first.takeNewFontChoices() == nil)
      let second = try Renderer(knowing: choices)
      #expect(second.metrics(of: "Submit", style: Self.style) == metrics)
      #expect(second.takeNewFontChoices() == nil)
      // Another weight has to be looked up, and is added to what is known.
      var style = Self.style
      style.weight = .bold
      _ = second.metrics(of: "Submit", style: style)
      #expect(second.takeNewFontChoices()?.choices.count == 2)
      // Which fonts are preferred is known from then on too.
      second.preferredFamily = "Bars"
      #expect(second.takeNewFontChoices()?.preferredFamily == "Bars")
      #expect(second.takeNewFontChoices() == nil)
    }
  }

  @Test func `are those of the system alone`() throws {
    let choices = FontChoices.sample
    let renderer = try Renderer(fonts: .test, knowing: choices)
    _ = renderer.metrics(of: "Submit", style: Self.style)
    let files = try #require(renderer.takeNewFontChoices()).choices.map(\.file)
    #expect(!files.isEmpty)
    #expect(files.allSatisfy { $0?.path.hasPrefix(repositoryRoot) ?? false })
  }

  @Test func `do not hold where the configuration has changed, or the environment`() async {
    await #expect(processExitsWith: .success) {
      let fonts = try PrivateFonts()
      let choices = try Self.choose()
      #expect(choices.stillHold)
      for (variable, value) in [("LC_ALL", "el_GR.UTF-8"), ("XDG_DATA_DIRS", "/nowhere")] {
        let usual = getenv(variable).map { String(cString: $0) }
        setenv(variable, value, 1)
        #expect(!choices.stillHold)
        if let usual { setenv(variable, usual, 1) } else { unsetenv(variable) }
        #expect(choices.stillHold)
      }
      mkdir(fonts.laterFolder, 0o700)
      #expect(!choices.stillHold)
      rmdir(fonts.laterFolder)
      #expect(choices.stillHold)
      let times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
      utimensat(AT_FDCWD, fonts.configuration, times, 0)
      #expect(!choices.stillHold)
    }
  }

  @Test func `do not hold where a font is another one, wherever it lies, or is gone`() async {
    await #expect(processExitsWith: .success) {
      let fonts = try PrivateFonts()
      let target = fonts.moveAway("Inter-Regular.otf")
      let choices = try Self.choose()
      #expect(choices.stillHold)
      rename(target, target + ".old")
      #expect(!choices.stillHold)
      rename(target + ".old", target)
      // As if nobody had touched it, but for the time of the change; the clock of file systems stands
      // still for some milliseconds.
      try Deadline(after: .patience).poll(for: "another time") {
        chmod(target, 0o644)
        return choices.stillHold ? nil : ()
      }
      #expect(choices.circumstances.stillHold)
    }
  }

  @Test func `hold only where the fonts are there`() {
    var choices = FontChoices.sample
    #expect(choices.stillHold)
    choices.add(FontChoice(request: FontRequest(family: "None", weight: 400), file: nil))
    #expect(choices.stillHold)
    choices.add(FontChoice.ofMissingFile)
    #expect(!choices.stillHold)
  }

  @Test func `give way to what the machine has where they are gone when they are opened`() async {
    await #expect(processExitsWith: .success) {
      let fonts = try PrivateFonts(["assets/fonts/Inter-Regular.otf", bars])
      for isGone in [true, false] {
        let renderer = try Renderer(knowing: try Self.choose())
        let path = fonts.path(of: "Inter-Regular.otf")
        if isGone { unlink(path) } else { try write("no font", toFile: path) }
        #expect(renderer.metrics(of: "To", style: Self.style).advance > 0)
        #expect(renderer.shaper.book.typeface(for: Self.style) == nil)
        try copy("assets/fonts/Inter-Regular.otf", to: path)
      }
    }
  }

  @Test func `are the latest, and so are the fonts that are open`() throws {
    let book = try FontBook(.others, knowing: nil)
    weak let first = book.typeface(for: TextStyle(family: "Bars", size: 13))
    #expect(first != nil)
    for number in 0..<40 { _ = book.typeface(for: TextStyle(family: "Inter, \(number)", size: 13)) }
    let families = try #require(book.choices).choices.map(\.request.family)
    #expect(families == (40 - FontChoices.limit..<40).map { "Inter, \($0)" })
    #expect(first == nil)
  }
}

/// One of the fonts for tests alone.
let bars = "Tests/CairoRenderingTests/Fonts/Bars.ttf"

extension FontChoices {
  /// Made without fontconfig, of a file that is there.
  static var sample: FontChoices {
    let file = FontFile(
      stamp: FileStamp(of: "\(repositoryRoot)/\(bars)"), index: 0x3_0001,
      variations: "wght=350,opsz=14")
    var choices = FontChoices(
      under: FontCircumstances(
        variables: FontCircumstances.presentVariables,
        stamps: [FileStamp(of: repositoryRoot), FileStamp(of: "/nowhere/a b")]))
    choices.preferredFamily = "Bars, Inter"
    choices.add(FontChoice(request: FontRequest(family: "Inter", weight: 350), file: file))
    return choices
  }
}

extension FontChoice {
  static var ofMissingFile: FontChoice {
    FontChoice(
      request: FontRequest(family: "Gone", weight: 400),
      file: FontFile(stamp: FileStamp(of: "/nowhere/gone.otf"), index: 0, variations: ""))
  }
}
