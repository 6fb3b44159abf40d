# shellcheck shell=bash
# DocC documentation and manual pages.

# The manual pages in Documentation/man. Their date is fixed, so that they change only with the options.
manual_pages=(
  tactile tactile-ask-password-agent tactile-askpass tactile-button tactile-check tactile-confirm tactile-message
  tactile-new-password tactile-pinentry tactile-polkit-agent tactile-tokens tactile-verify
)
manual_date=2026-11-22
# The modules with DocC documentation.
documented=(Motion Controls)

docs() {
  local module
  need_directory "$1"
  need_packages "${build_packages[@]}"
  need_swift
  log "building ${documented[*]} and their documentation"
  swift build "${debug_flags[@]}" --target Controls
  if ! build_docs "$1"; then fail "the documentation has errors or broken links"; fi
  for module in "${documented[@]}"; do
    log "wrote $1/$module.doccarchive; a web server for that directory shows it at" \
      "/documentation/${module,,}"
  done
}

# Builds the documentation of the built modules; fails on broken links.
build_docs() {
  local graphs findings module status=0
  if ! command -v docc >/dev/null; then
    log "SKIPPED: this toolchain has no docc; the documentation is not checked"
    [[ ${TACTILE_TEST_REQUIREMENTS:-} != required ]]
    return
  fi
  graphs=$(mktemp -d)
  mkdir -p "$1"
  for module in "${documented[@]}"; do
    findings=$(extract_and_convert "$module" "$graphs/$module" "$1" 2>&1) || status=1
    # Undocumented parameters are allowed.
    if grep -E '^(warning|error)' <<<"$findings" | grep -v 'is missing documentation'; then
      status=1
    fi
  done
  rm -rf "$graphs"
  return "$status"
}

extract_and_convert() {
  local target
  target=$(swift -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')
  mkdir -p "$2"
  swift symbolgraph-extract -module-name "$1" -target "$target" \
    -I "$(swift build --show-bin-path)/Modules" -minimum-access-level public -output-dir "$2" &&
    docc convert "Sources/$1/$1.docc" --additional-symbol-graph-dir "$2" \
      --output-dir "$3/$1.doccarchive" --fallback-display-name "$1" \
      --fallback-bundle-identifier "tactile.$1"
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
