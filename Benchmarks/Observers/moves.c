// Measures the time from a simulated pointer motion to the new position of the override-redirect window under the
// pointer. Prints the median, the 90th percentile and the maximum in microseconds.
//
// Usage: moves X Y [COUNT]: presses at X, Y and moves COUNT times.
#include <X11/Xlib.h>
#include <X11/extensions/XTest.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e6 + time.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b) {
  double difference = *(const double *)a - *(const double *)b;
  return difference < 0 ? -1 : difference > 0;
}

static void rest(long nanoseconds) {
  struct timespec duration = {0, nanoseconds};
  nanosleep(&duration, NULL);
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  int x = atoi(argv[1]), y = atoi(argv[2]), count = argc > 3 ? atoi(argv[3]) : 300;
  Display *display = XOpenDisplay(NULL);
  if (!display) return 3;
  Window root = XDefaultRootWindow(display), child;
  XTestFakeMotionEvent(display, -1, x, y, 0);
  XSync(display, False);
  Window unused;
  int ignored[4];
  unsigned mask;
  XQueryPointer(display, root, &unused, &child, &ignored[0], &ignored[1], &ignored[2], &ignored[3], &mask);
  if (!child) return fprintf(stderr, "no window at %d, %d\n", x, y), 1;
  XSelectInput(display, child, StructureNotifyMask);
  XTestFakeButtonEvent(display, 1, True, 0);
  // Beyond the threshold of a drag.
  for (int step = 1; step <= 20; step++) {
    XTestFakeMotionEvent(display, -1, x - step, y, 0);
    XSync(display, False);
    rest(20000000);
  }
  double *times = calloc(count, sizeof *times);
  int done = 0;
  for (int step = 0; step < count; step++) {
    XSync(display, True);
    double start = now();
    XTestFakeMotionEvent(display, -1, x - 21 - step % 200, y + step % 7, 0);
    XFlush(display);
    XEvent event;
    do XNextEvent(display, &event);
    while (event.type != ConfigureNotify);
    times[done++] = now() - start;
    rest(8000000);
  }
  XTestFakeButtonEvent(display, 1, False, 0);
  XSync(display, False);
  qsort(times, done, sizeof *times, compare);
  printf("%.0f %.0f %.0f\n", times[done / 2], times[done * 9 / 10], times[done - 1]);
}
