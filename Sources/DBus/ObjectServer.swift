/// The objects that a program offers to the other clients of a bus.
///
/// It answers method calls, and the standard interfaces for introspection, properties and pings
/// ([D-Bus Specification][1], *Standard Interfaces*). The objects are looked up at each call, so that a
/// program with thousands of objects need not register them.
///
/// [1]: https://dbus.freedesktop.org/doc/dbus-specification.html#standard-interfaces
/// The interfaces are tables that are made once. Their functions receive the object of the call.
package struct ObjectServer<Target> {
  package typealias Interface = BusInterface<Target>

  /// An object at a path.
  package struct Object {
    package var target: Target
    package var interfaces: [Interface]
    /// The last path elements of the objects below it, for introspection.
    package var children: [String]

    package init(_ target: Target, _ interfaces: [Interface], children: [String] = []) {
      (self.target, self.interfaces, self.children) = (target, interfaces, children)
    }
  }

  /// Returns the object at a path, or `nil` if there is none.
  private let object: (_ path: String) -> Object?

  /// - Parameter object: Returns the object at a path, or `nil` if there is none.
  package init(_ object: @escaping (_ path: String) -> Object?) { self.object = object }

  /// Answers a message if it is a method call.
  ///
  /// - Returns: Whether the message is a method call.
  /// - Throws: `noMemory`; `invalidMessage` if the name of an error is invalid.
  package func handle(_ message: borrowing BusMessage, on bus: Bus) throws(BusError) -> Bool {
    guard message.isCall else { return false }
    let result: Result<[BusValue], BusCallError>
    do throws(BusCallError) { result = .success(try results(of: message)) } catch { result = .failure(error) }
    guard message.expectsReply else { return true }
    switch result {
    case .success(let values):
      do throws(BusError) {
        try bus.reply(to: message, values)
      } catch .invalidMessage {
        try bus.reply(to: message, error: BusCallError("Failed", "The result has an invalid value."))
      }
    case .failure(let error): try bus.reply(to: message, error: error)
    }
    return true
  }

  private func results(of message: borrowing BusMessage) throws(BusCallError) -> [BusValue] {
    guard let path = message.path, let member = message.member, let object = object(path) else {
      throw BusCallError("UnknownObject", "There is no object \(message.path ?? "").")
    }
    let all = object.interfaces + Self.standardInterfaces(of: object)
    let candidates = all.filter { message.interface == nil || $0.name == message.interface }
    guard !candidates.isEmpty else {
      throw BusCallError("UnknownInterface", "\(path) has no interface \(message.interface ?? "").")
    }
    guard let method = candidates.lazy.compactMap({ $0.methods[member] }).first else {
      throw BusCallError("UnknownMethod", "\(path) has no method \(member).")
    }
    guard message.signature == method.inputs.joined() else {
      throw BusCallError(
        "InvalidArgs",
        "\(member) takes arguments of type '\(method.inputs.joined())', not '\(message.signature)'.")
    }
    return try method.body(object.target, message.arguments)
  }
}

/// An error reply to a method call.
package struct BusCallError: Error, Hashable, Sendable {
  package let name: String
  package let message: String

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
    /// Performs the call. The arguments have the declared signatures.
    package var body: (Target, [BusValue]) throws(BusCallError) -> [BusValue]

    package init(
      _ inputs: [String] = [], _ outputs: [String] = [],
      _ body: @escaping (Target, [BusValue]) throws(BusCallError) -> [BusValue]
    ) {
      (self.inputs, self.outputs, self.body) = (inputs, outputs, body)
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

  package init(
    _ name: String, methods: [String: Method] = [:], properties: [String: Property] = [:],
    signals: [String: [String]] = [:]
  ) {
    (self.name, self.methods, self.properties, self.signals) = (name, methods, properties, signals)
  }
}

// The standard interfaces.
extension ObjectServer {
  private static func standardInterfaces(of object: Object) -> [Interface] {
    [peer, introspectable(object), properties(of: object)]
  }

  private static var peer: Interface {
    Interface("org.freedesktop.DBus.Peer", methods: ["Ping": .init { _, _ in [] }])
  }

  private static func introspectable(_ object: Object) -> Interface {
    Interface(
      "org.freedesktop.DBus.Introspectable",
      methods: [
        "Introspect": .init([], ["s"]) { _, _ in
          let all = object.interfaces + standardInterfaces(of: object)
          return [.string(Introspection.xml(of: all, children: object.children))]
        }
      ])
  }

  private static func properties(of object: Object) -> Interface {
    func interface(_ name: BusValue) throws(BusCallError) -> Interface {
      guard let interface = object.interfaces.first(where: { .string($0.name) == name }) else {
        throw BusCallError("UnknownInterface", "There is no such interface.")
      }
      return interface
    }
    func property(_ arguments: [BusValue]) throws(BusCallError) -> Interface.Property {
      guard case .string(let name) = arguments[1], let property = try interface(arguments[0]).properties[name]
      else { throw BusCallError("UnknownProperty", "There is no such property.") }
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

/// Introspection data of objects ([D-Bus Specification][1], *Introspection Data Format*).
///
/// [1]: https://dbus.freedesktop.org/doc/dbus-specification.html#introspection-format
private enum Introspection {
  static func xml<Target>(of interfaces: [BusInterface<Target>], children: [String]) -> String {
    let nodes = children.map { "  <node name=\"\($0)\"/>\n" }
    return "<node>\n\(interfaces.map(xml).joined())\(nodes.joined())</node>\n"
  }

  private static func xml<Target>(of interface: BusInterface<Target>) -> String {
    let methods = interface.methods.sorted { $0.key < $1.key }.map { name, method in
      element(
        "method", name,
        method.inputs.map { argument($0, "in") } + method.outputs.map { argument($0, "out") })
    }
    let signals = interface.signals.sorted { $0.key < $1.key }.map { name, signatures in
      element("signal", name, signatures.map { argument($0, nil) })
    }
    let properties = interface.properties.sorted { $0.key < $1.key }.map { name, property in
      let access = property.set == nil ? "read" : "readwrite"
      return "    <property name=\"\(name)\" type=\"\(property.signature)\" access=\"\(access)\"/>\n"
    }
    let members = (methods + signals + properties).joined()
    return "  <interface name=\"\(interface.name)\">\n\(members)  </interface>\n"
  }

  private static func element(_ kind: String, _ name: String, _ arguments: [String]) -> String {
    arguments.isEmpty
      ? "    <\(kind) name=\"\(name)\"/>\n"
      : "    <\(kind) name=\"\(name)\">\n\(arguments.joined())    </\(kind)>\n"
  }

  private static func argument(_ signature: String, _ direction: String?) -> String {
    let attribute = direction.map { " direction=\"\($0)\"" } ?? ""
    return "      <arg type=\"\(signature)\"\(attribute)/>\n"
  }
}
