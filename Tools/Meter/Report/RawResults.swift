/// Returns all measurements as JSON: every sample of each metric, by program.
func rawResults(_ columns: [(name: String, results: MeasurementResults)], machine: String) -> String {
  let programs = columns.map { column in
    let metrics = Metric.allCases.compactMap { metric in
      column.results.samples[metric].map { "      \(quoted(metric.rawValue)): \($0)" }
    }
    return "    \(quoted(column.name)): {\n\(metrics.joined(separator: ",\n"))\n    }"
  }
  return """
    {
      "machine": \(quoted(machine)),
      "programs": {
    \(programs.joined(separator: ",\n"))
      }
    }

    """
}

/// Returns a string as a JSON string (RFC 8259, section 7). Control characters become spaces.
private func quoted(_ text: String) -> String {
  var quoted = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": quoted += "\\\(scalar)"
    case "\u{0}"..<" ": quoted += " "
    default: quoted.unicodeScalars.append(scalar)
    }
  }
  return quoted + "\""
}
