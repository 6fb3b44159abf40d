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

// The first fields of an attribute: its class, and the bytes of the text to which it belongs.
typedef struct {
  const void *klass;
  unsigned start_index;
  unsigned end_index;
} CPangoAttribute;

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

// Objects of GLib, font descriptions, and objects of fontconfig and cairo.
typedef struct CPangoObject CPangoObject;

// The functions of the library that the program calls: their name in Swift and in the library, the result, and the
// parameters. They are declared only here: as pointers in a structure, and as a table of the names in its order.
#define CPANGO_FUNCTIONS(FUNCTION) \
  FUNCTION(release, g_object_unref, void, (CPangoObject *)) \
  FUNCTION(makeFontMap, pango_cairo_font_map_new_for_font_type, CPangoObject *_Nullable, (unsigned int)) \
  FUNCTION(setConfiguration, pango_fc_font_map_set_config, void, (CPangoObject *, CPangoObject *)) \
  FUNCTION(makeContext, pango_font_map_create_context, CPangoObject *_Nullable, (CPangoObject *)) \
  FUNCTION(setFontOptions, pango_cairo_context_set_font_options, void, \
    (CPangoObject *, CPangoObject *_Nullable)) \
  FUNCTION(setRoundsPositions, pango_context_set_round_glyph_positions, void, (CPangoObject *, int)) \
  FUNCTION(makeDescription, pango_font_description_new, CPangoObject *_Nullable, (void)) \
  FUNCTION(releaseDescription, pango_font_description_free, void, (CPangoObject *)) \
  FUNCTION(setFamily, pango_font_description_set_family, void, (CPangoObject *, const char *)) \
  FUNCTION(setWeight, pango_font_description_set_weight, void, (CPangoObject *, unsigned int)) \
  FUNCTION(setSize, pango_font_description_set_absolute_size, void, (CPangoObject *, double)) \
  FUNCTION(makeLayout, pango_layout_new, CPangoObject *_Nullable, (CPangoObject *)) \
  FUNCTION(setIsOneParagraph, pango_layout_set_single_paragraph_mode, void, (CPangoObject *, int)) \
  FUNCTION(setDescription, pango_layout_set_font_description, void, (CPangoObject *, CPangoObject *)) \
  FUNCTION(setText, pango_layout_set_text, void, (CPangoObject *, const char *_Nullable, int)) \
  FUNCTION(makeAttributes, pango_attr_list_new, CPangoObject *_Nullable, (void)) \
  FUNCTION(makeFeatures, pango_attr_font_features_new, CPangoAttribute *_Nullable, (const char *)) \
  FUNCTION(insertAttribute, pango_attr_list_insert, void, (CPangoObject *, CPangoAttribute *)) \
  FUNCTION(setAttributes, pango_layout_set_attributes, void, (CPangoObject *, CPangoObject *)) \
  FUNCTION(releaseAttributes, pango_attr_list_unref, void, (CPangoObject *)) \
  FUNCTION(text, pango_layout_get_text, const char *_Nullable, (CPangoObject *)) \
  FUNCTION(line, pango_layout_get_line_readonly, CPangoLayoutLine *_Nullable, (CPangoObject *, int)) \
  FUNCTION(measure, pango_layout_line_get_extents, void, \
    (CPangoLayoutLine *, CPangoRectangle *, CPangoRectangle *)) \
  FUNCTION(addPath, pango_cairo_layout_line_path, void, (CPangoObject *, CPangoLayoutLine *)) \
  FUNCTION(getAttributes, pango_get_log_attrs, void, \
    (const char *_Nullable, int, int, CPangoObject *_Nullable, CPangoLogAttr *, int))

#define CPANGO_POINTER(swift_name, name, result, parameters) result(*_Nonnull swift_name) parameters;
#define CPANGO_NAME(swift_name, name, result, parameters) #name,

#pragma clang assume_nonnull begin
typedef struct {
  CPANGO_FUNCTIONS(CPANGO_POINTER)
} CPangoFunctions;

static inline const char *_Nonnull const *tactile_pango_names(void) {
  static const char *const names[] = {CPANGO_FUNCTIONS(CPANGO_NAME)};
  return names;
}
#pragma clang assume_nonnull end
