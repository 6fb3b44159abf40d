extension Screenshot {
  /// Whether anything is drawn on the background: at least twelve pixels differ from the most
  /// frequent color. Only every second pixel of every second row is examined.
  var showsContent: Bool {
    var counts: [UInt32: Int] = [:]
    for y in stride(from: 0, to: height, by: 2) {
      // Most pixels equal the previous one. Counting runs is many times faster.
      var (previous, run) = (UInt32.max, 0)
      for x in stride(from: 0, to: width, by: 2) {
        let pixel = pixels[y * width + x]
        if pixel != previous {
          counts[previous, default: 0] += run
          (previous, run) = (pixel, 0)
        }
        run += 1
      }
      counts[previous, default: 0] += run
    }
    let total = counts.values.reduce(0, +)
    return total - (counts.values.max() ?? 0) >= 12
  }
}
