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
