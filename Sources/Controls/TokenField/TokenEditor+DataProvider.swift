public import Scene

extension DataType {
  /// Content that is transferred between token fields: tokens with their identities, and the text
  /// between them. Each token or text run is a netstring ([D. J. Bernstein, 1997][1]) of a letter
  /// and its bytes: `t` for a token in the encoding of its adapter, `s` for text.
  ///
  /// [1]: https://cr.yp.to/proto/netstrings.txt
  public static let tokens = DataType("application/x-tactile-tokens")
}

extension TokenEditor {
  /// The current selection as data for other programs. Later changes do not affect it. It is
  /// encoded only when it is requested.
  var selectedData: DataProvider {
    let (elements, ranges, adapter) = (elements, selectedRanges, adapter)
    var representations = [
      DataProvider.Representation(.tokens) { Self.encode(elements.slices(ranges), of: adapter) },
      DataProvider.Representation(.text) { Array(Self.text(of: elements.slices(ranges), adapter).utf8) },
    ]
    if ranges.reduce(0, { $0 + $1.count }) <= Self.maximumFileCount,
      Self.areFiles(elements.slices(ranges), adapter)
    {
      let files = DataProvider.Representation(.uriList) { Self.uriList(of: elements.slices(ranges), adapter) }
      representations.insert(files, at: 1)
    }
    return DataProvider(representations)
  }

  /// Returns the tokens and text runs, separated by a comma and a space.
  static func text(of elements: Elements, _ adapter: Adapter) -> String {
    var (text, isFirst) = ("", true)
    for item in elements.items {
      if !isFirst { text += ", " }
      isFirst = false
      switch item {
      case .token(let token): text += adapter.text(of: token)
      case .text(let run): text += run.string
      }
    }
    return text
  }

  private static func encode(_ elements: Elements, of adapter: Adapter) -> [UInt8] {
    var bytes: [UInt8] = []
    for item in elements.items {
      switch item {
      case .token(let token): Netstring.append([UInt8(ascii: "t")] + adapter.encode(token), to: &bytes)
      case .text(let run): Netstring.append([UInt8(ascii: "s")] + Array(run.string.utf8), to: &bytes)
      }
    }
    return bytes
  }

  /// The maximum number of files that are offered as a URI list. Each change of the selection has
  /// to check whether all of them are files.
  private static var maximumFileCount: Int { 1000 }

  /// Returns whether all elements are tokens that represent files.
  private static func areFiles(_ elements: Elements, _ adapter: Adapter) -> Bool {
    elements.items.allSatisfy { item in item.token.map { adapter.filePath(of: $0) != nil } ?? false }
  }

  private static func uriList(of elements: Elements, _ adapter: Adapter) -> [UInt8] {
    Array(URIList.list(ofFiles: elements.items.compactMap { $0.token.flatMap(adapter.filePath) }).utf8)
  }
}
