// The part of the binary interface of Pango that the program uses. The library is opened at run
// time, so neither the library nor its headers are needed to build. These structures have not
// changed since 1.0 (2002).

#include <stdint.h>

typedef struct {
  int x;
  int y;
  int width;
  int height;
} CPangoRectangle;

// The index of the glyph, its advance and offset, and its attributes.
typedef struct {
  uint32_t glyph;
  int32_t geometry[3];
  uint32_t attributes;
} CPangoGlyphInfo;

// The first fields of the glyphs of a run, with the byte index in the run's text that each glyph
// belongs to. The other fields are not used.
typedef struct {
  int num_glyphs;
  CPangoGlyphInfo *glyphs;
  int *log_clusters;
} CPangoGlyphString;

// The first fields of the text of a run and, after two engines and the font, of its analysis. The
// other fields are not used.
typedef struct {
  int offset;
  int length;
  int num_chars;
  void *analysis[3];
  uint8_t level;
} CPangoItem;

// The first fields of a run. The other fields are not used.
typedef struct {
  CPangoItem *item;
  CPangoGlyphString *glyphs;
} CPangoGlyphItem;

// The first attribute of the position before a character. The others are not used.
typedef struct {
  unsigned is_line_break : 1;
  unsigned others : 31;
} CPangoLogAttr;

// A singly linked list of GLib that contains runs.
typedef struct CPangoRunList {
  CPangoGlyphItem *run;
  struct CPangoRunList *next;
} CPangoRunList;

// The first fields of a line. The other fields are not used.
typedef struct {
  void *layout;
  int start_index;
  int length;
  CPangoRunList *runs;
  unsigned is_paragraph_start : 1;
  unsigned resolved_dir : 3;
} CPangoLayoutLine;
