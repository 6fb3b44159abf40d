#!/usr/bin/env bash
# Everything that is done with this checkout: see `./run.sh help`.
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"
root=$PWD

build_packages=(
  git pkg-config fonts-inter libcairo2-dev libfontconfig-dev libfreetype-dev libharfbuzz-dev
  libsm-dev libsodium-dev libutf8proc-dev libx11-dev libxcursor-dev libxdamage-dev libxext-dev
  libxfixes-dev libxi-dev libxkbcommon-dev libxpresent-dev libxrandr-dev libxrender-dev libxres-dev
  libxtst-dev
  # Opened at run time.
  libpangocairo-1.0-0 libsecret-1-0 libzxcvbn0
)
# For a display of one's own: tests and the tour.
screen_packages=(xvfb openbox dbus-daemon)
# For servers, window managers, cookies, input methods, clipboards and keyrings; what is missing is
# passed over by tests that need it, unless TACTILE_RIGS=required.
rig_packages=(
  xserver-xorg-core xserver-xorg-video-dummy x11-xserver-utils xauth xfwm4 metacity mutter i3-wm dbus
  ibus ibus-hangul xclip xsel gnome-keyring
)
swift_sources=(Package.swift Sources Tests)
if [[ -d Benchmarks ]]; then swift_sources+=(Benchmarks); fi
# What no debugger and no editor will look at is built without most of what they would need; by the
# rest of the index the package manager finds tests.
debug_flags=(
  --explicit-target-dependency-import-check error -Xswiftc -gnone
  -Xswiftc -index-ignore-system-modules
)
# Whole modules are a sixth less work, but any change later is then a change of all of them.
if [[ ${TACTILE_BUILD:-} == once ]]; then
  debug_flags+=(-Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2)
fi
# A folder of its own, so that the release build can go on beside the debug build. Functions of
# libraries are bound at the start: bound when they are first called, they find the registers saved on
# the stack by that, with what of a password is in them. No plug-in is loaded that would look for the
# program's symbols; unexported, they and what only they keep are left out: 0.5 MB.
release_flags=(
  -c release --scratch-path .build/optimized --static-swift-stdlib --disable-local-rpath
  --explicit-target-dependency-import-check error -Xswiftc -use-ld=lld
  -Xlinker -z -Xlinker now -Xlinker --no-export-dynamic
)
# is_at_least WANTED FOUND: whether one version is no older than another.
is_at_least() { [[ $(printf '%s\n' "$1" "$2" | sort -V | head -n 1) == "$1" ]]; }
# Addresses that are corrected at the start, packed: 1.2 MB less to read. Older loaders do not know them.
if is_at_least 2.36 "$(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2)"; then
  release_flags+=(-Xlinker -z -Xlinker pack-relative-relocs)
fi
icon_sizes=(16 32 48 128)
# The test modules that start displays and programs.
on_display='ScreenDriverTests|MeterTests|X11ShellTests|TactileTests'
# Those of the program's suites that go beside the rest of them, and those that go with the other
# modules, so that all three groups take the same time.
beside='has a password form|has a token field|keeps a password|ends well'
with_others='is a good citizen|that is left alone'
# The modules that articles are written about.
documented=(Motion Controls)
# Seconds after which tests are taken to hang.
patience=400

help() {
  cat <<'TEXT'
./run.sh                      set up, build and start the window; where there is no display, the tour
./run.sh test                 set up, lint, build debug and release, run all tests
./run.sh lint                 check the format of all Swift sources, and the shell scripts
./run.sh bless                accept the new golden pictures that failed tests have written
./run.sh docs [DIR]           write what Motion and Controls are, as DocC archives (default: .build/docs)
./run.sh tour DIR             visit all controls on a private display, writing pictures to DIR
./run.sh bench [OPTION...]    measure the program and other toolkits' from outside (--help: options)
./run.sh install [PREFIX]     install program, icon and menu entry (default PREFIX: ~/.local)
./run.sh uninstall [PREFIX]   remove exactly these
./run.sh help                 show this
TEXT
}

say() { printf '\033[1m==> %s\033[0m\n' "$*"; }
fail() {
  printf 'run.sh: %s\n' "$*" >&2
  exit 1
}

# A path as the caller meant it, from wherever this was called.
resolved() { (cd "$caller" && realpath -m -- "$1"); }

is_installed() {
  [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

need_packages() {
  local missing=() package as_root=()
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "not a Debian-like system: make sure that you have the equivalents of $*"
    return
  fi
  for package in "$@"; do is_installed "$package" || missing+=("$package"); done
  if ((${#missing[@]} == 0)); then return; fi
  say "installing ${missing[*]}"
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      fail "neither root nor sudo here; as root: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -q --no-install-recommends "${missing[@]}"
}

need_swift() {
  local version
  command -v swift >/dev/null ||
    fail "Swift 6.3 or newer is needed and not in PATH; get it from https://www.swift.org/install/linux/"
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p')
  if ! is_at_least 6.3 "$version"; then
    fail "Swift 6.3 or newer is needed, found ${version:-none}; see https://www.swift.org/install/linux/"
  fi
}

build_release() {
  say "building $1, release"
  swift build "${release_flags[@]}" --product "$1"
}

release_folder() { swift build "${release_flags[@]}" --show-bin-path; }

start() {
  local status=3
  need_packages "${build_packages[@]}"
  need_swift
  build_release tactile
  if [[ -n ${DISPLAY:-} ]]; then
    status=0
    "$(release_folder)/tactile" || status=$?
  fi
  # The program says by 3 that there is no display.
  if ((status == 3)); then
    say "no display here, so this is the tour of it"
    tour "$root/.build/tour"
  else
    exit "$status"
  fi
}

tour() {
  [[ -n $1 ]] || fail "say where the pictures go: ./run.sh tour DIR"
  local folder
  folder=$(resolved "$1")
  need_packages "${build_packages[@]}" "${screen_packages[@]}"
  need_swift
  build_release tactile
  build_release Tour
  mkdir -p "$folder"
  "$(release_folder)/Tour" "$folder" "$(release_folder)/tactile"
}

# Only the table goes to standard output.
bench() {
  local folder=$root/.build/bench
  prepare_bench "$folder" >&2
  cd "$caller"
  "$folder/Meter" --program "$folder/tactile" --built "$folder" \
    --sources "$root/Benchmarks/Peers" "$@"
}

prepare_bench() {
  need_packages "${build_packages[@]}" "${screen_packages[@]}"
  need_swift
  build_release tactile
  build_release Meter
  Benchmarks/Peers/build.sh "$1"
  # As they are installed: without symbols.
  install -m 755 -s -t "$1" "$(release_folder)/tactile" "$(release_folder)/Meter"
}

lint() {
  need_swift
  # Chained, because `set -e` does not hold in a function that is called left of `||`.
  swift format lint --strict --recursive --parallel "${swift_sources[@]}" &&
    bash -n run.sh && bash -n .ci/run && bash -n Benchmarks/Peers/build.sh &&
    if command -v shellcheck >/dev/null; then
      shellcheck run.sh .ci/run Benchmarks/Peers/build.sh
    fi
}

docs() {
  local module
  need_packages "${build_packages[@]}"
  need_swift
  say "building ${documented[*]} and their documentation"
  swift build "${debug_flags[@]}" --target Controls
  if ! check_docs "$1"; then fail "the documentation has errors, or links that lead nowhere"; fi
  for module in "${documented[@]}"; do
    say "wrote $1/$module.doccarchive: a web server in that folder shows it at" \
      "/documentation/${module,,}"
  done
}

# Makes the documentation of what was built; a link in it that leads nowhere fails.
check_docs() {
  local graphs findings module status=0
  if ! command -v docc >/dev/null; then
    say "SKIPPED: this toolchain has no docc, so the documentation is not checked"
    return
  fi
  graphs=$(mktemp -d)
  mkdir -p "$1"
  for module in "${documented[@]}"; do
    findings=$(extract_and_convert "$module" "$graphs/$module" "$1" 2>&1) || status=1
    # That some parameters need no words is no finding.
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

bless() {
  local picture count=0
  while IFS= read -r picture; do
    mv -v "$picture" "${picture%.new.png}.png"
    count=$((count + 1))
  done < <(find Tests Sources -name '*.new.png')
  find Tests Sources -name '*.diff.png' -delete
  say "accepted $count new pictures; look at them before you commit"
}

# A package outside the tree that uses the libraries; it must neither find nor need libsodium.
check_consumer() {
  local folder status=0
  folder=$(mktemp -d)
  cp -R Tests/Consumer/. "$folder"
  use_consumer "$folder" || status=1
  rm -rf "$folder"
  return "$status"
}

use_consumer() {
  local program libraries build=(
    env TACTILE_PACKAGE="$root" PKG_CONFIG_LIBDIR="$1/none"
    swift build "${debug_flags[@]}" --package-path "$1" --scratch-path "$1/.build"
  )
  "${build[@]}" && program=$("${build[@]}" --show-bin-path)/Consumer &&
    "$program" && libraries=$(ldd "$program") || return 1
  if grep -E 'sodium|cairo|pango|X11' <<<"$libraries"; then
    printf 'the consumer is linked with what Motion and Controls must not need\n' >&2
    return 1
  fi
}

# That the release build gives the same bits as the debug build, and that springs and plain values
# allocate and retain nothing in a frame.
test_release_numbers() {
  swift run -c release --package-path Benchmarks MotionBenchmarks --check
}

test_docs() { check_docs "$root/.build/docs"; }

# All that needs no display.
test_without_display() {
  timeout "$patience" swift test --skip-build --disable-xctest --skip "$on_display"
}

# Tests whose name matches, one after the other: real time passes in these.
test_one_by_one() {
  timeout "$patience" swift test --skip-build --disable-xctest --ignore-lock --no-parallel "$@"
}

# Groups of them at a time, on displays of their own. No program may make a protocol error in any.
test_on_displays() {
  local errors=$logs/protocol_errors status=0 group groups=()
  : >"$errors"
  TACTILE_BINARY=$(release_folder)/tactile
  export TACTILE_BINARY TACTILE_PROTOCOL_ERRORS=$errors
  test_one_by_one --filter "$beside" >"$logs/group_1" 2>&1 &
  groups+=($!)
  test_one_by_one --filter TactileTests --skip "$beside|$with_others" >"$logs/group_2" 2>&1 &
  groups+=($!)
  test_one_by_one --filter "${on_display/|TactileTests/}|$with_others" || status=1
  for group in "${groups[@]}"; do wait "$group" || status=1; done
  cat "$logs"/group_*
  if [[ -s $errors ]]; then
    say "the program made protocol errors"
    cat "$errors"
    status=1
  fi
  return "$status"
}

# What needs nothing of the debug build. The tests on displays need the first two.
builds_beside=(install_rigs build_release_tactile test_release_numbers check_consumer)

# Only the tests on displays need these, which come last.
install_rigs() {
  if (need_packages "${rig_packages[@]}"); then return; fi
  say "SKIPPED: tests that need what of these cannot be installed: ${rig_packages[*]}"
  [[ ${TACTILE_RIGS:-} != required ]]
}

build_release_tactile() { build_release tactile; }

# Runs a check, keeps what it writes in `logs`, and names it in `failed` where it fails.
run_check() {
  say "${1//_/ }"
  "$1" 2>&1 | tee "$logs/$1" || failed+=("${1//_/ }")
}

# Starts checks, one after the other, in the time that nothing else wants; `await_beside` tells how
# they end.
start_beside() {
  (
    # Some containers forbid it.
    chrt --idle --pid 0 "$BASHPID" || renice -n 19 -p "$BASHPID"
    for check in "$@"; do
      "$check" >"$logs/$check" 2>&1 || touch "$logs/failed/$check"
      touch "$logs/ended/$check"
    done
  ) &
  beside_pid=$!
}

# Waits for such checks, shows what they have written, and names those that failed in `failed`.
await_beside() {
  local check
  for check in "$@"; do
    while [[ ! -e $logs/ended/$check ]] && kill -0 "$beside_pid" 2>/dev/null; do sleep 0.2; done
    say "${check//_/ }"
    cat "$logs/$check"
    if [[ -e $logs/failed/$check || ! -e $logs/ended/$check ]]; then failed+=("${check//_/ }"); fi
  done
}

build_debug() { swift build --build-tests "${debug_flags[@]}"; }

# A failure ends the run only after all else was tested too.
all_tests() {
  local failed=() logs beside_pid
  logs=$(mktemp -d)
  mkdir "$logs/failed" "$logs/ended"
  need_packages "${build_packages[@]}" "${screen_packages[@]}"
  need_swift
  run_check lint
  start_beside "${builds_beside[@]}"
  run_check build_debug
  if [[ ! ${failed[*]} =~ build ]]; then
    run_check test_docs
    run_check test_without_display
  fi
  await_beside "${builds_beside[@]:0:2}"
  if [[ ! ${failed[*]} =~ build ]]; then run_check test_on_displays; fi
  await_beside "${builds_beside[@]:2}"
  tell_ending
}

# Once more, since there are thousands of lines above: which tests failed, and what they belong to.
tell_ending() {
  if ((${#failed[@]} > 0)); then
    grep -hE '^✘ Test .*recorded an issue|error:' "$logs"/* 2>/dev/null | sort -u |
      head -n 40 || true
    rm -rf "$logs"
    fail "FAILED after $SECONDS s: $(printf '%s; ' "${failed[@]}")"
  fi
  rm -rf "$logs"
  say "all tests passed in $SECONDS s"
}

# Says what is installed, one pair a line: a path below PREFIX, and the file in this checkout.
installed_files() {
  local size
  for size in "${icon_sizes[@]}"; do
    printf '%s %s\n' "share/icons/hicolor/${size}x$size/apps/tactile.png" \
      "assets/icons/tactile-$size.png"
  done
  printf '%s %s\n' share/icons/hicolor/scalable/apps/tactile.svg assets/tactile.svg
}

install_all() {
  local prefix target source
  prefix=$(resolved "${1:-$HOME/.local}")
  if [[ $prefix == *[\"\$\`\\%]* ]]; then
    fail "a menu entry cannot name the folder $prefix; choose one without \" \$ \` \\ %"
  fi
  need_packages "${build_packages[@]}"
  need_swift
  build_release tactile
  install -D -m 755 -s "$(release_folder)/tactile" "$prefix/bin/tactile"
  while read -r target source; do
    install -D -m 644 "$source" "$prefix/$target"
  done < <(installed_files)
  install -D -m 644 assets/tactile.desktop "$prefix/share/applications/tactile.desktop"
  local entry
  entry=$(<assets/tactile.desktop)
  printf '%s\n' "${entry/Exec=tactile/"Exec=\"$prefix/bin/tactile\""}" \
    >"$prefix/share/applications/tactile.desktop"
  refresh_caches "$prefix"
  say "installed $prefix/bin/tactile and its menu entry"
}

uninstall_all() {
  local prefix target
  prefix=$(resolved "${1:-$HOME/.local}")
  while read -r target _; do rm -f "$prefix/$target"; done < <(installed_files)
  rm -f "$prefix/bin/tactile" "$prefix/share/applications/tactile.desktop"
  refresh_caches "$prefix"
  remove_empty_folders "$prefix"
  say "removed tactile from $prefix"
}

# Those that installing may have made.
remove_empty_folders() {
  local folder
  for folder in "$1/bin" "$1/share/applications" "$1"/share/icons/hicolor/*/apps; do
    if [[ -d $folder ]]; then
      (cd "$1" && rmdir -p --ignore-fail-on-non-empty "${folder#"$1"/}")
    fi
  done
}

# Tells the desktop about entries and icons, where it keeps caches of them.
refresh_caches() {
  if [[ -d $1/share/applications ]] && command -v update-desktop-database >/dev/null; then
    update-desktop-database -q "$1/share/applications" || true
  fi
  if [[ -f $1/share/icons/hicolor/index.theme ]] && command -v gtk-update-icon-cache >/dev/null; then
    gtk-update-icon-cache -q -t "$1/share/icons/hicolor" || true
  fi
}

case ${1:-} in
'') start ;;
test) all_tests ;;
lint) lint ;;
docs) docs "$(resolved "${2:-"$root/.build/docs"}")" ;;
bless) bless ;;
tour) tour "${2:-}" ;;
bench) bench "${@:2}" ;;
install) install_all "${2:-}" ;;
uninstall) uninstall_all "${2:-}" ;;
help | --help | -h) help ;;
*)
  printf 'run.sh: no subcommand %s\n' "$1" >&2
  help >&2
  exit 2
  ;;
esac
