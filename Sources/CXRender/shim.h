// Xlib's types are those of its own module.
#pragma clang module import CX11
#include <X11/extensions/Xrender.h>
