import CPango

/// One reference to an object of GObject's, which Pango is made of.
struct GObjectReference: ~Copyable {
  private let pointer: UnsafeMutableRawPointer

  /// Takes over a reference that the caller owns.
  init(adopting pointer: UnsafeMutableRawPointer) { self.pointer = pointer }

  /// Takes over a reference to an object whose C type is not public.
  init(adopting pointer: OpaquePointer) { self.pointer = UnsafeMutableRawPointer(pointer) }

  deinit { g_object_unref(pointer) }

  /// The handle as C functions want it where the type is not public; not to be kept.
  var opaque: OpaquePointer { OpaquePointer(pointer) }

  /// The handle as C functions want it where the type is public; not to be kept.
  func typed<Object>(as type: Object.Type = Object.self) -> UnsafeMutablePointer<Object> {
    pointer.assumingMemoryBound(to: type)
  }
}
