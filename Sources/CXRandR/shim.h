// Xlib's types are those of its own module.
#pragma clang module import CX11
#pragma clang module import CXRender
#include <X11/extensions/Xrandr.h>
