import CDBus

/// A D-Bus message (`DBusMessage`). It is released with this value.
struct BusMessage: ~Copyable {
  let pointer: OpaquePointer
  private let library: DBusLibrary

  init(adopting pointer: OpaquePointer, of library: DBusLibrary) {
    self.pointer = pointer
    self.library = library
  }

  deinit { library.releaseMessage(pointer) }

  /// Whether the message is the reply to a call: its results or an error.
  var isReply: Bool { [2, 3].contains(library.messageType(pointer)) }

  /// The serial number of the call that it answers, or 0 for any other message.
  var replySerial: UInt32 { library.replySerial(pointer) }

  /// The unique name of the sender, guaranteed by the bus.
  var sender: String? { library.sender(pointer).map { String(cString: $0) } }

  func isSignal(_ member: String, of interface: String) -> Bool {
    library.isSignal(pointer, interface, member) != 0
  }
}

// Writing.
extension BusMessage {
  /// Creates a method call.
  ///
  /// - Throws: `noMemory`.
  init(
    calling member: String, of interface: String, at path: String, ownedBy name: String,
    by library: DBusLibrary
  ) throws(BusError) {
    guard let pointer = library.makeCall(name, path, interface, member) else { throw .noMemory }
    self.init(adopting: pointer, of: library)
  }

  /// Adds an argument of type STRING.
  ///
  /// - Throws: `noMemory`.
  func append(_ text: String) throws(BusError) {
    var arguments = CDBusMessageIterator()
    library.beginWriting(pointer, &arguments)
    try append(text, to: &arguments)
  }

  /// Adds an argument of type ARRAY of STRING.
  ///
  /// - Throws: `noMemory`.
  func append(_ texts: [String]) throws(BusError) {
    var (arguments, elements) = (CDBusMessageIterator(), CDBusMessageIterator())
    library.beginWriting(pointer, &arguments)
    guard library.openContainer(&arguments, TypeCode.array, "s", &elements) != 0 else { throw .noMemory }
    for text in texts { try append(text, to: &elements) }
    guard library.closeContainer(&arguments, &elements) != 0 else { throw .noMemory }
  }

  private func append(_ text: String, to iterator: inout CDBusMessageIterator) throws(BusError) {
    let isAppended = text.withCString { characters in
      withUnsafePointer(to: characters) { library.writeBasic(&iterator, TypeCode.string, $0) }
    }
    guard isAppended != 0 else { throw .noMemory }
  }
}

// Reading.
extension BusMessage {
  /// The arguments of the message. libdbus has verified that it is well formed; the sender chooses
  /// the types.
  ///
  /// - Complexity: O(*n*) in the length of the message.
  var arguments: [BusValue] {
    var iterator = CDBusMessageIterator()
    guard library.beginReading(pointer, &iterator) != 0 else { return [] }
    return values(at: &iterator, depth: BusValue.maximumDepth)
  }

  private func values(at iterator: inout CDBusMessageIterator, depth: Int) -> [BusValue] {
    var values: [BusValue] = []
    while library.argumentType(&iterator) != TypeCode.invalid {
      values.append(value(at: &iterator, depth: depth))
      if library.advance(&iterator) == 0 { break }
    }
    return values
  }

  private func value(at iterator: inout CDBusMessageIterator, depth: Int) -> BusValue {
    switch library.argumentType(&iterator) {
    case TypeCode.string:
      var text: UnsafePointer<CChar>?
      library.readBasic(&iterator, &text)
      return text.map { .string(String(cString: $0)) } ?? .other
    case TypeCode.unsigned:
      var number: UInt32 = 0
      library.readBasic(&iterator, &number)
      return .unsigned(number)
    case TypeCode.double:
      var number = 0.0
      library.readBasic(&iterator, &number)
      return .double(number)
    case TypeCode.boolean:
      var number: DBusLibrary.Bool = 0
      library.readBasic(&iterator, &number)
      return .boolean(number != 0)
    case TypeCode.variant where depth > 0:
      return contents(of: &iterator, depth: depth).first.map { .variant($0) } ?? .other
    case TypeCode.array where depth > 0, TypeCode.structure where depth > 0,
      TypeCode.dictionaryEntry where depth > 0:
      return .container(contents(of: &iterator, depth: depth))
    default: return .other
    }
  }

  private func contents(of iterator: inout CDBusMessageIterator, depth: Int) -> [BusValue] {
    var inner = CDBusMessageIterator()
    library.enter(&iterator, &inner)
    return values(at: &inner, depth: depth - 1)
  }
}

/// The type codes of D-Bus.
private enum TypeCode {
  static let invalid: Int32 = 0
  static let string = Int32(UInt8(ascii: "s"))
  static let unsigned = Int32(UInt8(ascii: "u"))
  static let double = Int32(UInt8(ascii: "d"))
  static let boolean = Int32(UInt8(ascii: "b"))
  static let variant = Int32(UInt8(ascii: "v"))
  static let array = Int32(UInt8(ascii: "a"))
  static let structure = Int32(UInt8(ascii: "r"))
  static let dictionaryEntry = Int32(UInt8(ascii: "e"))
}
