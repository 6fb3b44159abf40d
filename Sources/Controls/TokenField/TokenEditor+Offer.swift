public import Scene

extension DataType {
  /// Tokens with their identities, and the text between them, from a token field to another: each
  /// unit as a netstring ([D. J. Bernstein, 1997][1]) of a letter and its bytes, `t` for a token as
  /// its kind encodes it, `s` for text.
  ///
  /// [1]: https://cr.yp.to/proto/netstrings.txt
  public static let tokens = DataType("application/x-tactile-tokens")
}

extension TokenEditor {
  /// What is selected, for other programs; it stays as it is now, and costs little until it is taken.
  var selectedData: DataOffer {
    let (units, ranges, kind) = (units, selectedRanges, kind)
    var forms = [
      DataOffer.Form(.tokens) { Self.encode(units.slices(ranges), of: kind) },
      DataOffer.Form(.text) { Array(Self.text(of: units.slices(ranges), kind).utf8) },
    ]
    if ranges.reduce(0, { $0 + $1.count }) <= Self.mostFiles,
      Self.areFiles(units.slices(ranges), kind)
    {
      let files = DataOffer.Form(.uriList) { Self.uriList(of: units.slices(ranges), kind) }
      forms.insert(files, at: 1)
    }
    return DataOffer(forms)
  }

  /// Tokens and text with a comma and a space between them.
  static func text(of units: Units, _ kind: Kind) -> String {
    var (text, isFirst) = ("", true)
    units.forEachPiece { piece in
      if !isFirst { text += ", " }
      isFirst = false
      switch piece {
      case .token(let token): text += kind.text(of: token)
      case .text(let string): text += string
      }
    }
    return text
  }

  private static func encode(_ units: Units, of kind: Kind) -> [UInt8] {
    var bytes: [UInt8] = []
    units.forEachPiece { piece in
      switch piece {
      case .token(let token): Netstring.append([UInt8(ascii: "t")] + kind.encode(token), to: &bytes)
      case .text(let string): Netstring.append([UInt8(ascii: "s")] + Array(string.utf8), to: &bytes)
      }
    }
    return bytes
  }

  /// How many files are given to other programs as such at most; that they all are files has to be
  /// known each time that something is selected.
  private static var mostFiles: Int { 1000 }

  /// Whether all there is are tokens that stand for files.
  private static func areFiles(_ units: Units, _ kind: Kind) -> Bool {
    units.allSatisfy { unit in unit.token.map { kind.filePath(of: $0) != nil } ?? false }
  }

  private static func uriList(of units: Units, _ kind: Kind) -> [UInt8] {
    Array(URIList.list(ofFiles: units.compactMap { $0.token.flatMap(kind.filePath) }).utf8)
  }
}
