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

// Variadic: Swift cannot call XCreateIC. The attributes of the preedit, if any, are freed.
static inline XIC CX11CreateIC(XIM method, XIMStyle style, Window window, XVaNestedList preedit) {
  if (!preedit)
    return XCreateIC(method, XNInputStyle, style, XNClientWindow, window, XNFocusWindow, window,
                     (void *)0);
  XIC context = XCreateIC(method, XNInputStyle, style, XNClientWindow, window, XNFocusWindow,
                          window, XNPreeditAttributes, preedit, (void *)0);
  XFree(preedit);
  return context;
}

// Variadic: Swift cannot call XVaCreateNestedList. The callbacks must outlive the input context.
static inline XVaNestedList CX11PreeditCallbacks(XICCallback *start, XICCallback *draw,
                                                 XICCallback *caret, XICCallback *done) {
  return XVaCreateNestedList(0, XNPreeditStartCallback, start, XNPreeditDrawCallback, draw,
                             XNPreeditCaretCallback, caret, XNPreeditDoneCallback, done,
                             (void *)0);
}

// Variadic: Swift cannot call XVaCreateNestedList. The list holds the place's address.
static inline XVaNestedList CX11PreeditPosition(XPoint *spot, XFontSet fonts) {
  return XVaCreateNestedList(0, XNSpotLocation, spot, XNFontSet, fonts, (void *)0);
}

// Variadic: Swift cannot call XSetICValues. Waits for the server's answer.
static inline void CX11SetSpot(XIC context, XPoint spot) {
  XVaNestedList preedit = XVaCreateNestedList(0, XNSpotLocation, &spot, (void *)0);
  if (!preedit) return;
  XSetICValues(context, XNPreeditAttributes, preedit, (void *)0);
  XFree(preedit);
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
