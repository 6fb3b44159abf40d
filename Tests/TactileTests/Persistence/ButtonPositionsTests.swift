import Controls
import Glibc
import ScreenDriver
import System
import TestSupport
import Testing

@testable import Tactile

@Suite final class `Window button positions` {
  private let directory: TemporaryDirectory
  private let path: String
  private var warnings: [String] = []

  init() throws {
    directory = try TemporaryDirectory()
    path = "\(directory.path)/tactile/window-button"
  }

  private func positions() -> ButtonPositions {
    ButtonPositions(named: "window-button", in: directory.path) { self.warnings.append($0) }
  }

  private func save(_ position: UnitPoint, of shape: FloatingButton.Shape = .button) {
    var positions = positions()
    positions.save(ButtonPositions.SavedPosition(position: position), for: shape.rawValue)
  }

  private func status() throws -> stat {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status
  }

  @Test(arguments: seeds(200))
  func `B11 are read without loss of precision`(seed: Int) {
    var random = SeededGenerator(seed: seed)
    let sizes = [1, 1, 0.1, 1e-20, .leastNonzeroMagnitude]
    let numbers = (0..<2).map { _ in
      Double.random(in: 0...1, using: &random) * (sizes.randomElement(using: &random) ?? 1)
    }
    save(UnitPoint(x: numbers[0], y: numbers[1]))
    #expect(positions().position(of: .button) == UnitPoint(x: numbers[0], y: numbers[1]))
    #expect(warnings.isEmpty)
  }

  @Test func `B11 are separate for ball and button, also of several windows`() throws {
    var (first, second) = (positions(), positions())
    let (button, ball) = (UnitPoint(x: 0, y: 0.3), UnitPoint(x: 0.4, y: 0.3))
    first.save(ButtonPositions.SavedPosition(position: button), for: "button")
    second.save(ButtonPositions.SavedPosition(position: ball), for: "ball")
    #expect(positions().position(of: .button) == button && positions().position(of: .ball) == ball)
    #expect(try names(inDirectory: "\(directory.path)/tactile") == ["window-button"])
  }

  @Test func `do not write an unchanged position`() throws {
    save(UnitPoint(x: 0, y: 0.3))
    let written = try status()
    save(UnitPoint(x: 0, y: 0.3))
    #expect(try status().st_ino == written.st_ino)
    save(UnitPoint(x: 0, y: 0.4))
    #expect(try status().st_ino != written.st_ino)
  }

  @Test func `B11 overwrite a position that another window has saved in the meantime`() {
    save(UnitPoint(x: 0, y: 0.3))
    var positions = positions()
    save(UnitPoint(x: 1, y: 1))
    positions.save(ButtonPositions.SavedPosition(position: UnitPoint(x: 0, y: 0.3)), for: "button")
    #expect(self.positions().position(of: .button) == UnitPoint(x: 0, y: 0.3))
  }

  @Test func `B11 are read from the file of version 0.1 until they are saved`() throws {
    mkdir("\(directory.path)/tactile", 0o700)
    try write(
      "version = 1\nedge = trailing\nx = 1.0\ny = 0.25\n", toFile: "\(directory.path)/tactile/ball-place")
    #expect(positions().position(of: .ball) == UnitPoint(x: 1, y: 0.25))
    #expect(positions().position(of: .button) == nil && warnings.isEmpty)
    save(UnitPoint(x: 0, y: 0.5), of: .ball)
    #expect(positions().position(of: .ball) == UnitPoint(x: 0, y: 0.5))
    let damaged = ["", "x = 1.0", "x = nan\ny = 0", "x = 2\ny = 0", "=\n=\n", "\u{1}"]
    for (index, text) in damaged.enumerated() {
      try write(text, toFile: "\(directory.path)/tactile/button-place")
      #expect(positions().position(of: .button) == nil && warnings.count == index + 1)
    }
  }

  @Test func `B11 ignore a damaged file with a one-line warning, and replace it`() throws {
    mkdir("\(directory.path)/tactile", 0o700)
    try write("noise\n", toFile: path)
    #expect(positions().position(of: .button) == nil)
    #expect(warnings.count == 1)
    #expect(
      warnings[0].hasPrefix("cannot read the button position in '\(path)': the file is damaged; using "))
    save(UnitPoint(x: 1, y: 1))
    warnings = []
    #expect(positions().position(of: .button) == UnitPoint(x: 1, y: 1) && warnings.isEmpty)
  }

  @Test func `B11 report a failed write in one line, once`() throws {
    try write("", toFile: "\(directory.path)/tactile")
    var positions = positions()
    #expect(warnings.isEmpty)
    for y in [0, 1.0] {
      positions.save(ButtonPositions.SavedPosition(position: UnitPoint(x: 1, y: y)), for: "button")
    }
    #expect(warnings == ["cannot save the button position to '\(path)': Not a directory"])
  }

  @Test func `report in one line that they cannot be saved without a directory`() {
    var positions = ButtonPositions(named: "window-button", in: nil) { self.warnings.append($0) }
    #expect(positions.position(of: .button) == nil && warnings.isEmpty)
    positions.save(ButtonPositions.SavedPosition(position: UnitPoint(x: 1, y: 1)), for: "button")
    #expect(warnings.count == 1 && warnings[0].contains("XDG_STATE_HOME and HOME"))
  }
}
