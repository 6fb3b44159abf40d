import Scene

/// The masks that were created but not uploaded yet. They are packed closely when all are known,
/// and each page is uploaded in one request.
struct GatheredMasks {
  private struct Entry {
    let mask: ServerMask
    /// The coverage in rows from the top.
    var coverage: [UInt8]
    /// The number of bytes from the start of one row to the next.
    let stride: Int
  }

  private var entries: [Entry] = []

  /// Adds the pixels of a mask: rows from the top, `stride` bytes from the start of one to the
  /// next.
  mutating func add(_ mask: ServerMask, _ coverage: UnsafeBufferPointer<UInt8>, stride: Int) {
    entries.append(Entry(mask: mask, coverage: Array(coverage), stride: stride))
  }

  /// Removes a mask and overwrites its pixels.
  mutating func erase(_ mask: ServerMask) {
    guard let index = entries.firstIndex(where: { $0.mask === mask }) else { return }
    entries[index].coverage.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    entries.remove(at: index)
  }

  /// Allocates a slot for each mask and uploads the pages. The highest masks come first to reduce
  /// unused space.
  func send(by render: RenderExtension) {
    var pages: [MaskPage] = []
    for entry in entries.sorted(by: { $0.mask.size.height > $1.mask.size.height }) {
      let site = render.allocateSlot(for: entry.mask.size)
      entry.mask.assign(to: site)
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
          for row in 0..<site.rect.height {
            let start = row * entry.stride
            let index = (site.rect.y + row) * used.width + site.rect.x
            _ = pixels.extracting(index...).update(
              fromContentsOf: coverage.extracting(start..<start + site.rect.width))
          }
        }
      }
      page.put(UnsafeBufferPointer(pixels), stride: used.width, in: used)
    }
  }
}
