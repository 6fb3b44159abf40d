#!/usr/bin/env bash
# The commands of this checkout; see `./run.sh help`.
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"
root=$PWD

build_packages=(
  git pkg-config fonts-inter libcairo2-dev libfontconfig-dev libfreetype-dev libharfbuzz-dev
  libsodium-dev libutf8proc-dev libx11-dev libxcursor-dev libxdamage-dev libxext-dev
  libxfixes-dev libxi-dev libxkbcommon-dev libxpresent-dev libxrandr-dev libxrender-dev libxres-dev
  libxtst-dev
  # Loaded at run time.
  libpangocairo-1.0-0 libsecret-1-0 libzxcvbn0
)
# For virtual displays: tests and the tour.
screen_packages=(xvfb openbox dbus-daemon picom tint2 strace)
# For tests with real servers, window managers, cookies, input methods, clipboards and keyrings. Tests
# that need a missing one are skipped, unless TACTILE_TEST_REQUIREMENTS=required.
requirement_packages=(
  xserver-xorg-core xserver-xorg-video-dummy x11-xserver-utils xauth xfwm4 metacity mutter i3-wm dbus
  ibus ibus-hangul xclip xsel gnome-keyring openssh-client sudo git gnupg systemd
)
swift_sources=(Package.swift Sources Tests Tools Examples)
if [[ -d Benchmarks ]]; then swift_sources+=(Benchmarks); fi
shell_scripts=(run.sh .ci/run Benchmarks/button.sh Benchmarks/Peers/build.sh scripts/check-language.sh)
# No debugger or editor uses this build, so it has no debug information and a reduced index. The package
# manager finds tests by the rest of the index.
debug_flags=(
  --explicit-target-dependency-import-check error -Xswiftc -gnone
  -Xswiftc -index-ignore-system-modules
)
# Whole-module builds take a sixth less time, but every later change rebuilds the whole module.
if [[ ${TACTILE_BUILD:-} == once ]]; then
  debug_flags+=(-Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2)
fi
# A separate directory, so that release and debug builds can run at the same time. `-z now` binds library
# functions at launch: lazy binding saves the registers on the stack, with parts of a password in them.
# The program loads no plug-ins, so its symbols are not exported, which saves 0.5 MB. Identical functions are
# merged, which saves 0.9 MB: no code compares addresses of functions, but a backtrace may name another
# function with the same code. The functions that a start calls are next to each other: the kernel maps 64 KB
# of code at a time, so that saves 2 MB of memory. The C++ library is linked statically, because the search for
# its symbols is half of the work of the dynamic linker: a start takes a tenth less processor time, and 0.5 MB less
# memory.
release_flags=(
  -c release --scratch-path .build/optimized --static-swift-stdlib --disable-local-rpath
  --explicit-target-dependency-import-check error -Xswiftc -use-ld=lld
  -Xlinker -z -Xlinker now -Xlinker --no-export-dynamic
  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker --icf=all
  -Xlinker "--symbol-ordering-file=$root/scripts/symbol-order.txt" -Xlinker --no-warn-symbol-ordering
  -Xlinker "-L$root/.build/static"
)
# is_at_least WANTED FOUND: succeeds if version FOUND is WANTED or later.
is_at_least() { [[ $(printf '%s\n' "$1" "$2" | sort -V | head -n 1) == "$1" ]]; }
# Packed relative relocations save 1.2 MB. Loaders before glibc 2.36 do not support them.
if is_at_least 2.36 "$(getconf GNU_LIBC_VERSION | cut -d ' ' -f 2)"; then
  release_flags+=(-Xlinker -z -Xlinker pack-relative-relocs)
fi
icon_sizes=(16 32 48 128)
# The test modules that start displays and programs.
display_test_modules='ScreenDriverTests|MeterTests|WindowingTests|ToolkitTests|TactileTests'
# The program's suites that run in a group of their own, and those that run with the other modules, so that
# the three groups take the same time.
first_program_suites='Tactile program\W+(Password form|Token field|Password in memory|Keyring storage|Program exit)'
suites_with_other_modules='Tactile program\W+(X11 conformance|Idle program)'
# The program's suites about dialogs, which mostly wait for other programs.
dialog_suites='Tactile program\W+(Askpass|Pinentry|Script dialogs|Dialog safety|Answers to|Passphrase of)'
# The suite that compares the speed with another program. It runs alone.
performance_suite='Tactile program\W+Performance'
# The manual pages in Documentation/man. Their date is fixed, so that they change only with the options.
manual_pages=(
  tactile tactile-ask-password-agent tactile-askpass tactile-button tactile-check tactile-confirm tactile-message
  tactile-new-password tactile-pinentry tactile-tokens tactile-verify
)
# The links by whose names other programs start a command: relative paths below PREFIX/bin.
program_links=(tactile-askpass pinentry-tactile)
menu_entries=(tactile tactile-button)
manual_date=2026-11-22
# The modules with DocC documentation.
documented=(Motion Controls)
# Seconds after which a group of tests counts as hanging.
test_timeout=900

help() {
  cat <<'TEXT'
./run.sh                      install dependencies, build, and open the window; without a display, run the tour
./run.sh run [OPTION...]      install dependencies, build, and start the program with options (--help lists them)
./run.sh test                 install dependencies, lint, build debug and release, run all tests
./run.sh test MODULE [NAME]   build and run the tests of one module, or those whose suite or name matches NAME
./run.sh lint                 check the format of all Swift sources, the shell scripts, and the language
./run.sh order                record the functions that a start or a drag calls, for the linker (needs valgrind)
./run.sh bless                accept the new golden images that failed tests have written
./run.sh docs [DIR]           build the DocC documentation of Motion and Controls (default DIR: .build/docs)
./run.sh manual               generate the manual pages in Documentation/man from the command line options
./run.sh tour DIR             run the scripted tour on a virtual display and write screenshots to DIR
./run.sh film                 record the animated images of the documentation in assets, on a virtual display
./run.sh bench [OPTION...]    compare the program's speed and memory with programs of other toolkits; --dialogs
                              compares only the dialogs (--help lists the options)
./run.sh install [PREFIX]     install the program, the links tactile-askpass and pinentry-tactile, icons, menu
                              entry, manual pages and shell completions (default PREFIX: ~/.local)
./run.sh uninstall [PREFIX]   remove installed files
./run.sh help                 show this help
TEXT
}

log() { printf '\033[1m==> %s\033[0m\n' "$*"; }
fail() {
  printf 'run.sh: %s\n' "$*" >&2
  exit 1
}

# Fails because of the command line, with the status of a usage error.
usage_error() {
  printf "run.sh: %s; see './run.sh help'\n" "$*" >&2
  exit 2
}

# check_arguments COMMAND MAXIMUM [ARGUMENT...]: prints the help if it is the first argument. Fails if there
# are more than MAXIMUM arguments, or if the first one is an option.
check_arguments() {
  local command=$1 maximum=$2
  shift 2
  case ${1:-} in
  -h | --help)
    help
    exit
    ;;
  -*) usage_error "'$command' has no option '$1'" ;;
  esac
  if (($# > maximum)); then
    usage_error "unexpected argument of '$command': '${*:maximum+1:1}'"
  fi
}

# Creates a directory for output and checks that it is writable.
need_directory() {
  if ! mkdir -p -- "$1" 2>/dev/null || [[ ! -w $1 ]]; then
    fail "cannot create or write to the directory '$1'; choose another one"
  fi
}

# Resolves a path relative to the caller's working directory.
resolved() { (cd "$caller" && realpath -m -- "$1"); }

is_installed() {
  [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]
}

need_packages() {
  local missing=() package as_root=()
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    log "not a Debian-based system: install the equivalents of $*"
    return
  fi
  for package in "$@"; do is_installed "$package" || missing+=("$package"); done
  if ((${#missing[@]} == 0)); then return; fi
  log "installing ${missing[*]}"
  if ((EUID != 0)); then
    command -v sudo >/dev/null ||
      fail "cannot install packages: neither root nor sudo available; run as root: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -q --no-install-recommends "${missing[@]}"
}

need_swift() {
  local version
  command -v swift >/dev/null ||
    fail "swift is not in PATH; install Swift 6.3 or later from https://www.swift.org/install/linux/"
  version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p')
  if ! is_at_least 6.3 "$version"; then
    fail "Swift ${version:-of unknown version} is too old; install 6.3 or later from https://www.swift.org/install/linux/"
  fi
}

build_release() {
  log "building $1, release"
  prefer_static_cpp_library
  swift build "${release_flags[@]}" --product "$1"
}

# Creates a directory that has the static C++ library only. The linker searches it first.
prefer_static_cpp_library() {
  local compiler library
  mkdir -p .build/static
  for compiler in c++ g++ gcc clang++; do
    library=$(command -v "$compiler" >/dev/null && "$compiler" -print-file-name=libstdc++.a) || continue
    if [[ $library == /* ]]; then
      ln -sf "$library" .build/static/libstdc++.a
      return
    fi
  done
  log "no static C++ library found; the program uses the shared one"
}

release_directory() { swift build "${release_flags[@]}" --show-bin-path; }

# Builds and starts the program with the given options. Without options and without a display, runs the tour.
start() {
  local program status=3
  need_packages "${build_packages[@]}"
  need_swift
  build_release tactile
  if [[ -n ${DISPLAY:-} ]] || (($# > 0)); then
    program=$(release_directory)/tactile
    status=0
    # Paths in options are relative to the caller's directory.
    (cd "$caller" && "$program" "$@") || status=$?
  fi
  # Exit status 3: no display. With options, the program has reported it.
  if ((status == 3 && $# == 0)); then
    log "no display found; running the tour on a virtual display"
    tour "$root/.build/tour"
  else
    exit "$status"
  fi
}

tour() {
  [[ -n $1 ]] || usage_error "missing directory for the screenshots: ./run.sh tour DIR"
  local directory
  directory=$(resolved "$1")
  need_directory "$directory"
  need_packages "${build_packages[@]}" "${screen_packages[@]}"
  need_swift
  build_release tactile
  build_release Tour
  "$(release_directory)/Tour" "$directory" "$(release_directory)/tactile"
}

# Records the window in use and encodes the frames as a lossless animated image.
film() {
  local directory
  need_packages "${build_packages[@]}" "${screen_packages[@]}" webp
  need_swift
  build_release tactile
  build_release Tour
  local option
  for option in --film --button-film; do
    directory=$(mktemp -d)
    "$(release_directory)/Tour" "$option" "$directory" "$(release_directory)/tactile"
    img2webp "$directory/frames" >/dev/null
    rm -rf "$directory"
  done
  log "wrote assets/tour.webp and assets/button.webp"
}

# Writes only the table to standard output.
bench() {
  local directory=$root/.build/bench
  prepare_bench "$directory" >&2
  cd "$caller"
  "$directory/Meter" --program "$directory/tactile" --peer-build-dir "$directory" \
    --peer-source-dir "$root/Benchmarks/Peers" "$@"
}

prepare_bench() {
  need_packages "${build_packages[@]}" "${screen_packages[@]}"
  need_swift
  build_release tactile
  build_release Meter
  Benchmarks/Peers/build.sh "$1"
  # Without symbols, as they are installed.
  install -m 755 -s -t "$1" "$(release_directory)/tactile" "$(release_directory)/Meter"
}

lint() {
  need_swift
  # Chained with `&&`, because `set -e` is ignored in a function that is called on the left of `||`.
  swift format lint --strict --recursive --parallel "${swift_sources[@]}" &&
    for script in "${shell_scripts[@]}"; do bash -n "$script" || return 1; done &&
    if command -v shellcheck >/dev/null; then shellcheck "${shell_scripts[@]}"; fi &&
    scripts/check-language.sh &&
    log "no findings in the Swift sources, shell scripts and language"
}

docs() {
  local module
  need_directory "$1"
  need_packages "${build_packages[@]}"
  need_swift
  log "building ${documented[*]} and their documentation"
  swift build "${debug_flags[@]}" --target Controls
  if ! check_docs "$1"; then fail "the documentation has errors or broken links"; fi
  for module in "${documented[@]}"; do
    log "wrote $1/$module.doccarchive; a web server for that directory shows it at" \
      "/documentation/${module,,}"
  done
}

# Builds the documentation of the built modules; fails on broken links.
check_docs() {
  local graphs findings module status=0
  if ! command -v docc >/dev/null; then
    log "SKIPPED: this toolchain has no docc; the documentation is not checked"
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

# Writes the names of the functions that a drag of the desktop button calls, and then of those that the starts of a
# window, a dialog and the button call. The code of a drag is next to each other, because after each motion most of it
# is no longer in the caches of the processor: this saves an eighth of the latency.
order() {
  local profiles=$root/.build/profiles program command drag
  need_packages "${build_packages[@]}" "${screen_packages[@]}" xauth valgrind
  need_swift
  build_release tactile
  program=$(release_directory)/tactile
  rm -rf "$profiles"
  mkdir -p "$profiles"
  for command in '--theme light' 'askpass --theme light Password:' 'button --theme light'; do
    # shellcheck disable=SC2086
    xvfb-run -a bash -c 'openbox & exec timeout --preserve-status 15 "$@"' openbox \
      valgrind --tool=callgrind --demangle=no --callgrind-out-file="$profiles/start-${command%% *}" \
      "$program" $command || true
  done
  profile_drag "$program" "$profiles"
  drag=$(called_functions "$program" "$profiles"/drag)
  {
    printf '%s\n' "$drag"
    called_functions "$program" "$profiles"/start-* | grep -vxF "$drag"
  } >scripts/symbol-order.txt
  log "wrote $(wc -l <scripts/symbol-order.txt) names to scripts/symbol-order.txt"
}

# profile_drag PROGRAM DIR: writes the profile of a drag of the desktop button, without its start, to DIR/drag.
profile_drag() {
  cc -O2 -o "$2/moves" Benchmarks/Observers/moves.c -lX11 -lXtst
  # shellcheck disable=SC2016
  env HOME="$2" XDG_STATE_HOME= xvfb-run -a -s '-screen 0 1280x800x24' bash -c '
    openbox &
    valgrind --tool=callgrind --demangle=no --callgrind-out-file="$2/drag" "$1" button --theme light &
    sleep 15
    callgrind_control --zero $!
    "$2/moves" 1248 400 20
    "$1" button --quit
    wait $!' profile "$1" "$2"
}

# called_functions PROGRAM PROFILE...: prints the functions of a program that profiles contain. A name that several
# functions have is left out, since the linker would move all of them, with the libraries that they belong to.
called_functions() {
  LC_ALL=C comm -12 \
    <(sed -nE "s/^c?fn=\([0-9]+\) ([^']*).*/\1/p" "${@:2}" | LC_ALL=C sort -u) \
    <(nm "$1" | awk '$2 ~ /[tTwW]/ { print $3 }' | LC_ALL=C sort | uniq -u)
}

bless() {
  local image count=0
  while IFS= read -r image; do
    mv -v "$image" "${image%.new.png}.png"
    count=$((count + 1))
  done < <(find Tests Sources -name '*.new.png')
  find Tests Sources -name '*.diff.png' -delete
  log "accepted $count new golden images; review them before committing"
}

# Builds and runs a package outside this checkout that uses a library, without headers of C libraries.
check_outside_package() {
  local directory status=0
  directory=$(mktemp -d)
  cp -R Tests/OutsidePackage/. "$directory"
  TACTILE_PACKAGE=$root PKG_CONFIG_LIBDIR=$directory/none swift run "${debug_flags[@]}" \
    --package-path "$directory" OutsidePackage || status=1
  rm -rf "$directory"
  return "$status"
}

# Runs a program that uses Motion and Controls, which must not depend on other libraries.
check_consumer() {
  local program libraries
  program=$(swift build --show-bin-path)/Consumer
  "$program" && libraries=$(ldd "$program") || return 1
  if grep -E 'sodium|cairo|pango|X11' <<<"$libraries"; then
    printf 'Tests/Consumer links libraries that Motion and Controls must not depend on\n' >&2
    return 1
  fi
}

# Checks that the release build returns the same bits as the debug build, and that springs and plain values
# allocate and retain nothing in a frame.
test_release_numbers() {
  build_release MotionBenchmarks && "$(release_directory)/MotionBenchmarks" --check
}

test_docs() { check_docs "$root/.build/docs"; }

# Runs tests of the debug build by `test_program`. `swift test` does the same, but several of them at the same time
# may find the database of the build locked.
run_test_program() {
  NO_COLOR=1 timeout "$test_timeout" "$test_program" --testing-library swift-testing "$@"
}

# Runs the tests that need no display, with a lower priority than those beside them.
test_without_display() {
  renice -n 5 -p "$BASHPID" >/dev/null
  run_test_program --skip "$display_test_modules"
}

# Runs the matching tests one after the other, because they run in real time.
test_one_by_one() { run_test_program --no-parallel "$@"; }

# Runs five groups at the same time: one without a display, and four on separate displays, which mostly wait.
# A protocol error of the program fails.
run_tests() {
  local errors=$logs/protocol_errors status=0 group groups=() test_program
  test_program=$(swift build --show-bin-path)/TactilePackageTests.xctest
  : >"$errors"
  TACTILE_BINARY=$(release_directory)/tactile
  export TACTILE_BINARY TACTILE_PROTOCOL_ERRORS=$errors
  test_without_display >"$logs/group_0" 2>&1 &
  groups+=($!)
  test_one_by_one --filter "$first_program_suites" >"$logs/group_1" 2>&1 &
  groups+=($!)
  test_one_by_one --filter TactileTests \
    --skip "$first_program_suites|$suites_with_other_modules|$dialog_suites|$performance_suite" \
    >"$logs/group_2" 2>&1 &
  groups+=($!)
  test_one_by_one --filter "$dialog_suites" >"$logs/group_3" 2>&1 &
  groups+=($!)
  test_one_by_one --filter "${display_test_modules/|TactileTests/}|$suites_with_other_modules" || status=1
  for group in "${groups[@]}"; do wait "$group" || status=1; done
  cat "$logs"/group_*
  test_one_by_one --filter "$performance_suite" || status=1
  if [[ -s $errors ]]; then
    log "the program caused X protocol errors"
    cat "$errors"
    status=1
  fi
  return "$status"
}

# Checks that do not need the debug build. The tests need the first two.
background_checks=(install_requirements build_release_tactile test_release_numbers check_outside_package)

# Checks of the debug build that run beside the tests.
checks_beside_tests=(test_docs check_consumer)

# Installs the packages for the tests on displays, which run last. TACTILE_RIGS is the earlier name of the
# variable, which is accepted until 0.3.0.
install_requirements() {
  if (need_packages "${requirement_packages[@]}"); then return; fi
  log "SKIPPED: tests that require packages that cannot be installed: ${requirement_packages[*]}"
  [[ ${TACTILE_TEST_REQUIREMENTS:-${TACTILE_RIGS:-}} != required ]]
}

build_release_tactile() { build_release tactile; }

# Runs a check, writes its output to `logs`, and adds it to `failed` if it fails.
run_check() {
  log "${1//_/ }"
  "$1" 2>&1 | tee "$logs/$1" || failed+=("${1//_/ }")
}

# Starts checks one after the other in the background with a lower priority; `await_background` reports
# their results. With idle priority, they would not advance beside other busy programs.
start_background() {
  (
    renice -n 5 -p "$BASHPID" >/dev/null
    for check in "$@"; do
      "$check" >"$logs/$check" 2>&1 || touch "$logs/failed/$check"
      touch "$logs/ended/$check"
    done
  ) &
  background_pids+=($!)
}

# Waits for background checks, prints their output, and adds failed ones to `failed`.
await_background() {
  local check
  for check in "$@"; do
    while [[ ! -e $logs/ended/$check ]] && kill -0 "${background_pids[@]}" 2>/dev/null; do sleep 0.2; done
    log "${check//_/ }"
    cat "$logs/$check"
    if [[ -e $logs/failed/$check || ! -e $logs/ended/$check ]]; then failed+=("${check//_/ }"); fi
  done
}

build_debug() { swift build --build-tests "${debug_flags[@]}"; }

# Builds and runs the tests of one module, or only those whose suite or name matches a regular expression. Fails
# if there is no such test.
module_tests() {
  local modules=(Tests/*Tests) parallel=() output status=0
  modules=("${modules[@]#Tests/}")
  modules=("${modules[@]%Tests}")
  [[ " ${modules[*]} " == *" $1 "* ]] ||
    usage_error "there are no tests of a module '$1'; use one of: ${modules[*]}"
  need_packages "${build_packages[@]}" "${screen_packages[@]}"
  need_swift
  build_debug
  # Tests on displays run in real time.
  if [[ ${1}Tests =~ ^($display_test_modules)$ ]]; then parallel=(--no-parallel); fi
  output=$(mktemp)
  swift test --skip-build --disable-xctest "${parallel[@]}" --filter "^${1}Tests\\..*${2:-}" 2>&1 |
    tee "$output" || status=$?
  if grep -q 'Test run with 0 tests' "$output"; then status=none; fi
  rm -f "$output"
  [[ $status != none ]] || fail "no test of $1 matches '${2:-}'; use a part of the name of a suite or test"
  return "$status"
}

# Runs every check, even after a failure.
all_tests() {
  local failed=() logs background_pids=()
  logs=$(mktemp -d)
  mkdir "$logs/failed" "$logs/ended"
  need_packages "${build_packages[@]}" "${screen_packages[@]}"
  need_swift
  run_check lint
  start_background "${background_checks[@]}"
  run_check build_debug
  await_background "${background_checks[@]:0:2}"
  if [[ ! ${failed[*]} =~ build ]]; then
    start_background "${checks_beside_tests[@]}"
    run_check run_tests
    await_background "${checks_beside_tests[@]}"
  fi
  await_background "${background_checks[@]:2}"
  report_result
}

# Prints the tests in the logs that started and did not end: those that the timeout stopped or that crashed.
unfinished_tests() {
  find "$logs" -maxdepth 1 -type f -exec awk '
    /^◇ Test run started|^◇ Test case / { next }
    sub(/^◇ Test /, "") && sub(/ started\.$/, "") { running[FILENAME, $0]++ }
    sub(/^(✔|✘|➜|━) Test /, "") { sub(/( with [0-9]+ test cases?)? ((passed|failed) after .*|skipped(:.*|\.))$/, ""); running[FILENAME, $0]-- }
    END { for (key in running) if (running[key] > 0) { split(key, parts, SUBSEP); print "did not end: " parts[2] } }
  ' {} +
}

# Repeats the failed tests, because thousands of lines precede this.
report_result() {
  if ((${#failed[@]} > 0)); then
    { grep -hE '^✘ Test .*recorded an issue|error:' "$logs"/* 2>/dev/null || true; unfinished_tests; } | sort -u |
      head -n 40 || true
    rm -rf "$logs"
    fail "FAILED after $SECONDS s: $(printf '%s; ' "${failed[@]}")"
  fi
  rm -rf "$logs"
  log "all tests passed in $SECONDS s"
}

# Prints the installed files, one pair per line: a path below PREFIX, and the file in this checkout.
installed_files() {
  local size page
  for size in "${icon_sizes[@]}"; do
    printf '%s %s\n' "share/icons/hicolor/${size}x$size/apps/tactile.png" \
      "assets/icons/tactile-$size.png"
  done
  printf '%s %s\n' share/icons/hicolor/scalable/apps/tactile.svg assets/tactile.svg
  for page in "${manual_pages[@]}"; do
    printf '%s %s\n' "share/man/man1/$page.1" "Documentation/man/$page.1"
  done
}

# Prints the installed completion scripts, one pair per line: a path below PREFIX, and the shell.
installed_completions() {
  printf '%s %s\n' share/bash-completion/completions/tactile bash \
    share/zsh/site-functions/_tactile zsh share/fish/vendor_completions.d/tactile.fish fish
}

# Installs the completion scripts, which the installed program prints.
install_completions() {
  local target shell script
  while read -r target shell; do
    script=$("$1/bin/tactile" --generate-completion-script "$shell")
    install -D -m 644 /dev/stdin "$1/$target" <<<"$script"
  done < <(installed_completions)
}

install_all() {
  local prefix target source
  prefix=$(resolved "${1:-$HOME/.local}")
  if [[ $prefix == *[\"\$\`\\%]* ]]; then
    fail "PREFIX contains characters that are not allowed in a desktop entry (\" \$ \` \\ %): $prefix;" \
      "choose another PREFIX"
  fi
  need_directory "$prefix"
  need_packages "${build_packages[@]}"
  need_swift
  build_release tactile
  install -D -m 755 -s "$(release_directory)/tactile" "$prefix/bin/tactile"
  for target in "${program_links[@]}"; do ln -sfn tactile "$prefix/bin/$target"; done
  while read -r target source; do
    install -D -m 644 "$source" "$prefix/$target"
  done < <(installed_files)
  install_completions "$prefix"
  local name entry
  for name in "${menu_entries[@]}"; do
    entry=$(<"assets/$name.desktop")
    install -D -m 644 /dev/stdin "$prefix/share/applications/$name.desktop" \
      <<<"${entry//Exec=tactile/"Exec=\"$prefix/bin/tactile\""}"
  done
  refresh_caches "$prefix"
  log "installed $prefix/bin/tactile, the links ${program_links[*]}, its menu entries, manual pages and shell" \
    "completions"
  log "to start the desktop button with your session: mkdir -p ~/.config/autostart &&" \
    "ln -s $prefix/share/applications/tactile-button.desktop ~/.config/autostart/"
  if [[ :$PATH: != *":$prefix/bin:"* ]]; then
    log "note: $prefix/bin is not in PATH; add it to start the program as 'tactile'"
  fi
  if command -v zsh >/dev/null; then
    log "note: zsh needs a line in ~/.zshrc for the completions, unless $prefix/share/zsh/site-functions is" \
      "in its fpath; see Documentation/Manual.md"
  fi
}

uninstall_all() {
  local prefix target targets=()
  prefix=$(resolved "${1:-$HOME/.local}")
  while read -r target _; do
    if [[ -e $prefix/$target || -L $prefix/$target ]]; then targets+=("$prefix/$target"); fi
  done < <(
    printf '%s\n' bin/tactile "${program_links[@]/#/bin/}"
    printf 'share/applications/%s.desktop\n' "${menu_entries[@]}"
    installed_files
    installed_completions
  )
  if ((${#targets[@]} == 0)); then
    log "nothing to remove: tactile is not installed in $prefix"
    return
  fi
  rm -f "${targets[@]}"
  refresh_caches "$prefix"
  remove_empty_directories "$prefix"
  log "removed tactile from $prefix"
}

# Removes the directories that the installation may have created, if they are empty.
remove_empty_directories() {
  local directory
  for directory in "$1/bin" "$1/share/applications" "$1"/share/icons/hicolor/*/apps \
    "$1/share/man/man1" "$1/share/bash-completion/completions" "$1/share/zsh/site-functions" \
    "$1/share/fish/vendor_completions.d"; do
    if [[ -d $directory ]]; then
      (cd "$1" && rmdir -p --ignore-fail-on-non-empty "${directory#"$1"/}")
    fi
  done
}

# Updates the desktop's caches of menu entries and icons, if they exist.
refresh_caches() {
  if [[ -d $1/share/applications ]] && command -v update-desktop-database >/dev/null; then
    update-desktop-database -q "$1/share/applications" || true
  fi
  if [[ -f $1/share/icons/hicolor/index.theme ]] && command -v gtk-update-icon-cache >/dev/null; then
    gtk-update-icon-cache -q -t "$1/share/icons/hicolor" || true
  fi
}

case ${1:-} in
lint | manual | order | bless | film) check_arguments "$1" 0 "${@:2}" ;;
docs | tour | install | uninstall) check_arguments "$1" 1 "${@:2}" ;;
test) check_arguments "$1" 2 "${@:2}" ;;
esac

case ${1:-} in
'') start ;;
run) start "${@:2}" ;;
test) if (($# > 1)); then module_tests "${@:2}"; else all_tests; fi ;;
lint) lint ;;
docs) docs "$(resolved "${2:-"$root/.build/docs"}")" ;;
manual) manual ;;
order) order ;;
bless) bless ;;
tour) tour "${2:-}" ;;
film) film ;;
bench) bench "${@:2}" ;;
install) install_all "${2:-}" ;;
uninstall) uninstall_all "${2:-}" ;;
help | --help | -h) help ;;
*) usage_error "unknown command '$1'" ;;
esac
