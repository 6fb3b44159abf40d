# Converts a tutorial in Markdown to shell commands: a code block after a line that is only a path in backquotes is written
# to that file, and blocks of the language sh are executed. `swift run` becomes `expect_window TITLE swift run`, with
# the title of the last window in a file.

/^`[^`]+`:$/ { path = substr($0, 2, length($0) - 3) }

/^```/ {
  if (block == "file") print "END OF FILE"
  if (block) { block = ""; path = ""; next }
  block = $0 == "```sh" ? "sh" : path ? "file" : "other"
  if (block == "file") {
    directory = path
    if (sub(/\/[^\/]*$/, "", directory)) print "mkdir -p '" directory "'"
    print "cat >'" path "' <<'END OF FILE'"
  }
  next
}

block == "file" {
  if (match($0, /title: "[^"]*"/)) title = substr($0, RSTART + 8, RLENGTH - 9)
  print
}

block == "sh" {
  if (/^swift run /) printf "expect_window '%s' ", title
  print
}
