#include <stddef.h>

/// A constant text, one word in each line.
typedef struct {
  const unsigned char *start;
  /// The number of bytes.
  size_t count;
} tactile_lines;

/// Returns the long word list of the Electronic Frontier Foundation (EFF) for passphrases from dice rolls: 7776 words
/// of three to nine letters.
///
/// - Author: Joseph Bonneau for the EFF, 2016, in Deep Dive: EFF's New Wordlists for Random Passphrases
///   (https://www.eff.org/deeplinks/2016/07/new-wordlists-random-passphrases).
/// - License: Creative Commons Attribution 3.0 (https://creativecommons.org/licenses/by/3.0/), by EFF's copyright page
///   (https://www.eff.org/copyright).
/// - Origin: `diceware/wordlists/wordlist_en_eff.txt` from the Debian package `diceware` 0.10-2, whose copyright file
///   names the source (https://www.eff.org/files/2016/07/18/eff_large_wordlist.txt). Each line of that file contains
///   five dice values, a tab and a word. The dice values count from 11111 to 66666 and are omitted here:
///   `cut -f 2 wordlist_en_eff.txt > passphrase-words.txt`.
/// - Checksum: A test adds the dice values and compares the SHA-256 checksum with that of the file,
///   addd35536511597a02fa0a9ff1e5284677b8883b83e986e43f15a3db996b903e.
tactile_lines tactile_passphrase_words(void);

/// Returns the 1,000 most common passwords of Openwall's list, in lowercase.
///
/// Solar Designer compiled the list from breaches up to 2011. It is in the public domain
/// (https://www.openwall.com/passwords/wordlists/password-2011.lst).
tactile_lines tactile_common_passwords(void);
