import Motion

/// Prints the duration of Motion's calls and of a reference spring in the same run, or checks the
/// requirements of the release build.
///
/// Run it with `swift run -c release MotionBenchmarks`, the check with `--check` after it.
@main
struct MotionBenchmarks {
  static func main() {
    if CommandLine.arguments.dropFirst().first == "--check" {
      ReleaseCheck.run()
    } else {
      SpringBenchmarks.warmUp()
      print("| one call, median of 101 runs | ns | reference, ns | |\n|---|---:|---:|---:|")
      for measurement in SpringBenchmarks.all + AnimatedBenchmarks.all { print(measurement.row) }
    }
  }
}
