# shellcheck shell=bash
# DocC documentation and manual pages.

# The manual pages in Documentation/man. Their date is fixed, so that they change only with the options.
manual_pages=(
  tactile tactile-ask-password-agent tactile-askpass tactile-button tactile-check tactile-confirm tactile-message
  tactile-new-password tactile-pinentry tactile-polkit-agent tactile-tokens tactile-verify
)
manual_date=2026-11-28
# The products that are libraries. `PasswordForm` exports the types of `Secrets`.
libraries=(Motion Scene Gestures Controls PasswordForm CairoRendering Windowing Toolkit)

docs() {
  local library
  need_directory "$1"
  build_libraries
  if ! build_docs "$1"; then fail "the documentation has errors or broken links"; fi
  for library in "${libraries[@]}"; do
    log "wrote $1/$library.doccarchive; a web server for that directory shows it at" \
      "/documentation/${library,,}"
  done
}

# Writes the lists of public declarations in Documentation/API.
api() {
  build_libraries
  list_api Documentation/API
  log "wrote the public declarations to Documentation/API; review the changes before committing"
}

# The gallery depends on all libraries.
build_libraries() {
  need_packages "${build_packages[@]}" python3
  need_swift
  log "building ${libraries[*]}"
  swift build "${debug_flags[@]}" --target Gallery
}

# Writes the symbol graphs of the built libraries below a directory.
extract_symbols() {
  local library target products map flags=() flag
  products=$(swift build --show-bin-path)
  target=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
  for map in Sources/CLibraries/*/module.modulemap "$products"/*.build/module.modulemap; do flags+=(-Xcc "-fmodule-map-file=$map"); done
  for flag in $(pkg-config --cflags cairo fontconfig freetype2 harfbuzz x11 libsodium libutf8proc); do
    flags+=(-Xcc "$flag")
  done
  for library in "${libraries[@]}" Secrets; do
    mkdir -p "$1/$library"
    swift symbolgraph-extract -module-name "$library" -target "$target" "${flags[@]}" \
      -I "$products/Modules" -minimum-access-level public -output-dir "$1/$library"
  done
}

# list_api DIRECTORY: lists the public declarations of the built libraries.
list_api() {
  local library graphs
  graphs=$(mktemp -d)
  extract_symbols "$graphs"
  mkdir -p "$1"
  for library in "${libraries[@]}" Secrets; do scripts/list-api.py "$graphs/$library" >"$1/$library.txt"; done
  rm -rf "$graphs"
}

# Builds the documentation of the built libraries; fails on broken links.
build_docs() {
  local graphs findings library status=0
  if ! command -v docc >/dev/null; then
    log "SKIPPED: this toolchain has no docc; the documentation is not checked"
    [[ ${TACTILE_TEST_REQUIREMENTS:-} != required ]]
    return
  fi
  graphs=$(mktemp -d)
  mkdir -p "$1"
  extract_symbols "$graphs"
  for library in "${libraries[@]}"; do
    findings=$(docc convert "Sources/$library/$library.docc" --additional-symbol-graph-dir "$graphs/$library" \
      --output-dir "$1/$library.doccarchive" --fallback-display-name "$library" \
      --fallback-bundle-identifier "tactile.$library" 2>&1) || { status=1 && printf '%s\n' "$findings"; }
    # Undocumented parameters are allowed.
    if grep -E '^(warning|error)' <<<"$findings" | grep -v 'is missing documentation'; then
      status=1
    fi
  done
  rm -rf "$graphs"
  return "$status"
}

# Generates the manual pages with argument-parser's plugin. The plugin builds in a directory of its own,
# because it would rebuild the debug build.
manual() {
  local page version scratch=.build/manual
  need_packages "${build_packages[@]}"
  need_swift
  log "building tactile for its manual pages"
  swift package "${debug_flags[@]}" --scratch-path "$scratch" --allow-writing-to-package-directory \
    generate-manual --multi-page --configuration debug --date "$manual_date"
  mkdir -p Documentation/man
  version=$("$scratch/debug/tactile" --version)
  for page in "${manual_pages[@]}"; do
    manual_page "$page" "$version" "$scratch" >"Documentation/man/$page.1"
  done
  log "wrote the manual pages in Documentation/man; review them before committing"
}

# manual_page PAGE VERSION SCRATCH: prints a manual page of the plugin, completed from the help.
manual_page() {
  local command=()
  if [[ $1 == tactile-* ]]; then command=("${1#tactile-}"); fi
  # The plugin separates the command by a period, and its words by hyphens.
  awk -v name="$1" -v version="$2" -v pages="${manual_pages[*]}" -f scripts/manual-page.awk \
    <(COLUMNS=1000 "$3/debug/tactile" "${command[@]}" --help) \
    "$3/plugins/GenerateManual/outputs/Tactile/${1/tactile-/tactile.}.1"
}
