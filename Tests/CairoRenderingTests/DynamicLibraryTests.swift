import System
import Testing

@Suite struct `Dynamic library` {
  @Test func `returns its functions`() throws {
    let library = try DynamicLibrary("libm.so.6")
    let root: @convention(c) (Double) -> Double = try library["sqrt"]
    #expect(root(9) == 3)
  }

  @Test func `reports why an existing file cannot be loaded`() {
    let error = DynamicLibraryError.notLoadable("/etc/passwd: invalid ELF header")
    #expect(throws: error) { _ = try DynamicLibrary("/etc/passwd") }
    #expect(error.reason == "cannot load /etc/passwd: invalid ELF header")
  }

  @Test func `reports a missing library and a missing function`() throws {
    #expect(throws: DynamicLibraryError.noLibrary("libnothing.so.0")) {
      _ = try DynamicLibrary("libnothing.so.0")
    }
    let library = try DynamicLibrary("libm.so.6")
    let error = #expect(throws: DynamicLibraryError.self) {
      let _: @convention(c) () -> Void = try library["no_such_function"]
    }
    #expect(error == .noFunction("no_such_function", library: "libm.so.6"))
    #expect(error?.reason == "libm.so.6 has no function no_such_function")
  }
}
