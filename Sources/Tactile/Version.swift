/// The program's version. Until 1.0 the second number rises with every change that breaks callers
/// of the libraries, the third with all others; from then on Semantic Versioning.
let version = "0.1.0"
