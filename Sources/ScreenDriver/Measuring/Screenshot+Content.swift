extension Screenshot {
  /// Whether anything is drawn on the background: at least twelve pixels of another colour than the
  /// commonest, seen on every second pixel of every second row.
  var showsContent: Bool {
    var counts: [UInt32: Int] = [:]
    for y in stride(from: 0, to: height, by: 2) {
      // Most pixels are as the one before, and counting runs is many times faster.
      var (known, run) = (UInt32.max, 0)
      for x in stride(from: 0, to: width, by: 2) {
        let pixel = pixels[y * width + x]
        if pixel != known {
          counts[known, default: 0] += run
          (known, run) = (pixel, 0)
        }
        run += 1
      }
      counts[known, default: 0] += run
    }
    let total = counts.values.reduce(0, +)
    return total - (counts.values.max() ?? 0) >= 12
  }
}
