import CX11
import Glibc

extension DisplayConnection {
  /// The process ID of the X server. `nil` if the server is on another machine.
  public var serverProcess: Int32? {
    // The three fields of the C structure ucred: process, user, group.
    var credentials: [Int32] = [0, 0, 0]
    var size = socklen_t(MemoryLayout<Int32>.stride * credentials.count)
    let status = getsockopt(XConnectionNumber(pointer), SOL_SOCKET, SO_PEERCRED, &credentials, &size)
    return status == 0 && credentials[0] > 0 ? credentials[0] : nil
  }

  /// The vendor and the release of the server.
  public var serverName: String {
    let vendor = XServerVendor(pointer).map { String(cString: $0) } ?? "an unknown X server"
    return "\(vendor) \(XVendorRelease(pointer))"
  }
}
