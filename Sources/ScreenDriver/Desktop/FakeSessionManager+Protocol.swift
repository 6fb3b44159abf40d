import CSM
import Glibc

extension FakeSessionManager {
  /// Registers this manager with libSM for new clients.
  ///
  /// - Returns: Whether that succeeded.
  func initialize(_ errorText: inout [CChar]) -> Bool {
    let context = Unmanaged.passUnretained(self).toOpaque()
    return SmsInitialize(
      "Tactile", "1",
      { client, manager, mask, callbacks, _ in
        guard let manager = FakeSessionManager.instance(manager), let callbacks else { return 0 }
        manager.client = client
        mask?.pointee = 0b11_1111_1111
        callbacks.pointee = manager.callbacks
        return 1
      }, context, { _ in 1 }, Int32(errorText.count), &errorText) != 0
  }

  /// The callbacks that libSM calls for messages of the program.
  private var callbacks: SmsCallbacks {
    let context = Unmanaged.passUnretained(self).toOpaque()
    var callbacks = SmsCallbacks()
    callbacks.register_client.manager_data = context
    callbacks.register_client.callback = { client, manager, previousID in
      FakeSessionManager.instance(manager)?.register(client, previousID)
      return 1
    }
    callbacks.set_properties.manager_data = context
    callbacks.set_properties.callback = { _, manager, count, properties in
      FakeSessionManager.instance(manager)?.setProperties(properties, Int(count))
    }
    callbacks.save_yourself_done.manager_data = context
    callbacks.save_yourself_done.callback = { _, manager, isSaved in
      if isSaved != 0 { FakeSessionManager.instance(manager)?.saveCount += 1 }
    }
    callbacks.close_connection.manager_data = context
    callbacks.close_connection.callback = { _, manager, count, reasons in
      SmFreeReasons(count, reasons)
      FakeSessionManager.instance(manager)?.isClosed = true
    }
    // Requests that no test causes the program to make.
    callbacks.interact_request.callback = { _, _, _ in }
    callbacks.interact_done.callback = { _, _, _ in }
    callbacks.save_yourself_request.callback = { _, _, _, _, _, _, _ in }
    callbacks.save_yourself_phase2_request.callback = { _, _ in }
    callbacks.delete_properties.callback = { _, _, _, _ in }
    callbacks.get_properties.callback = { _, _ in }
    return callbacks
  }

  /// Registers the program. A new one is requested to save its state immediately, as XSMP requires.
  private func register(_ client: SmsConn?, _ previousID: UnsafeMutablePointer<CChar>?) {
    let newID = SmsGenerateClientID(client)
    defer { for text in [newID, previousID] { free(text) } }
    let id = previousID ?? newID
    self.previousID = previousID.map { String(cString: $0) }
    clientID = id.map { String(cString: $0) }
    SmsRegisterClientReply(client, id)
    if previousID == nil { SmsSaveYourself(client, SmSaveLocal, 0, SmInteractStyleNone, 0) }
  }

  private func setProperties(_ list: UnsafeMutablePointer<UnsafeMutablePointer<SmProp>?>?, _ count: Int) {
    defer { free(list) }
    for property in UnsafeBufferPointer(start: list, count: count).compactMap({ $0 }) {
      let values = UnsafeBufferPointer(start: property.pointee.vals, count: Int(property.pointee.num_vals))
      properties[String(cString: property.pointee.name)] = values.map { value in
        String(decoding: UnsafeRawBufferPointer(start: value.value, count: Int(value.length)), as: UTF8.self)
      }
      SmFreeProperty(property)
    }
  }

  private static func instance(_ address: UnsafeMutableRawPointer?) -> FakeSessionManager? {
    address.map { Unmanaged<FakeSessionManager>.fromOpaque($0).takeUnretainedValue() }
  }
}
