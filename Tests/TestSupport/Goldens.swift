public import CairoRendering
import Glibc
public import Scene
public import Testing

/// The checkout's folder, found from where this file was compiled.
public let repositoryRoot: String = {
  let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
  return parts.dropLast(3).joined(separator: "/")
}()

/// Where the golden pictures lie.
public let goldensFolder = repositoryRoot + "/Tests/CairoRenderingTests/Goldens"

extension FontSet {
  /// The fonts that tests draw with, whatever is installed: family `Inter` in all four weights.
  public static let test = FontSet.folder(repositoryRoot + "/assets/fonts")
  /// What those lack: family `Inter` in Greek and Cyrillic letters; family `Bars`, which is variable
  /// and has ligatures.
  public static let others = FontSet.folder(repositoryRoot + "/Tests/CairoRenderingTests/Fonts")
}

/// Draws a display list and expects it to look like the golden picture of that name.
///
/// - Parameters:
///   - name: Of the file without `.png`; at a scale other than 1, `@2x` or the like is added.
///   - size: Of the picture, in logical pixels.
///   - scale: Device pixels to one logical pixel.
///   - maxDifference: Of any channel of any pixel, 0…255.
///   - totalPixels: How many pixels may differ at all.
///   - draw: Fills the list; it measures text with what it is given.
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

/// Expects a picture to look like the golden one of that name.
///
/// A missing golden fails and leaves `NAME.new.png` beside where it belongs; a difference leaves
/// `NAME.diff.png` too, amplified, and attaches both. `./run.sh bless` makes new ones golden.
/// Goldens are exact unless a test says why not: text is drawn from outlines without hinting, so
/// only another release of FreeType, HarfBuzz or Cairo may move it.
public func expectGolden(
  _ name: String, _ image: borrowing ImageBuffer, maxDifference: Int = 0, totalPixels: Int = 0,
  in folder: String = goldensFolder, limit: Int = 16 << 10,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let golden = "\(folder)/\(name).png"
  let size = try image.pngBytes().count
  #expect(size <= limit, "a golden picture is small", sourceLocation: sourceLocation)
  guard access(golden, R_OK) == 0 else {
    try leave(image, as: "\(name).new.png", in: folder, sourceLocation)
    Issue.record("no golden picture \(golden)", sourceLocation: sourceLocation)
    return
  }
  let expected = try ImageBuffer(contentsOfPNG: golden)
  let difference = PictureDifference(expected, image)
  guard difference.maxDifference > maxDifference || difference.totalPixels > totalPixels else {
    return
  }
  try leave(image, as: "\(name).new.png", in: folder, sourceLocation)
  if let picture = image.amplifiedDifference(from: expected) {
    try leave(picture, as: "\(name).diff.png", in: folder, sourceLocation)
  }
  Issue.record(
    """
    \(name) differs in \(difference.totalPixels) pixels by up to \(difference.maxDifference), \
    allowed are \(totalPixels) by up to \(maxDifference)
    """, sourceLocation: sourceLocation)
}

private func suffix(_ scale: Double) -> String {
  if scale == 1 { return "" }
  return scale == scale.rounded() ? "@\(Int(scale))x" : "@\(scale)x"
}

private func leave(
  _ image: borrowing ImageBuffer, as name: String, in folder: String,
  _ sourceLocation: SourceLocation
) throws {
  try image.writePNG(to: "\(folder)/\(name)")
  Attachment.record(try image.pngBytes(), named: name, sourceLocation: sourceLocation)
}
