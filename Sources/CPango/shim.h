// The part of Pango's binary interface that is used here. The library is opened at run time, so
// neither it nor its headers are needed to build; these structures have not changed since 1.0 (2002).

#include <stdint.h>

typedef struct {
  int x;
  int y;
  int width;
  int height;
} CPangoRectangle;

// The glyph's number, its advance and offset, and its attributes.
typedef struct {
  uint32_t glyph;
  int32_t geometry[3];
  uint32_t attributes;
} CPangoGlyphInfo;

// The first fields of the run's glyphs, with the byte of the run's text that each belongs to; the
// others are not looked at.
typedef struct {
  int num_glyphs;
  CPangoGlyphInfo *glyphs;
  int *log_clusters;
} CPangoGlyphString;

// The first fields of the run's text and, after two engines and the font, of its analysis; the others
// are not looked at.
typedef struct {
  int offset;
  int length;
  int num_chars;
  void *analysis[3];
  uint8_t level;
} CPangoItem;

// The first fields of the run; the others are not looked at.
typedef struct {
  CPangoItem *item;
  CPangoGlyphString *glyphs;
} CPangoGlyphItem;

// GLib's singly linked list, of runs.
typedef struct CPangoRunList {
  CPangoGlyphItem *run;
  struct CPangoRunList *next;
} CPangoRunList;

// The first fields of the line; the others are not looked at.
typedef struct {
  void *layout;
  int start_index;
  int length;
  CPangoRunList *runs;
  unsigned is_paragraph_start : 1;
  unsigned resolved_dir : 3;
} CPangoLayoutLine;
