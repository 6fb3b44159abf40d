import Testing

@Suite struct `Motion determinism` {
  @Test func `returns the recorded bits`() {
    let differences = MotionTrace.differences
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
  }
}
