// A blinking caret and nothing else: wakes at the given rate per second, fills a few pixels and
// sends them to the server.
//
//   blink RATE
//
// This is the baseline for programs that fade their caret at the same rate.
#define _GNU_SOURCE
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <cairo.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { width = 300, height = 120, caret_x = 40, caret_y = 40, caret_width = 4, caret_height = 20 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

// Sleeps until `end` or until the server sends something.
static void sleep_until(Display *display, double end) {
  const double remaining = end - now();
  if (remaining <= 0) return;
  struct timespec time = {(time_t)remaining, (long)((remaining - (time_t)remaining) * 1e9)};
  struct pollfd descriptor = {ConnectionNumber(display), POLLIN, 0};
  ppoll(&descriptor, 1, &time, NULL);
}

static void fill(cairo_t *cairo, double opacity) {
  cairo_set_source_rgb(cairo, 1, 1, 1);
  cairo_paint(cairo);
  cairo_set_source_rgba(cairo, 0, 0.48, 1, opacity);
  cairo_paint(cairo);
}

int main(int argc, char **argv) {
  const double rate = argc > 1 ? atof(argv[1]) : 17;
  Display *display = XOpenDisplay(NULL);
  if (!display || rate <= 0) return 1;
  const int screen = DefaultScreen(display);
  Window window = XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, width, height, 0,
                                      0, WhitePixel(display, screen));
  GC context = XCreateGC(display, window, 0, NULL);
  XStoreName(display, window, "blink");
  XSelectInput(display, window, ExposureMask);
  XMapWindow(display, window);

  cairo_surface_t *surface =
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, caret_width, caret_height);
  cairo_t *cairo = cairo_create(surface);
  XImage *image = XCreateImage(
      display, DefaultVisual(display, screen), DefaultDepth(display, screen), ZPixmap, 0,
      (char *)cairo_image_surface_get_data(surface), caret_width, caret_height, 32,
      cairo_image_surface_get_stride(surface));

  double due = now();
  for (unsigned frame = 0;; due += 1 / rate) {
    while (now() < due) {
      while (XPending(display)) {
        XEvent event;
        XNextEvent(display, &event);
      }
      sleep_until(display, due);
    }
    fill(cairo, frame++ % 9 / 8.0);
    cairo_surface_flush(surface);
    XPutImage(display, window, context, image, 0, 0, caret_x, caret_y, caret_width, caret_height);
    XFlush(display);
  }
}
