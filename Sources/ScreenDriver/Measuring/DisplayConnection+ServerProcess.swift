import CX11
import Glibc

extension DisplayConnection {
  /// The process of the X server; `nil` where it is on another machine.
  public var serverProcess: Int32? {
    // The three numbers of C's ucred: process, user, group.
    var credentials: [Int32] = [0, 0, 0]
    var size = socklen_t(MemoryLayout<Int32>.stride * credentials.count)
    let status = getsockopt(
      XConnectionNumber(pointer), SOL_SOCKET, SO_PEERCRED, &credentials, &size)
    return status == 0 && credentials[0] > 0 ? credentials[0] : nil
  }

  /// Who made the server, and which release it is.
  public var serverName: String {
    let vendor = XServerVendor(pointer).map { String(cString: $0) } ?? "an unknown X server"
    return "\(vendor) \(XVendorRelease(pointer))"
  }
}
