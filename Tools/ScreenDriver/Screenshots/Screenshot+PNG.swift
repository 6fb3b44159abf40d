import CairoRendering
import Scene

extension Screenshot {
  /// Writes the screenshot as a PNG file.
  ///
  /// - Throws: `file`.
  public func writePNG(to path: String) throws(ScreenDriverError) {
    let picture = ImageBuffer(width: width, height: height)
    for (index, pixel) in pixels.enumerated() { picture[index % width, index / width] = 0xFF00_0000 | pixel }
    do throws(RenderingError) { try picture.writePNG(to: path) } catch {
      throw .file(path: path, reason: "\(error)")
    }
  }
}
