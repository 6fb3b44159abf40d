import CSM
import Glibc

extension SessionManager {
  /// Has libSM ask this manager about new programs.
  ///
  /// - Returns: Whether it does.
  func offer(_ complaint: inout [CChar]) -> Bool {
    let me = Unmanaged.passUnretained(self).toOpaque()
    return SmsInitialize(
      "Tactile", "1",
      { client, manager, mask, callbacks, _ in
        guard let manager = SessionManager.at(manager), let callbacks else { return 0 }
        manager.client = client
        mask?.pointee = 0b11_1111_1111
        callbacks.pointee = manager.callbacks
        return 1
      }, me, { _ in 1 }, Int32(complaint.count), &complaint) != 0
  }

  /// What libSM calls when the program speaks.
  private var callbacks: SmsCallbacks {
    let me = Unmanaged.passUnretained(self).toOpaque()
    var callbacks = SmsCallbacks()
    callbacks.register_client.manager_data = me
    callbacks.register_client.callback = { client, manager, previousID in
      SessionManager.at(manager)?.register(client, previousID)
      return 1
    }
    callbacks.set_properties.manager_data = me
    callbacks.set_properties.callback = { _, manager, count, properties in
      SessionManager.at(manager)?.take(properties, Int(count))
    }
    callbacks.save_yourself_done.manager_data = me
    callbacks.save_yourself_done.callback = { _, manager, isSaved in
      if isSaved != 0 { SessionManager.at(manager)?.savings += 1 }
    }
    callbacks.close_connection.manager_data = me
    callbacks.close_connection.callback = { _, manager, count, reasons in
      SmFreeReasons(count, reasons)
      SessionManager.at(manager)?.isLeft = true
    }
    // What no test has the program ask for.
    callbacks.interact_request.callback = { _, _, _ in }
    callbacks.interact_done.callback = { _, _, _ in }
    callbacks.save_yourself_request.callback = { _, _, _, _, _, _, _ in }
    callbacks.save_yourself_phase2_request.callback = { _, _ in }
    callbacks.delete_properties.callback = { _, _, _, _ in }
    callbacks.get_properties.callback = { _, _ in }
    return callbacks
  }

  /// Takes a program in, and has one that is new save its state at once, as the protocol has it.
  private func register(_ client: SmsConn?, _ previousID: UnsafeMutablePointer<CChar>?) {
    let fresh = SmsGenerateClientID(client)
    defer { for text in [fresh, previousID] { free(text) } }
    let id = previousID ?? fresh
    self.previousID = previousID.map { String(cString: $0) }
    clientID = id.map { String(cString: $0) }
    SmsRegisterClientReply(client, id)
    if previousID == nil { SmsSaveYourself(client, SmSaveLocal, 0, SmInteractStyleNone, 0) }
  }

  private func take(
    _ list: UnsafeMutablePointer<UnsafeMutablePointer<SmProp>?>?, _ count: Int
  ) {
    defer { free(list) }
    for property in UnsafeBufferPointer(start: list, count: count).compactMap({ $0 }) {
      let values = UnsafeBufferPointer(
        start: property.pointee.vals, count: Int(property.pointee.num_vals))
      properties[String(cString: property.pointee.name)] = values.map { value in
        String(
          decoding: UnsafeRawBufferPointer(start: value.value, count: Int(value.length)),
          as: UTF8.self)
      }
      SmFreeProperty(property)
    }
  }

  private static func at(_ address: UnsafeMutableRawPointer?) -> SessionManager? {
    address.map { Unmanaged<SessionManager>.fromOpaque($0).takeUnretainedValue() }
  }
}
