import Scene

/// Masks that were made and not sent yet: they stand close together on their pages once all are
/// known, and each page is sent in one request.
struct GatheredMasks {
  private struct Entry {
    let mask: ServerMask
    /// Rows from the top.
    var coverage: [UInt8]
    /// Bytes from the start of one row to that of the next.
    let stride: Int
  }

  private var entries: [Entry] = []

  /// Keeps a mask's pixels: rows from the top, `stride` bytes from the start of one to the next.
  mutating func add(_ mask: ServerMask, _ coverage: UnsafeBufferPointer<UInt8>, stride: Int) {
    entries.append(Entry(mask: mask, coverage: Array(coverage), stride: stride))
  }

  /// Forgets a mask, and leaves no trace of it.
  mutating func erase(_ mask: ServerMask) {
    guard let index = entries.firstIndex(where: { $0.mask === mask }) else { return }
    entries[index].coverage.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    entries.remove(at: index)
  }

  /// Gives all their places and sends them; the highest first, so that little is left between them.
  func send(by render: RenderExtension) {
    var pages: [MaskPage] = []
    for entry in entries.sorted(by: { $0.mask.size.height > $1.mask.size.height }) {
      let site = render.room(for: entry.mask.size)
      entry.mask.settle(at: site)
      if pages.last !== site.page { pages.append(site.page) }
    }
    for page in pages { send(page) }
  }

  private func send(_ page: MaskPage) {
    let used = PixelRect(x: 0, y: 0, width: page.size.width, height: page.usedHeight)
    var pixels = [UInt8](repeating: 0, count: used.area)
    pixels.withUnsafeMutableBufferPointer { pixels in
      for entry in entries {
        guard let site = entry.mask.site, site.page === page else { continue }
        entry.coverage.withUnsafeBufferPointer { coverage in
          for row in 0..<site.place.height {
            let start = row * entry.stride
            let place = (site.place.y + row) * used.width + site.place.x
            _ = pixels.extracting(place...)
              .update(fromContentsOf: coverage.extracting(start..<start + site.place.width))
          }
        }
      }
      page.put(UnsafeBufferPointer(pixels), stride: used.width, in: used)
    }
  }
}
