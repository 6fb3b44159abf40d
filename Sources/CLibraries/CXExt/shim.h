// The types of Xlib come from the module CX11.
#pragma clang module import CX11
#include <X11/extensions/shape.h>
#include <X11/extensions/sync.h>
