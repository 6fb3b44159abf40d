// The types of Xlib come from the module CX11.
#pragma clang module import CX11
#include <X11/extensions/XRes.h>
#include <X11/extensions/XTest.h>
#include <X11/extensions/Xdamage.h>
