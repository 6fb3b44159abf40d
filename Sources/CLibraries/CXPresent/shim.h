// The types of Xlib come from the module CX11.
#pragma clang module import CX11
#pragma clang module import CXRender
#include <X11/extensions/Xpresent.h>
