/// The version of the program.
///
/// Before 1.0, the second number increases with every change that breaks clients of the libraries,
/// and the third number with every other change. From 1.0 on, it follows Semantic Versioning.
let version = "0.2.0"
