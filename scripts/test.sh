# shellcheck shell=bash
# Tests, and the checks that run beside them. State and logs are in .build, so that runs in several checkouts do not
# disturb each other; runs in one checkout wait for each other.

test_log=$root/.build/test.log
test_report=$root/.build/test-report

# Runs the common tests (`./run.sh test`), all tests and checks (`--all`), or those of a module.
run_tests() {
  case ${1:-} in
  '') in_turn common_tests ;;
  --all) in_turn all_tests ;;
  *) in_turn module_tests "$@" ;;
  esac
}

# in_turn COMMAND...: waits for another run in this checkout, then starts the command with an empty log.
in_turn() {
  mkdir -p .build
  exec 9>.build/test.lock
  if ! flock -n 9; then
    log "waiting for another test run in this checkout"
    flock 9
  fi
  : >"$test_log"
  rm -rf .build/test-failures "$test_report"
  touch .build/test-start
  mkdir .build/test-failures
  # Background jobs ignore SIGINT.
  trap 'end_descendants $$; exit 130' INT TERM HUP
  "$@"
}

# end_descendants PID: sends SIGTERM to the processes that a process has started, the innermost first.
end_descendants() {
  local child children
  children=$(cat "/proc/$1"/task/*/children 2>/dev/null) || true
  for child in $children; do
    end_descendants "$child"
    kill "$child" 2>/dev/null || true
  done
}

common_tests() {
  need_packages "${build_packages[@]}" "${screen_packages[@]}" "${client_packages[@]}"
  need_swift
  check lint lint &
  check 'debug build' build_debug
  wait
  export TACTILE_TEST_SCOPE=common
  if is_built debug; then run_test_program --skip-unchanged; fi
  report_result
}

# The release build and the checks have a lower priority than the tests beside them.
all_tests() {
  unset TACTILE_TEST_SCOPE
  need_packages "${build_packages[@]}" "${screen_packages[@]}" "${client_packages[@]}"
  need_requirements
  need_swift
  check lint lint &
  lower_priority check 'release build' build_release tactile &
  local release=$!
  check 'debug build' build_debug
  wait "$release"
  for name in release_numbers outside_package docs api consumer tutorial package failures; do
    lower_priority check "${name/_/ }" "check_$name"
  done &
  TACTILE_BINARY=$(release_directory)/tactile
  export TACTILE_BINARY
  if is_built debug && is_built release; then run_test_program; fi
  wait
  report_result
}

# module_tests MODULE [NAME]: runs the tests of a module, or those whose suite or name matches a regular expression.
module_tests() {
  local modules=(Tests/*Tests)
  modules=("${modules[@]#Tests/}")
  modules=("${modules[@]%Tests}")
  [[ " ${modules[*]} " == *" $1 "* ]] ||
    usage_error "there are no tests of a module '$1'; use one of: ${modules[*]}"
  need_packages "${build_packages[@]}" "${screen_packages[@]}" "${client_packages[@]}"
  need_swift
  check 'debug build' build_debug
  if is_built debug; then run_test_program --match "^${1}Tests\..*(${2:-})"; fi
  report_result
}

# Lets C functions fail, one call after the other.
failures() {
  if [[ " $* " == *' --help '* ]]; then exec scripts/failures.py --help; fi
  need_packages "${build_packages[@]}" "${screen_packages[@]}" python3 gcc xdotool x11-utils polkitd openssl
  need_swift
  swift build "${debug_flags[@]}" --product tactile
  scripts/failures.py "$@"
}

# Uses the release build for a long time.
soak() {
  if [[ " $* " == *' --help '* ]]; then exec scripts/soak.py --help; fi
  need_packages "${build_packages[@]}" "${screen_packages[@]}" python3 python3-xlib xdotool x11-utils x11-xserver-utils xclip polkitd openssl
  need_swift
  build_release tactile
  scripts/soak.py --program "$(release_directory)/tactile" "$@"
}

# Installs the packages of the tests that only complete runs contain.
need_requirements() {
  if (need_packages "${panel_packages[@]}" "${rare_packages[@]}"); then return; fi
  if [[ ${TACTILE_TEST_REQUIREMENTS:-} == required ]]; then
    fail "cannot install the packages for all tests: ${panel_packages[*]} ${rare_packages[*]}"
  fi
  log "SKIPPED: tests that require packages that cannot be installed: ${panel_packages[*]} ${rare_packages[*]}"
}

lower_priority() {
  renice -n 5 -p "$BASHPID" >/dev/null
  "$@"
}

# check NAME COMMAND...: runs a command, adds its output to the log, and prints a line with the result. If it fails,
# prints its errors, or else the end of its output.
check() {
  local name=$1 start=$SECONDS output result=passed
  # Removed if the command passes.
  touch ".build/test-failures/$name"
  output=$(mktemp)
  # Not on the left of `||`, which would turn off `set -e` in the command.
  "${@:2}" >"$output" 2>&1 9>&- &
  wait $! || result=FAILED
  { printf '==> %s\n' "$name" && cat "$output"; } >>"$test_log"
  # Over the line of progress.
  if [[ -t 1 ]]; then printf '\r\033[K'; fi
  printf '%-22s%-30s%8d s\n' "$name" "$result" $((SECONDS - start))
  if [[ $result == passed ]]; then
    rm ".build/test-failures/$name"
  elif grep -qE 'error:' "$output"; then
    grep -E 'error:' "$output" | sort -u | sed -n 1,30p
  else
    tail -n 30 "$output"
  fi
  rm -f "$output"
}

# is_built CONFIGURATION: succeeds if the build has not failed.
is_built() { [[ ! -e ".build/test-failures/$1 build" ]]; }

# Runs the tests of the debug build. A protocol error of a program on a test display fails.
run_test_program() {
  local errors=$root/.build/protocol-errors status=0
  : >"$errors"
  TACTILE_PROTOCOL_ERRORS=$errors scripts/run-tests.py "$(swift build --show-bin-path)/TactilePackageTests.xctest" \
    --state .build --log "$test_log" --report "$test_report" "$@" &
  # Unlike a command in the foreground, `wait` lets a signal end the run at once.
  wait $! || status=$?
  if [[ -s $errors ]]; then
    touch '.build/test-failures/X protocol'
    rm -f .build/passed-modules.json
    head -n 20 "$errors"
  fi
  ((status != 2)) || exit 2
  ((status != 3)) || fail "no test matches; use a part of the name of a suite or test"
  if ((status != 0)); then touch .build/test-failures/tests; fi
}

# Prints the failed tests and the total last.
report_result() {
  local failures=(.build/test-failures/*)
  if [[ -e $test_report ]]; then cat "$test_report"; fi
  if [[ ! -e ${failures[0]} ]]; then
    log "passed in $SECONDS s; the log is .build/test.log"
  else
    fail "failed after $SECONDS s: $(printf '%s; ' "${failures[@]##*/}")the log is .build/test.log"
  fi
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
  "$program"
  libraries=$(ldd "$program")
  if grep -E 'sodium|cairo|pango|X11' <<<"$libraries"; then
    printf 'error: Tests/Consumer links libraries that Motion and Controls must not depend on\n' >&2
    return 1
  fi
}

# Checks that the release build returns the recorded bits, and that springs and plain values
# allocate and retain nothing in a frame.
check_release_numbers() {
  build_release MotionBenchmarks
  "$(release_directory)/MotionBenchmarks" --check
}

# Lets the first calls of functions that each dialog needs fail.
check_failures() {
  scripts/failures.py --jobs 1 --first 1 --only 'check|verify|askpass' --program "$(swift build --show-bin-path)/tactile" \
    --functions '^(XOpenDisplay|XInternAtoms|XCreateGC|Fc\w+|FT_\w+|sodium_\w+|crypto_pwhash|open|pthread_create|read|malloc@libxcb\.so\.1)$'
}

check_docs() { build_docs .build/docs; }

check_api() {
  list_api .build/api
  if ! diff -ru Documentation/API .build/api; then
    printf "error: public declarations differ from Documentation/API; run './run.sh api'\n" >&2
    return 1
  fi
}

# Executes the article "Your first window" in a new folder, as it is written.
check_tutorial() {
  local directory status=0
  directory=$(mktemp -d)
  ln -s "$root" "$directory/tactile"
  {
    # Without the rights of root, checks that the packages are installed.
    # shellcheck disable=SC2016
    printf '%s\n' 'sudo() { if ((EUID == 0)); then "$@"; else dpkg-query -s "${@:4}" >/dev/null; fi; }'
    declare -f expect_window
    awk -f scripts/tutorial.awk Sources/Toolkit/Toolkit.docc/FirstWindow.md
  } >"$directory/steps.sh"
  (cd "$directory" && xvfb-run --auto-servernum bash -euo pipefail steps.sh) || status=1
  rm -rf "$directory"
  return "$status"
}

# expect_window TITLE COMMAND...: starts a program and waits until it shows a window, which SIGTERM closes.
expect_window() {
  "${@:2}" &
  local program=$! end=$((SECONDS + 1200))
  until xdotool search --onlyvisible --name "^$1\$"; do
    kill -0 "$program"
    ((SECONDS < end))
    sleep 0.5
  done
  kill "$program"
  wait "$program"
}

# compare_packages PACKAGE OTHER COPY: succeeds if a package and that of a copy of this checkout are equal. Otherwise, prints
# the files that differ, and the functions of the program whose sizes do.
compare_packages() {
  local directory
  if cmp "$1" "$2"; then return; fi
  directory=$(mktemp -d)
  dpkg-deb -R "$1" "$directory/package"
  dpkg-deb -R "$2" "$directory/other"
  diff -r "$directory/package" "$directory/other" || true
  function_sizes "$(release_directory)/tactile" >"$directory/package.functions"
  function_sizes "$(cd "$3" && release_directory)/tactile" >"$directory/other.functions"
  diff "$directory/package.functions" "$directory/other.functions" || true
  rm -rf "$directory"
  printf 'error: two builds of the same sources give different packages\n' >&2
  return 1
}

# function_sizes PROGRAM: prints the size and the name of each function.
function_sizes() { nm --size-sort --print-size --demangle "$1" | cut -d ' ' -f 2,4- | LC_ALL=C sort; }

# Makes a package of the release build, and compares it with one that is built in another directory. Tries it and an archive in
# new systems, if this user can create them.
check_package() {
  local log=.build/package.log copy package suite
  make_package >"$log"
  package=$(tail -n 1 "$log")
  lintian --fail-on error,warning "$package"
  desktop-file-validate assets/*.desktop
  appstreamcli validate --no-net assets/tactile.metainfo.xml
  # A build in another directory gives the same package.
  copy=$root/.build/copy
  rm -rf "$copy" && mkdir "$copy"
  # shellcheck disable=SC2064
  trap "rm -rf '$copy'" EXIT
  git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$copy"
  SOURCE_DATE_EPOCH=$(packaged_time)
  export SOURCE_DATE_EPOCH
  "$copy/run.sh" package >"$log"
  compare_packages "$package" "$(tail -n 1 "$log")" "$copy"
  if ((EUID == 0)); then
    for suite in bookworm trixie; do scripts/try-package.sh "$package" "$suite"; done
    "$copy/run.sh" archive >"$log"
    scripts/try-package.sh "$(tail -n 1 "$log")" trixie
  elif [[ ${TACTILE_TEST_REQUIREMENTS:-} == required ]]; then
    fail 'only root can try the package in new systems'
  else
    log 'SKIPPED: the package and the archive in new systems, which only root can create'
  fi
  rm -rf "$copy"
}
