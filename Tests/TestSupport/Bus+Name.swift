package import DBus

extension Bus {
  /// Requests a well-known name without waiting in its queue. The reply contains 1 if this connection owns it.
  ///
  /// - Returns: The serial number of the call.
  /// - Throws: `noMemory`; `invalidMessage` if the name contains a NUL.
  @discardableResult package func requestName(_ name: String) throws(BusError) -> UInt32 {
    let doNotQueue: UInt32 = 4
    return try call(
      "RequestName", of: Bus.name, at: Bus.path, ownedBy: Bus.name, [.string(name), .uint32(doNotQueue)])
  }
}
