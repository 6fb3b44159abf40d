import CairoRendering
import Glibc
import Scene
import ScreenDriver
import TestSupport
import Testing

@testable import Tactile

@Suite struct `Icon theme` {
  /// Creates themes from the names of their parents, each with a red icon `red` if it has a size.
  private static func image(
    in themes: [String: (parents: String, size: Int?)], named name: String?
  ) throws -> Image? {
    let temporary = try TemporaryDirectory()
    let directory = temporary.path
    for (theme, (parents, size)) in themes {
      let apps = "\(directory)/\(theme)/\(size ?? 0)/apps"
      for path in ["\(directory)/\(theme)", "\(directory)/\(theme)/\(size ?? 0)", apps] { mkdir(path, 0o700) }
      let file = try #require(fopen("\(directory)/\(theme)/index.theme", "w"))
      fputs("[Icon Theme]\nInherits=\(parents)\n", file)
      fclose(file)
      if let size { try ImageBuffer(width: size, height: size).writePNG(to: "\(apps)/red.png") }
    }
    return try? IconTheme(named: name, in: [directory]).image(of: "red", side: 4)
  }

  @Test func `finds the icons of all ancestors`() throws {
    let themes = ["a": ("b, c", nil), "b": ("d", nil), "c": ("", nil), "d": ("a,b", 4 as Int?)]
    #expect(try Self.image(in: themes, named: "a")?.width == 4)
    #expect(try Self.image(in: themes, named: "c") == nil)
    #expect(try Self.image(in: themes, named: nil) == nil)
  }

  @Test func `ends after very many ancestors`() throws {
    var themes = Dictionary(uniqueKeysWithValues: (0..<40).map { ("t\($0)", ("t\($0 + 1)", nil as Int?)) })
    themes["t40"] = ("", 4)
    #expect(try Self.image(in: themes, named: "t0") == nil)
    #expect(try Self.image(in: themes, named: "t30")?.width == 4)
  }

  @Test(arguments: [0, 8, 30, 60]) func `shows a PNG file, and no part of one that ends early`(missing: Int)
    throws
  {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/spot.png"
    try ImageBuffer(width: 4, height: 4).writePNG(to: path)
    var status = stat()
    try #require(stat(path, &status) == 0 && truncate(path, status.st_size - missing) == 0)
    #expect(((try? Image.icon(at: path, side: 4)) != nil) == (missing == 0))
  }
}
