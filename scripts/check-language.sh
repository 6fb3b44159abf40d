#!/usr/bin/env bash
# Reports text that breaks the language rules of Documentation/Style.md: the openings of doc comments,
# and words that the project does not use. Prints one line per finding and fails if there is one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Style.md and this file list the words that they ban.
exempt='^(Documentation/Style\.md|scripts/check-language\.sh)$'

# A summary starts with a noun phrase or a verb, and "Whether" describes a Boolean.
openings='What|Who|Whoever|That|Of|Where|When|How|As|By what|In what|On what|To what'

banned='whoever|whomever|nobody|somebody|anew|meanwhile|of such|is told|are told|is heard|are heard'
banned+='|heeds?|heeded|hearkens?|nought|farewell|errand|forsakes?|forsaken|pardoned|besides'
banned+='|colours?|coloured|behaviours?|centred?|centres|grey|neighbours?|favourite'
banned+='|honours?|recognised?|recognises|initialised?|initialises|organised?|normalised?'

swift_files() { git ls-files -- '*.swift' | grep -vE "$exempt"; }
text_files() {
  git ls-files -- '*.swift' '*.md' '*.sh' '*.c' '*.h' '*.cpp' '*.py' '*.tcl' '*.qml' '*.awk' '*.desktop' \
    '.ci/*' |
    grep -vE "$exempt" | while IFS= read -r file; do if [[ ! -L $file ]]; then echo "$file"; fi; done
}

# Prints the doc comments whose first line has a forbidden opening.
find_openings() {
  # shellcheck disable=SC2016
  local program='
    FNR == 1 { inside = 0; pending = "" }
    /^[[:space:]]*\/\/\// {
      if (!inside) {
        inside = 1
        pending = ""
        text = $0
        sub(/^[[:space:]]*\/\/\/[[:space:]]?/, "", text)
        if (text ~ "^(" openings ")[[:space:],]") report("opens with a clause: " text)
        if (text ~ /^Whether[[:space:]]/) { pending = text; line = FNR; lookahead = 8 }
      }
      next
    }
    {
      inside = 0
      if (pending == "") next
      # The declaration may continue on the next lines.
      if ($0 ~ /Bool|= (true|false)|^[[:space:]]*case /) { pending = ""; next }
      if (--lookahead == 0 || $0 ~ /^[[:space:]]*$/) {
        printf "%s:%d: \"Whether\" is for a Boolean: %s\n", FILENAME, line, pending
        pending = ""
      }
    }
    function report(message) { printf "%s:%d: %s\n", FILENAME, FNR, message }
  '
  swift_files | xargs awk -v openings="$openings" "$program"
}

# Prints the lines that contain a banned word.
find_words() { text_files | xargs grep -nHiwE "$banned" || true; }

findings=$(find_openings; find_words)
if [[ -n $findings ]]; then
  printf '%s\n' "$findings"
  printf 'check-language: %d findings; see Documentation/Style.md\n' "$(wc -l <<<"$findings")" >&2
  exit 1
fi
