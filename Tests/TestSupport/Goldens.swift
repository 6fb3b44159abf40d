public import CairoRendering
import Glibc
public import Scene
public import Testing

/// The root directory of the checkout, derived from the path of this source file.
public let repositoryRoot: String = {
  let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
  return parts.dropLast(3).joined(separator: "/")
}()

/// The directory of the golden images.
public let goldensDirectory = repositoryRoot + "/Tests/CairoRenderingTests/Goldens"

extension FontSource {
  /// The fonts of tests, independent of the installed fonts: family `Inter` in all four weights.
  public static let test = FontSource.directory(repositoryRoot + "/assets/fonts")
  /// Fonts that `test` lacks: family `Inter` with Greek and Cyrillic letters, and family `Bars`,
  /// which is variable and has ligatures.
  public static let supplementary = FontSource.directory(repositoryRoot + "/Tests/CairoRenderingTests/Fonts")
}

/// Draws a display list and expects the result to equal a golden image.
///
/// - Parameters:
///   - name: The file name without `.png`. At a scale other than 1, a suffix such as `@2x` is
///     added.
///   - size: The size of the image, in logical pixels.
///   - scale: The number of device pixels per logical pixel.
///   - maxDifference: The maximum difference of any channel of any pixel, 0…255.
///   - totalPixels: The maximum number of pixels that differ.
///   - draw: Fills the list. The second argument measures text.
public func expectGolden(
  _ name: String, size: Size, scale: Double = 1, maxDifference: Int = 0, totalPixels: Int = 0,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ draw: (inout DisplayList, any TextMeasuring) throws -> Void
) throws {
  let renderer = try Renderer(fonts: .test)
  var list = DisplayList()
  try draw(&list, renderer)
  let image = ImageBuffer(size: size, scale: scale)
  try image.withBitmap { bitmap throws(RenderingError) in try renderer.draw(list, into: bitmap) }
  try expectGolden(
    name + suffix(scale), image, maxDifference: maxDifference, totalPixels: totalPixels,
    sourceLocation: sourceLocation)
}

/// Expects an image to equal a golden image.
///
/// If the golden image is missing, the test fails and writes `NAME.new.png` to the same directory.
/// If the images differ, it also writes `NAME.diff.png`, the amplified difference, and attaches
/// both. `./run.sh bless` replaces golden images by the new ones. The comparison is exact unless a
/// test gives a reason for a tolerance: text is drawn from outlines without hinting, so it depends
/// only on the releases of FreeType, HarfBuzz and Cairo.
public func expectGolden(
  _ name: String, _ image: borrowing ImageBuffer, maxDifference: Int = 0, totalPixels: Int = 0,
  in directory: String = goldensDirectory, limit: Int = 16 << 10,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let golden = "\(directory)/\(name).png"
  guard access(golden, R_OK) == 0 else {
    try writeAndAttach(image, as: "\(name).new.png", in: directory, sourceLocation)
    Issue.record("golden image \(golden) is missing", sourceLocation: sourceLocation)
    return
  }
  let size = try bytes(ofFile: golden).count
  #expect(size <= limit, "golden image file is too large", sourceLocation: sourceLocation)
  let expected = try ImageBuffer(contentsOfPNG: golden)
  let difference = ImageDifference(expected, image)
  guard difference.maxDifference > maxDifference || difference.totalPixels > totalPixels else {
    return
  }
  try writeAndAttach(image, as: "\(name).new.png", in: directory, sourceLocation)
  if let diffImage = image.amplifiedDifference(from: expected) {
    try writeAndAttach(diffImage, as: "\(name).diff.png", in: directory, sourceLocation)
  }
  Issue.record(
    """
    \(name) differs in \(difference.totalPixels) pixels by up to \(difference.maxDifference); \
    the limit is \(totalPixels) pixels by up to \(maxDifference)
    """, sourceLocation: sourceLocation)
}

private func suffix(_ scale: Double) -> String {
  if scale == 1 { return "" }
  return scale == scale.rounded() ? "@\(Int(scale))x" : "@\(scale)x"
}

private func writeAndAttach(
  _ image: borrowing ImageBuffer, as name: String, in directory: String,
  _ sourceLocation: SourceLocation
) throws {
  let path = "\(directory)/\(name)"
  try image.writePNG(to: path)
  Attachment.record(try bytes(ofFile: path), named: name, sourceLocation: sourceLocation)
}
