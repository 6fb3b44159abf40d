#!/usr/bin/env bash
# The commands of this checkout; see `./run.sh help`. Each subject is a file in `scripts`.
set -euo pipefail
caller=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")"
root=$PWD
for subject in common dependencies build lint test fuzz documentation pictures bench order install package; do
  # shellcheck source=/dev/null
  source "scripts/$subject.sh"
done

help() {
  cat <<'TEXT'
./run.sh                      install dependencies, build, and open the window; without a display, run the tour
./run.sh run [OPTION...]      install dependencies, build, and start the program with options (--help lists them)
./run.sh test                 install dependencies, lint, build, and run the tests of what most users do
./run.sh test --all           run all tests and checks, with all window managers and a release build, as CI does
./run.sh test MODULE [NAME]   build and run the tests of one module, or those whose suite or name matches NAME
./run.sh fuzz [TARGET...]     give a million inputs to each parser of data from outside, chosen by coverage, under the address
                              sanitizer (--runs NUMBER, --seconds NUMBER); --threads: tests under the thread sanitizer
./run.sh lint                 check the format of all Swift sources, the scripts, and the language
./run.sh bless                accept the new golden images that failed tests have written
./run.sh docs [DIR]           build the DocC documentation of the libraries (default DIR: .build/docs)
./run.sh api                  list the public declarations of the libraries in Documentation/API
./run.sh manual               generate the manual pages in Documentation/man from the command line options
./run.sh tour DIR             run the scripted tour on a virtual display and write screenshots to DIR
./run.sh film                 record the animated images of the documentation in assets, on a virtual display
./run.sh bench [OPTION...]    compare the program's speed and memory with programs of other toolkits; --dialogs
                              compares only the dialogs, --check fails if the program misses a goal (--help lists
                              the options)
./run.sh failures [OPTION...]  let the calls of C functions fail, one after the other, and judge how the program ends
                              (--help lists the options)
./run.sh soak [OPTION...]     use the window for an hour, let the agents answer 1,000 questions and 200 X servers die; fail if
                              memory or other resources grow (--help lists the options)
./run.sh install [PREFIX]     install the program, the links tactile-askpass and pinentry-tactile, icons, menu
                              entry, manual pages and shell completions (default PREFIX: ~/.local)
./run.sh uninstall [PREFIX]   remove installed files
./run.sh package              build a Debian package, and print its path as the last line
./run.sh archive              build an archive for other distributions, and print its path as the last line
./run.sh help                 show this help
TEXT
}

command=${1:-}
case $command in
lint | manual | api | bless | film | package | archive) check_arguments "$command" 0 "${@:2}" ;;
docs | tour | install | uninstall) check_arguments "$command" 1 "${@:2}" ;;
test) if [[ ${2:-} != --all ]]; then check_arguments test 2 "${@:2}"; else check_arguments 'test --all' 0 "${@:3}"; fi ;;
esac

case $command in
'') start ;;
run) start "${@:2}" ;;
test) run_tests "${@:2}" ;;
fuzz) fuzz "${@:2}" ;;
lint) lint ;;
bless) bless ;;
docs) docs "$(resolved "${2:-"$root/.build/docs"}")" ;;
manual) manual ;;
api) api ;;
tour) tour "${2:-}" ;;
film) film ;;
bench) bench "${@:2}" ;;
failures) failures "${@:2}" ;;
soak) soak "${@:2}" ;;
install) install_all "${2:-}" ;;
uninstall) uninstall_all "${2:-}" ;;
package) package ;;
archive) archive ;;
help | --help | -h) help ;;
*) usage_error "unknown command '$command'" ;;
esac
