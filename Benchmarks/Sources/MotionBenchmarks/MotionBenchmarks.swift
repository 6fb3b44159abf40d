import Motion

/// Prints how long Motion's calls take, beside the textbook's spring in the same run, or checks
/// what must hold of the release build.
///
/// Run it with `swift run -c release --package-path Benchmarks`, the check with `-- --check`.
@main
struct MotionBenchmarks {
  static func main() {
    if CommandLine.arguments.dropFirst().first == "--check" {
      ReleaseCheck.run()
    } else {
      SpringBenchmarks.warmUp()
      print("| one call, median of 101 runs | ns | textbook, ns | |\n|---|---:|---:|---:|")
      for measurement in SpringBenchmarks.all + AnimatedBenchmarks.all { print(measurement.row) }
    }
  }
}
