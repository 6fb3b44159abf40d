import CX11

extension Connection {
  /// Makes requests about windows of other clients, which may be gone before the server reads them:
  /// its errors about these requests are nobody's fault and are passed over.
  func aboutStrangers<Result>(_ requests: () -> Result) -> Result {
    ProtocolErrors.beginPassingOver(on: display)
    defer { ProtocolErrors.endPassingOver(on: display) }
    return requests()
  }
}
