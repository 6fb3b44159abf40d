#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/Xatom.h>
#include <X11/Xresource.h>
#include <X11/XKBlib.h>
#include <X11/cursorfont.h>
#include <X11/keysym.h>

// Swift's Glibc module leaves these out.
#include <sys/eventfd.h>
#include <sys/signalfd.h>

// ppoll: glibc declares it for _GNU_SOURCE alone, and naming its types here would take them away
// from Swift's Glibc module.
extern int CX11Poll(void *descriptors, unsigned long count, const void *timeout, const void *mask)
    __asm__("ppoll");

// Variadic: Swift cannot call XCreateIC.
static inline XIC CX11CreateIC(XIM method, XIMStyle style, Window window) {
  return XCreateIC(method, XNInputStyle, style, XNClientWindow, window, XNFocusWindow, window,
                   (void *)0);
}

// Variadic: Swift cannot call XGetIMValues. The caller frees the answer; NULL where there is none.
static inline XIMStyles *CX11QueryInputStyles(XIM method) {
  XIMStyles *styles = (void *)0;
  return XGetIMValues(method, XNQueryInputStyle, &styles, (void *)0) ? (void *)0 : styles;
}

// Variadic: Swift cannot call XSetIMValues. The callback must outlive the input method.
static inline void CX11SetDestroyCallback(XIM method, XIMCallback *callback) {
  XSetIMValues(method, XNDestroyCallback, callback, (void *)0);
}

// Variadic: Swift cannot call XGetICValues. The events that the input context needs to see.
static inline long CX11FilterEvents(XIC context) {
  long mask = 0;
  return XGetICValues(context, XNFilterEvents, &mask, (void *)0) ? 0 : mask;
}
