// The part of libzxcvbn's binary interface (version 2) that is used here. The library is opened at run
// time, so neither it nor its header is needed to build.

// A part of a password, in bytes, and what it was taken for.
typedef struct CZxcvbnMatch {
  int begin;
  int length;
  double entropy;
  double entropy_in_many;
  // One of those below; 32 more where the part before is repeated.
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
