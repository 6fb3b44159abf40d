#include "CWordLists.h"

// Clang accepts the directive in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char passphrase_words[] = {
#embed "passphrase-words.txt"
};

static const unsigned char common_passwords[] = {
#embed "common-passwords.txt"
};

tactile_lines tactile_passphrase_words(void) {
  return (tactile_lines){.start = passphrase_words, .count = sizeof passphrase_words};
}

tactile_lines tactile_common_passwords(void) {
  return (tactile_lines){.start = common_passwords, .count = sizeof common_passwords};
}
