/// A target whose dependencies are all libraries of Tactile.
enum AllProducts {}
