import Glibc

/// A chart of the cost of each operation by the number of tokens, with logarithmic axes, as SVG.
struct CostChart {
  private static let (width, height, margin) = (780.0, 420.0, 60.0)
  private static let colors = [
    "#007AFF", "#34C759", "#FF9500", "#AF52DE", "#FF3B30", "#5AC8FA", "#8E8E93", "#A2845E",
    "#FFCC00", "#00C7BE", "#5856D6",
  ]

  private let measurements: [FieldMeasurement]

  init(of measurements: [FieldMeasurement]) { self.measurements = measurements }

  func write(to path: String) {
    guard let file = fopen(path, "w") else {
      perror(path)
      exit(1)
    }
    defer { fclose(file) }
    fputs(text, file)
  }

  private var text: String {
    let curves = FieldMeasurement.operations.indices.map { index in
      curve(
        FieldMeasurement.operations[index].name,
        measurements.map { $0.costs[index].seconds }, index)
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(Self.height)" \
      font-family="sans-serif" font-size="12">
      <rect width="100%" height="100%" fill="white"/>
      \(grid)
      \(curves.joined(separator: "\n"))
      </svg>

      """
  }

  /// Grid lines at 10 µs, 100 µs, 1 ms and 4 ms, the limit for a key, and at each number of tokens.
  private var grid: String {
    let rows = [(1e-5, "10 µs"), (1e-4, "100 µs"), (1e-3, "1 ms"), (4e-3, "4 ms")].map {
      time, name in
      line(from: (Self.margin, y(time)), to: (Self.width - 220, y(time)))
        + label(name, at: (8, y(time) + 4))
    }
    let columns = measurements.map { measurement in
      let x = x(measurement.tokenCount)
      return line(from: (x, 20), to: (x, Self.height - Self.margin))
        + label("\(measurement.tokenCount)", at: (x - 20, Self.height - Self.margin + 18))
    }
    return (rows + columns).joined(separator: "\n")
  }

  private func curve(_ name: String, _ times: [Double], _ index: Int) -> String {
    let color = Self.colors[index % Self.colors.count]
    let points = zip(measurements, times).map { "\(x($0.tokenCount)),\(y($1))" }
    let end = Self.margin - 30 + Double(index) * 18
    return """
      <polyline points="\(points.joined(separator: " "))" fill="none" stroke="\(color)" stroke-width="2"/>
      <text x="\(Self.width - 200)" y="\(end)" fill="\(color)">\(name)</text>
      """
  }

  private func line(from start: (Double, Double), to end: (Double, Double)) -> String {
    "<path d=\"M\(start.0) \(start.1)L\(end.0) \(end.1)\" stroke=\"#DDD\"/>"
  }

  private func label(_ text: String, at position: (Double, Double)) -> String {
    "<text x=\"\(position.0)\" y=\"\(position.1)\" fill=\"#666\">\(text)</text>"
  }

  private func x(_ count: Int) -> Double {
    let first = log10(Double(measurements[0].tokenCount))
    let last = log10(Double(measurements[measurements.count - 1].tokenCount))
    let part = (log10(Double(count)) - first) / max(1, last - first)
    return Self.margin + 20 + part * (Self.width - Self.margin - 280)
  }

  /// Returns the y coordinate of a time, from 1 µs at the bottom to 10 ms at the top.
  private func y(_ time: Double) -> Double {
    let part = (log10(max(time, 1e-6)) + 6) / 4
    return Self.height - Self.margin - part * (Self.height - Self.margin - 20)
  }
}
