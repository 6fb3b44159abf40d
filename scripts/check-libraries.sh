#!/bin/sh
# Prints the libraries that the program of this archive does not find, with their packages in Debian. Exit status 1 if
# a required one is missing.
cd "$(dirname "$(readlink -f "$0")")" || exit
status=0
# The dynamic linker prints the reason for which it cannot load the program, such as the version of the C library.
reason=$(LC_ALL=C LD_BIND_NOW=1 LD_TRACE_LOADED_OBJECTS=1 bin/tactile 2>&1) || status=1
case $reason in
*'=>'*) printf '%s\n' "$reason" | sed -n 's/^.*: \(version .* not found\).*/\1: install glibc 2.36 or later/p' ;;
*GLIBC* | *'not found') printf '%s\n' "$reason" 'the program needs glibc 2.36 or later' ;;
*) printf '%s\n' "$reason" ;;
esac
while read -r library package purpose; do
  # The dynamic linker ignores a missing library in this list, and reports it.
  if [ -z "$(LD_PRELOAD=$library sh -c : 2>&1)" ]; then continue; fi
  printf '%s is missing (Debian: %s): %s\n' "$library" "$package" "$purpose"
  if [ "$purpose" = required ]; then status=1; fi
done <libraries
exit $status
