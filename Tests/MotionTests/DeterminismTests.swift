import Testing

@Suite struct `Motion's numbers` {
  @Test func `are those written down, bit by bit`() {
    let differences = MotionTrace.differences
    #expect(differences.isEmpty, "\(differences.joined(separator: "\n"))")
  }
}
