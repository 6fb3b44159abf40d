/// The program's version: a change that breaks a library's callers raises the first number once it is
/// 1 (the second until then), one that adds to it the second, all else the third.
let version = "0.1.0"
