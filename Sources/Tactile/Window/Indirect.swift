/// A copy-on-write wrapper: the value is stored behind a reference, changed in place, and copied
/// only if the reference is shared.
///
/// The contents of a window are large. In a type that cannot be copied, the compiler tracks every
/// stored number through every function that changes one of them. A property behind a reference is
/// a single number for it. Without this wrapper, building the program takes four times as long.
@propertyWrapper
struct Indirect<Value> {
  private final class Storage {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage

  init(wrappedValue: Value) { storage = Storage(wrappedValue) }

  var wrappedValue: Value {
    _read { yield storage.value }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
      yield &storage.value
    }
  }
}
