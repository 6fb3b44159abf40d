/// A value kept behind a reference, and a value all the same: it is changed where it is, and copied
/// only when somebody else holds it too.
///
/// What a window is made of is large, and the compiler follows every number in a type that cannot
/// be copied through every function that changes one of them; a part behind a reference is one
/// number to it. Without this, building the program takes four times as long.
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
