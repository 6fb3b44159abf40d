import CX11Testing

extension DisplayConnection {
  /// Returns the process that owns a selection. The result is `nil` if there is no owner.
  func owner(ofSelection name: String) -> Int32? {
    guard let window = attempt({ XGetSelectionOwner($0, atom(name)) }), window != None else { return nil }
    var clientID = XResClientIdSpec(client: window, mask: XRES_CLIENT_ID_PID_MASK.rawValue)
    var count = 0
    var found: UnsafeMutablePointer<XResClientIdValue>?
    guard let status = attempt({ XResQueryClientIds($0, 1, &clientID, &count, &found) }), status == Success
    else { return nil }
    defer { XResClientIdsDestroy(count, found) }
    let process = (0..<count).lazy.map { XResGetClientPid(found?.advanced(by: $0)) }
    return process.first { $0 > 0 }
  }
}
