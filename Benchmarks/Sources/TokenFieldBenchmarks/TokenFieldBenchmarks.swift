/// Measures token fields of 1,000 to 100,000 tokens and prints a table. With a file name as
/// argument, it also writes a chart (SVG).
@main
enum TokenFieldBenchmarks {
  private static let sizes = [1_000, 10_000, 100_000]

  static func main() {
    // Warms up the processor and the allocator.
    _ = FieldMeasurement(tokenCount: sizes[0])
    let measurements = sizes.map(FieldMeasurement.init)
    printTable(of: measurements)
    for count in sizes.dropFirst() { printPastes(of: count) }
    guard let path = CommandLine.arguments.dropFirst().first else { return }
    CostChart(of: measurements).write(to: path)
  }

  private static func printTable(of measurements: [FieldMeasurement]) {
    print(
      "| tokens | \(measurements.map { "\($0.tokenCount)" }.joined(separator: " | ")) | last to first |"
    )
    print("|---|\(measurements.map { _ in "---:|" }.joined())---:|")
    printRow("opening, ms", measurements.map { $0.opening * 1e3 })
    printRow("bytes per token in addition to its text", measurements.map(\.bytesPerToken))
    for (index, operation) in FieldMeasurement.operations.enumerated() {
      let costs = measurements.map { $0.costs[index].seconds * 1e6 }
      printRow("\(operation.name), µs", costs, ratio: costs[costs.count - 1] / costs[0])
    }
  }

  private static func printPastes(of tokenCount: Int) {
    print(
      "\n| \(tokenCount) tokens pasted | longest call, ms | total, s | frames | undo, ms |")
    print("|---|---:|---:|---:|---:|")
    for scenario in PasteMeasurement.scenarios {
      let paste = PasteMeasurement(scenario, tokenCount: tokenCount)
      let numbers = [paste.longest * 1e3, paste.total, Double(paste.frames), paste.undoing * 1e3]
      print("| \(scenario.name) | \(numbers.map(rounded).joined(separator: " | ")) |")
    }
  }

  private static func rounded(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

  private static func printRow(_ name: String, _ values: [Double], ratio: Double? = nil) {
    let numbers = values.map(rounded).joined(separator: " | ")
    let last = ratio.map { "\(($0 * 100).rounded() / 100) ×" } ?? ""
    print("| \(name) | \(numbers) | \(last) |")
  }
}
