# shellcheck shell=bash
# Functions that several commands of run.sh use.

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

# is_at_least WANTED FOUND: succeeds if version FOUND is WANTED or later.
is_at_least() { [[ $(printf '%s\n' "$1" "$2" | sort -V | head -n 1) == "$1" ]]; }
