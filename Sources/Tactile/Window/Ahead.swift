import Glibc

/// A value that another thread makes while this one goes on with something else.
struct Ahead<Value>: ~Copyable {
  private let work: Work
  /// `nil` where the system gave no thread.
  private let thread: pthread_t?

  private final class Work {
    let make: () -> Value
    private(set) var value: Value?

    init(_ make: @escaping () -> Value) { self.make = make }

    func run() { value = make() }
  }

  /// Begins to make it.
  ///
  /// - Parameter make: Runs on the other thread, and shares nothing with this one that changes.
  init(_ make: @escaping () -> Value) {
    let work = Work(make)
    self.work = work
    let retained = Unmanaged.passRetained(work)
    var worker = pthread_t()
    let status = pthread_create(
      &worker, nil,
      { work in
        guard let work else { return nil }
        Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run()
        return nil
      }, retained.toOpaque())
    if status != 0 { retained.release() }
    thread = status == 0 ? worker : nil
  }

  /// Waits until it is made; makes it here where the system gave no thread.
  consuming func value() -> Value {
    if let thread { pthread_join(thread, nil) }
    return work.value ?? work.make()
  }
}
