// The part of the binary interface of libzxcvbn (version 2) that the program uses. The library is
// opened at run time, so neither the library nor its header is needed to build.

// A match: a part of a password, in bytes, and its type.
typedef struct CZxcvbnMatch {
  int begin;
  int length;
  double entropy;
  double entropy_in_many;
  // One of the types below, plus 32 if the part is repeated.
  int type;
  struct CZxcvbnMatch *next;
} CZxcvbnMatch;

enum {
  CZXCVBN_BRUTE_FORCE = 1,
  CZXCVBN_DICTIONARY = 2,
  CZXCVBN_DICTIONARY_LEET = 3,
  CZXCVBN_USER = 4,
  CZXCVBN_USER_LEET = 5,
  CZXCVBN_REPEATS = 6,
  CZXCVBN_SEQUENCE = 7,
  CZXCVBN_SPATIAL = 8,
  CZXCVBN_DATE = 9,
  CZXCVBN_YEAR = 10,
  CZXCVBN_LONG = 11,
  CZXCVBN_REPEATED = 32,
};

// The functions of the library that the program calls: their name in Swift and in the library, the result, and the
// parameters. They are declared only here: as pointers in a structure, and as a table of the names in its order.
#define CZXCVBN_FUNCTIONS(FUNCTION) \
  FUNCTION(match, ZxcvbnMatch, double, \
    (const char *, char *_Nullable const *_Nonnull, CZxcvbnMatch *_Nullable *_Nonnull)) \
  FUNCTION(free, ZxcvbnFreeInfo, void, (CZxcvbnMatch *_Nullable))

#define CZXCVBN_POINTER(swift_name, name, result, parameters) result(*_Nonnull swift_name) parameters;
#define CZXCVBN_NAME(swift_name, name, result, parameters) #name,

#pragma clang assume_nonnull begin
typedef struct {
  CZXCVBN_FUNCTIONS(CZXCVBN_POINTER)
} CZxcvbnFunctions;

static inline const char *_Nonnull const *tactile_zxcvbn_names(void) {
  static const char *const names[] = {CZXCVBN_FUNCTIONS(CZXCVBN_NAME)};
  return names;
}
#pragma clang assume_nonnull end
