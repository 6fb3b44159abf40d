import CX11
import X11

/// The sources of the scale (device pixels per logical pixel), in order of precedence.
///
/// All scales are in ½…8. A value outside this range, or one that is not a number, is ignored.
struct ScaleResolver: Hashable, Sendable {
  /// The scale that the user has set for this program.
  var override: Double?
  /// The settings of the desktop.
  var settings = XSettings()
  /// The scale from the resource `Xft.dpi`.
  var resource: Double?

  /// The scale of the whole screen, independent of the window position. `nil` if no source defines
  /// it; then the monitor does.
  var global: Double? { override ?? gdkScale ?? xftScale ?? resource }

  /// The scale from GTK's integer factor and its unscaled resolution, which includes the text size
  /// that the user has chosen. A factor of 1 without a resolution is ignored, because settings
  /// daemons write it as a default.
  private var gdkScale: Double? {
    let factor = settings.integer(.windowScalingFactor).flatMap { $0 > 0 ? Double($0) : nil }
    if let resolution = settings.integer(.unscaledDPI), resolution > 0 {
      return Self.validated((factor ?? 1) * Double(resolution) / 1024 / Monitor.defaultResolution)
    }
    return factor.flatMap { $0 > 1 ? Self.validated($0) : nil }
  }

  /// The scale from `Xft/DPI`, which is in units of 1/1024 dot per inch.
  private var xftScale: Double? {
    settings.integer(.dpi).flatMap { Self.validated(Double($0) / 1024 / Monitor.defaultResolution) }
  }

  /// Returns the scale if it is in the allowed range.
  static func validated(_ scale: Double) -> Double? { Monitor.allowedScales.contains(scale) ? scale : nil }
}

/// The display's resources, which the user can set, parsed by Xlib (`XrmDatabase`).
struct ResourceDatabase: ~Copyable {
  private let database: XrmDatabase

  /// - Parameter text: The content of the property `RESOURCE_MANAGER`.
  /// - Returns: `nil` if there is no memory.
  init?(_ text: String) {
    XrmInitialize()
    // Xlib joins a line with the next one if an odd number of backslashes ends a value, but not after a
    // comment or a directive.
    var (isContinued, isKept) = (false, false)
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let entries = lines.map(Substring.init).filter { line in
      let first = line.utf8.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
      let isComment = first == UInt8(ascii: "!") || first == UInt8(ascii: "#")
      let hasValue = isContinued || !isComment && line.utf8.contains(UInt8(ascii: ":"))
      if !isContinued { isKept = Self.mayMatch(line) }
      isContinued = hasValue && line.utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }.count % 2 == 1
      return isKept
    }
    guard let database = XrmGetStringDatabase(entries.joined(separator: "\n") + "\n") else { return nil }
    self.database = database
  }

  /// Returns whether a line may set `Xft.dpi`. Any client can write the other lines, and Xlib keeps their names until
  /// the end of the process, reads beyond the ends of names with the same hash, and opens the files that they include.
  private static func mayMatch(_ line: Substring) -> Bool {
    guard let end = line.firstIndex(of: ":") else { return false }
    return line[..<end].split { ".* \t".contains($0) }.allSatisfy { ["Xft", "dpi", "Dpi", "?"].contains($0) }
  }

  deinit { XrmDestroyDatabase(database) }

  /// The scale from `Xft.dpi`, where 96 dots per inch are 1. `nil` if it is not set or not
  /// plausible. Entries such as `*Dpi` match its class.
  var scale: Double? {
    var type: UnsafeMutablePointer<CChar>?
    var value = XrmValue()
    guard XrmGetResource(database, "Xft.dpi", "Xft.Dpi", &type, &value) != 0, let address = value.addr else {
      return nil
    }
    return Self.scale(dpi: String(cString: address))
  }

  /// Returns the scale for a value of `Xft.dpi`. `nil` if it is not between ½ and 8.
  static func scale(dpi: String) -> Double? {
    let number = dpi.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    return Double(number).flatMap { ScaleResolver.validated($0 / Monitor.defaultResolution) }
  }
}

extension Connection {
  /// The maximum number of bytes of resources that are read after a change.
  private static let maximumResourceSize = 1 << 20

  /// The scale from the resource `Xft.dpi` that Xlib read at the connection. Needs no round trip.
  ///
  /// If the session has set no resources, Xlib reads them from the file `~/.Xdefaults`.
  var initialResourceScale: Double? {
    guard let text = XResourceManagerString(display) else {
      return XGetDefault(display, "Xft", "dpi").flatMap { ResourceDatabase.scale(dpi: String(cString: $0)) }
    }
    return ResourceDatabase(String(cString: text))?.scale
  }

  /// The scale from the current resources. Needs one round trip.
  var resourceScale: Double? {
    let bytes = bytes(ofProperty: XA_RESOURCE_MANAGER, of: root, limit: Self.maximumResourceSize)
    // Xlib would treat a zero byte as the end of the text.
    return bytes.flatMap { ResourceDatabase(String(decoding: $0, as: UTF8.self))?.scale }
  }
}
