/// The objects that a program offers to the other clients of a bus.
///
/// It answers method calls, and the standard interfaces for introspection, properties and pings
/// ([D-Bus Specification][1], *Standard Interfaces*). The objects are looked up at each call, so that a
/// program with thousands of objects need not register them. The interfaces are tables that are made once. Their functions
/// receive the object of the call.
///
/// [1]: https://dbus.freedesktop.org/doc/dbus-specification.html#standard-interfaces
package struct ObjectServer<Target> {
  package typealias Interface = BusInterface<Target>

  /// An object at a path.
  package typealias Object = (target: Target, interfaces: [Interface])

  /// Returns the object at a path, or `nil` if there is none.
  private let object: (_ path: String) -> Object?

  /// - Parameter object: Returns the object at a path, or `nil` if there is none.
  package init(_ object: @escaping (_ path: String) -> Object?) { self.object = object }

  /// Performs a message if it is a method call. The method answers it, now or later. The arguments of a call that is refused
  /// are not read: any client can send one.
  ///
  /// - Returns: The message, if it is no method call.
  package func handle(_ message: consuming BusMessage, on bus: Bus) -> BusMessage? {
    guard message.isCall else { return message }
    do throws(BusCallError) {
      let (target, method) = try target(of: message)
      guard let arguments = message.readArguments() else {
        throw BusCallError("LimitsExceeded", "The arguments have too many values.")
      }
      method.body(target, BusCall(message, arguments, on: bus))
    } catch {
      BusCall(message, [], on: bus).finish(.failure(error))
    }
    return nil
  }

  private func target(of message: borrowing BusMessage) throws(BusCallError) -> (Target, Interface.Method) {
    guard let path = message.path, let member = message.member, let object = object(path) else {
      throw BusCallError("UnknownObject", "There is no object \(message.path ?? "").")
    }
    let all = object.interfaces + Self.standardInterfaces(of: object)
    let candidates = all.filter { message.interface == nil || $0.name == message.interface }
    guard !candidates.isEmpty else {
      throw BusCallError("UnknownInterface", "\(path) has no interface \(message.interface ?? "").")
    }
    guard let interface = candidates.first(where: { $0.methods[member] != nil }),
      let method = interface.methods[member]
    else { throw BusCallError("UnknownMethod", "\(path) has no method \(member).") }
    guard interface.accepts(message.sender) else {
      throw BusCallError("AccessDenied", "This client may not call \(path).")
    }
    guard message.signature == method.inputs.joined() else {
      throw BusCallError(
        "InvalidArgs",
        "\(member) takes arguments of type '\(method.inputs.joined())', not '\(message.signature)'.")
    }
    return (object.target, method)
  }
}

/// A method call of a client, which is answered once, now or later. One that is released without an answer has failed.
package final class BusCall {
  /// The arguments, which have the declared signatures.
  package let arguments: [BusValue]
  /// The unique name of the caller, guaranteed by the bus.
  package let sender: String?
  private var message: BusMessage?
  private let bus: Bus

  fileprivate init(_ message: consuming BusMessage, _ arguments: [BusValue], on bus: Bus) {
    (self.arguments, sender, self.bus) = (arguments, message.sender, bus)
    self.message = consume message
  }

  deinit { finish(.failure(BusCallError("Failed", "The call was not answered."))) }

  /// Sends the results or an error to the caller, unless the call is answered already.
  package func finish(_ result: Result<[BusValue], BusCallError>) {
    guard let message = message.take(), message.expectsReply else { return }
    do throws(BusError) {
      switch result {
      case .success(let values): try bus.reply(to: message, values)
      case .failure(let error): try bus.reply(to: message, error: error)
      }
    } catch {
      // Without memory for this one either, the caller has a timeout.
      try? bus.reply(
        to: message,
        error: error == .noMemory
          ? BusCallError("NoMemory", "There is no memory for the result.")
          : BusCallError("Failed", "The result has an invalid value."))
    }
  }
}

/// An error reply to a method call.
package struct BusCallError: Error, Hashable, Sendable {
  /// The complete name, such as `org.freedesktop.DBus.Error.InvalidArgs`.
  package let name: String
  package let message: String

  package init(name: String, message: String) { (self.name, self.message) = (name, message) }

  /// Creates one of the standard errors.
  ///
  /// - Parameters:
  ///   - name: The last element of the name, such as `InvalidArgs`.
  ///   - message: The text for the developer of the caller.
  package init(_ name: String, _ message: String) {
    (self.name, self.message) = ("org.freedesktop.DBus.Error.\(name)", message)
  }
}

/// An interface of an exported object.
package struct BusInterface<Target> {
  package struct Method {
    /// The signatures of the arguments.
    package var inputs: [String]
    /// The signatures of the results.
    package var outputs: [String]
    /// Performs the call, and answers it or keeps it for a later answer.
    package var body: (Target, BusCall) -> Void

    /// Creates a method that answers later.
    package init(
      _ inputs: [String] = [], _ outputs: [String] = [], deferring body: @escaping (Target, BusCall) -> Void
    ) {
      (self.inputs, self.outputs, self.body) = (inputs, outputs, body)
    }

    /// Creates a method that answers immediately.
    package init(
      _ inputs: [String] = [], _ outputs: [String] = [],
      _ body: @escaping (Target, [BusValue]) throws(BusCallError) -> [BusValue]
    ) {
      self.init(
        inputs, outputs,
        deferring: { target, call in
          call.finish(Result { () throws(BusCallError) in try body(target, call.arguments) })
        })
    }
  }

  package struct Property {
    package var signature: String
    package var get: (Target) -> BusValue
    /// Changes the property to a value of its signature. `nil` if it is read-only.
    package var set: ((Target, BusValue) throws(BusCallError) -> Void)?

    package init(
      _ signature: String, get: @escaping (Target) -> BusValue,
      set: ((Target, BusValue) throws(BusCallError) -> Void)? = nil
    ) {
      (self.signature, self.get, self.set) = (signature, get, set)
    }
  }

  package var name: String
  package var methods: [String: Method]
  package var properties: [String: Property]
  /// The signatures of the arguments of each signal, for introspection.
  package var signals: [String: [String]]
  /// Returns whether a client may call the methods. `sender` is its unique name.
  package var accepts: (_ sender: String?) -> Bool

  package init(
    _ name: String, methods: [String: Method] = [:], properties: [String: Property] = [:],
    signals: [String: [String]] = [:], accepts: @escaping (_ sender: String?) -> Bool = { _ in true }
  ) {
    (self.name, self.methods, self.properties) = (name, methods, properties)
    (self.signals, self.accepts) = (signals, accepts)
  }
}

// The standard interfaces.
extension ObjectServer {
  private static func standardInterfaces(of object: Object) -> [Interface] {
    let peer = Interface("org.freedesktop.DBus.Peer", methods: ["Ping": .init { _, _ in [] }])
    let introspection = Interface.Method([], ["s"]) { _, _ in
      let all = object.interfaces + standardInterfaces(of: object)
      return [.string("<node>\n\(all.map(xml).joined())</node>\n")]
    }
    let introspectable = Interface(
      "org.freedesktop.DBus.Introspectable", methods: ["Introspect": introspection])
    return [peer, introspectable, properties(of: object)]
  }

  private static func properties(of object: Object) -> Interface {
    func interface(_ name: BusValue) throws(BusCallError) -> Interface {
      guard let interface = object.interfaces.first(where: { .string($0.name) == name }) else {
        throw BusCallError("UnknownInterface", "There is no such interface.")
      }
      return interface
    }
    func property(_ arguments: [BusValue]) throws(BusCallError) -> Interface.Property {
      guard let name = arguments[1].text, let property = try interface(arguments[0]).properties[name] else {
        throw BusCallError("UnknownProperty", "There is no such property.")
      }
      return property
    }
    return Interface(
      "org.freedesktop.DBus.Properties",
      methods: [
        "Get": .init(["s", "s"], ["v"]) { target, arguments throws(BusCallError) in
          [.variant(try property(arguments).get(target))]
        },
        "GetAll": .init(["s"], ["a{sv}"]) { target, arguments throws(BusCallError) in
          let properties = try interface(arguments[0]).properties.sorted { $0.key < $1.key }
          return [.dictionary(properties.map { ($0.key, $0.value.get(target)) })]
        },
        "Set": .init(["s", "s", "v"]) { target, arguments throws(BusCallError) in
          let property = try property(arguments)
          guard let set = property.set else {
            throw BusCallError("PropertyReadOnly", "The property cannot be changed.")
          }
          guard case .variant(let value) = arguments[2], value.signature == property.signature else {
            throw BusCallError("InvalidArgs", "The property has the type '\(property.signature)'.")
          }
          try set(target, value)
          return []
        },
      ], signals: ["PropertiesChanged": ["s", "a{sv}", "as"]])
  }
}

// Introspection data of objects ([D-Bus Specification][1], *Introspection Data Format*).
//
// [1]: https://dbus.freedesktop.org/doc/dbus-specification.html#introspection-format
extension ObjectServer {
  private static func xml(of interface: Interface) -> String {
    func arguments(_ signatures: [String], _ direction: String = "") -> String {
      signatures.map { "      <arg type=\"\($0)\"\(direction)/>\n" }.joined()
    }
    func elements(_ kind: String, _ members: [String: String]) -> String {
      members.sorted { $0.key < $1.key }.map { name, content in
        let end = content.isEmpty ? "/>\n" : ">\n\(content)    </\(kind)>\n"
        return "    <\(kind) name=\"\(name)\"\(end)"
      }.joined()
    }
    let methods = interface.methods.mapValues {
      arguments($0.inputs, " direction=\"in\"") + arguments($0.outputs, " direction=\"out\"")
    }
    let properties = interface.properties.sorted { $0.key < $1.key }.map { name, property in
      let access = property.set == nil ? "read" : "readwrite"
      return "    <property name=\"\(name)\" type=\"\(property.signature)\" access=\"\(access)\"/>\n"
    }
    let signals = interface.signals.mapValues { arguments($0) }
    let members = elements("method", methods) + elements("signal", signals) + properties.joined()
    return "  <interface name=\"\(interface.name)\">\n\(members)  </interface>\n"
  }
}
