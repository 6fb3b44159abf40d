# shellcheck shell=bash
# Fuzzing: inputs that libFuzzer chooses by coverage, with the address sanitizer, or the tests of threads with the thread
# sanitizer. The builds have their own directories, so that nothing of them is in the program.

fuzz_build=$root/.build/fuzz
fuzz_corpus=$root/Tests/FuzzTests/Corpus
fuzz_table=$root/Documentation/Trust.md

# fuzz [TARGET...] [--runs NUMBER] [--seconds NUMBER] [--threads]
fuzz() {
  local runs=1000000 seconds=0 targets=()
  while (($#)); do
    case $1 in
    --threads)
      fuzz_threads
      return
      ;;
    --help)
      help
      return
      ;;
    --runs | --seconds)
      [[ ${2:-} =~ ^[0-9]+$ ]] || usage_error "'$1' needs a number"
      if [[ $1 == --runs ]]; then runs=$2; else seconds=$2; fi
      shift
      ;;
    -*) usage_error "'fuzz' has no option '$1'" ;;
    *) targets+=("$1") ;;
    esac
    shift
  done
  for target in "${targets[@]}"; do
    [[ -d $fuzz_corpus/$target ]] || usage_error "there is no target '$target'; the targets are those in Tests/FuzzTests/Corpus"
  done
  need_packages "${build_packages[@]}" librsvg2-2
  need_swift
  build_fuzz
  if ((${#targets[@]} == 0)); then mapfile -t targets < <(ls "$fuzz_corpus"); fi
  printf '%-22s%12s%10s%10s%10s\n' target inputs edges seconds findings
  for target in "${targets[@]}"; do fuzz_target "$target" "$runs" "$seconds"; done
  for target in "${targets[@]}"; do
    # Also those of earlier runs of the target.
    if compgen -G "$fuzz_build/crashes/$target-*" >/dev/null; then fail "inputs with findings are in .build/fuzz/crashes"; fi
  done
}

build_fuzz() {
  local library resources counters=$fuzz_build/counters.o flags=() function
  log "building with coverage and the address sanitizer"
  resources=$(swift -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
  library=$(find "$resources/../clang" -name 'libclang_rt.fuzzer_no_main-*.a' | head -n 1)
  mkdir -p "$fuzz_build"
  "$resources/../../bin/clang" -O2 -Wall -Wextra -Werror -c "$root/scripts/fuzz-counters.c" -o "$counters"
  # SwiftPM does not know the file.
  rm -f "$fuzz_build/release/TactilePackageTests.xctest"
  for function in 8bit_counters_init pcs_init trace_{cmp,const_cmp}{1,2,4,8} trace_switch; do
    flags+=(-Xlinker "--wrap=__sanitizer_cov_$function")
  done
  TACTILE_TESTS=FuzzTests swift build -c release --scratch-path "$fuzz_build" --product TactilePackageTests --sanitize=address \
    -Xswiftc -sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp -Xswiftc -enable-testing \
    -Xswiftc -DFUZZING -Xswiftc -gline-tables-only -Xlinker "$library" -Xlinker -lstdc++ \
    -Xlinker "$counters" "${flags[@]}" >"$root/.build/fuzz.log" 2>&1 ||
    { tail -n 30 "$root/.build/fuzz.log" && fail "cannot build; the log is .build/fuzz.log"; }
  # libFuzzer starts its first argument again for a merge.
  cat >"$fuzz_build/program" <<TEXT
#!/bin/sh
TACTILE_FUZZ_ARGUMENTS=\$(printf '%s\n' "\$0" "\$@")
export TACTILE_FUZZ_ARGUMENTS
exec $fuzz_build/release/TactilePackageTests.xctest --testing-library swift-testing --filter FuzzTests.Coverage
TEXT
  chmod +x "$fuzz_build/program"
}

# fuzz_run [ARGUMENT...]: starts libFuzzer. Memory of the Swift runtime is no leak, and a backtrace by the runtime would wait for
# a debugger. The stacks of a finding are complete if its
# input runs alone with a larger `malloc_context_size`.
fuzz_run() {
  ASAN_OPTIONS=detect_leaks=0:malloc_context_size=1:quarantine_size_mb=16:allocator_may_return_null=1 SWIFT_BACKTRACE=enable=no "$fuzz_build/program" "$@"
}

# fuzz_target TARGET RUNS SECONDS: repeats the inputs with findings of earlier runs of a target, and removes those without one
# now. Then runs the target, adds the inputs with new coverage to its corpus, and prints its line.
fuzz_target() {
  local target=$1 runs=$2 seconds=$3 found=$fuzz_build/found/$1 output=$fuzz_build/$1.log start=$SECONDS inputs edges findings
  local merged=$fuzz_build/merged limits=(-timeout=20 -rss_limit_mb=4096 -detect_leaks=0) input
  export TACTILE_FUZZ_TARGET=$target
  mkdir -p "$found" "$fuzz_build/crashes"
  for input in "$fuzz_build/crashes/$target-"*; do
    [[ -f $input ]] && fuzz_run "${limits[@]}" "$input" >"$output" 2>&1 && grep -q '^Executed ' "$output" && rm "$input"
  done
  fuzz_run -runs="$runs" -max_total_time="$seconds" "${limits[@]}" -print_final_stats=1 \
    -artifact_prefix="$fuzz_build/crashes/$target-" "$found" "$fuzz_corpus/$target" >"$output" 2>&1 || true
  inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$output")
  [[ -n $inputs ]] || fail "the target '$target' does not run; the log is $output"
  edges=$(grep -oE 'cov: [0-9]+' "$output" | tail -n 1 | cut -d ' ' -f 2) || true
  findings=$(grep -c '^SUMMARY:' "$output") || true
  seconds=$((SECONDS - start))
  # The smallest set of small inputs with the same coverage.
  rm -rf "$merged" && mkdir -p "$merged"
  fuzz_run -merge=1 -max_len=512 "$merged" "$fuzz_corpus/$target" "$found" >>"$output" 2>&1 || true
  if [[ -n $(ls -A "$merged") ]]; then
    # Valid inputs and those with findings have names that are not hashes, and stay. Of the others, the smallest 24 are kept.
    find "$fuzz_corpus/$target" -type f -regextype egrep -regex '.*/[0-9a-f]{40}' -delete
    find "$merged" -type f -printf '%s %p\n' | sort -n | awk '(total += $1) <= 4000 && NR <= 24 { print $2 }' |
      xargs -r cp -t "$fuzz_corpus/$target"
  fi
  printf '%-22s%12s%10s%10s%10s\n' "$target" "$inputs" "${edges:--}" "$seconds" "$findings"
  note_fuzzing "$target" "$inputs" "${edges:--}" "$seconds" "$findings"
}

# note_fuzzing TARGET INPUTS EDGES SECONDS FINDINGS: adds a run to the row of its target in the table of the documentation. Each run
# has other inputs, since libFuzzer takes its seed from the time.
note_fuzzing() {
  local old inputs seconds findings
  old=$(sed -n "s/^| \`$1\` |//p" "$fuzz_table")
  if [[ -z $old ]]; then sed -i "s#^<!-- end of the table of fuzzing -->#| \`$1\` |\n&#" "$fuzz_table"; fi
  IFS=' |' read -r inputs _ seconds findings <<<"$old"
  sed -i "s#^| \`$1\` |.*#| \`$1\` | $((inputs + $2)) | $3 | $((seconds + $4)) | $((findings + $5)) |#" "$fuzz_table"
}

# The suites of saving, of the strength, of loading, and of the threads behind them. Those of the program itself are not in it,
# because Swift 6.3.1 ends with 'Invalid bitcast' when it compiles Sources/Tactile with this sanitizer: it takes the value of a
# structure for its address where a method modifies the control in a member that is a constant.
fuzz_thread_suites='Job with an input|Future value|Directory lock|File password hash store|Keyring password hash store'
fuzz_thread_suites+='|Strength estimate|The programs that ask'

# Runs them with the thread sanitizer, whose reports make the run fail.
fuzz_threads() {
  local program output=$root/.build/threads.log
  need_packages "${build_packages[@]}"
  need_swift
  log "building with the thread sanitizer"
  TACTILE_TESTS='SystemTests SecretsTests PromptsTests' swift build --product TactilePackageTests \
    --scratch-path "$root/.build/threads" --sanitize=thread -Xswiftc -gline-tables-only >"$output" 2>&1 ||
    { tail -n 30 "$output" && fail "cannot build; the log is .build/threads.log"; }
  program=$(swift build --scratch-path "$root/.build/threads" --show-bin-path)/TactilePackageTests.xctest
  TACTILE_TEST_SCOPE=common "$program" --testing-library swift-testing --no-parallel --filter "\`($fuzz_thread_suites)\`" \
    >"$output" 2>&1 || { grep -E '✘|WARNING: ThreadSanitizer' "$output" && fail "the log is .build/threads.log"; }
  # A suite that was renamed would not be selected.
  local IFS='|' suite
  for suite in $fuzz_thread_suites; do
    grep -qF "\"$suite\" passed" "$output" || fail "no tests of '$suite'"
  done
  grep 'Test run with' "$output"
}
