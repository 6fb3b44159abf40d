#!/usr/bin/env bash
# usage: scripts/orca.sh SUITE DIRECTORY
#
# Compares the words of the Orca of another suite of Debian, such as trixie or sid, with the reviewed ones. DIRECTORY gets its
# packages, unpacked 500 MB, which apt-get downloads and does not install. With TACTILE_ORCA_RECORD=1, the test writes the
# words instead; a new version needs a copy of the file of another one before, Tests/TactileTests/Orca/Words-VERSION.txt.
# Needs Debian, root (for chroot and mounts) and a debug build of the tests. CI does not run it.
set -euo pipefail
if (($# != 2)) || [[ $1 == -* ]]; then
  sed -n 's/^# usage/usage/p' "$0" >&2
  exit 2
fi
suite=$1 directory=$(realpath -m -- "$2")
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$directory/root
packages=(
  base-files base-passwd bash coreutils dash grep libc-bin dbus-daemon dbus-bin at-spi2-core gir1.2-atspi-2.0 python3
  python3-gi python3-pyatspi gir1.2-gtk-3.0 orca libglib2.0-bin fonts-dejavu-core x11-xkb-utils
)

if [[ ! -e $directory/complete ]]; then
  # Package lists of the suite, and no installed packages, apart from those of this machine.
  mkdir -p "$directory"/{lists/partial,archives/partial} "$root"
  touch "$directory/status"
  # shellcheck disable=SC2016
  mirror=$(apt-get indextargets --format '$(SITE)' 'Label: Debian' 'Component: main' | head -n 1)
  cat >"$directory/sources.list" <<<"deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main"
  cat >"$directory/apt.conf" <<CONF
Dir::Etc::SourceList "$directory/sources.list";
Dir::Etc::SourceParts "-";
Dir::State::Lists "$directory/lists";
Dir::State::Status "$directory/status";
Dir::Cache::Archives "$directory/archives";
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
APT::Sandbox::User "root";
CONF
  export APT_CONFIG=$directory/apt.conf
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends --download-only "${packages[@]}" >/dev/null
  # The others follow the links of the first one to the directories in usr.
  for package in "$directory"/archives/{base-files_,}*.deb; do dpkg -x "$package" "$root"; done
  cp /etc/passwd /etc/group /etc/machine-id "$root/etc/"
  chroot "$root" /sbin/ldconfig
  chroot "$root" glib-compile-schemas /usr/share/glib-2.0/schemas 2>/dev/null || true
  touch "$directory/complete"
fi
# The mounts end with this script.
# shellcheck disable=SC2016
TACTILE_ORCA_ROOT=$root exec unshare --mount --propagation private bash -c '
  for part in proc dev sys tmp; do
    mkdir -p "$TACTILE_ORCA_ROOT/$part"
    mount --rbind "/$part" "$TACTILE_ORCA_ROOT/$part"
  done
  exec .build/debug/TactilePackageTests.xctest --testing-library swift-testing --filter says.the.reviewed.words'
