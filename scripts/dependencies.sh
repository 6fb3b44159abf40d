# shellcheck shell=bash
# Packages and tools that the commands of run.sh need.

build_packages=(
  git pkg-config fonts-inter libcairo2-dev libfontconfig-dev libfreetype-dev libharfbuzz-dev
  libsodium-dev libutf8proc-dev libx11-dev libxcursor-dev libxdamage-dev libxext-dev
  libxfixes-dev libxi-dev libxkbcommon-dev libxpresent-dev libxrandr-dev libxrender-dev libxres-dev
  libxtst-dev
  # Loaded at run time.
  libpangocairo-1.0-0 libsecret-1-0 libzxcvbn0
)
# For virtual displays: tests and the tour.
screen_packages=(xvfb openbox dbus-daemon)
# For the panel and the compositor of the tour of the desktop button.
panel_packages=(picom tint2)
# For the test runner, and the programs that ask for passwords or exchange data in common tests.
client_packages=(python3 xclip xsel gnome-keyring openssh-client sudo git gnupg systemd)
# For tests that only complete runs contain: with real servers, window managers, cookies, and input methods. Tests that
# need a missing one are skipped, unless TACTILE_TEST_REQUIREMENTS=required.
rare_packages=(
  xserver-xorg-core xserver-xorg-video-dummy x11-xserver-utils xauth xdotool xfwm4 metacity mutter i3-wm dbus
  ibus ibus-hangul strace shellcheck at-spi2-core python3-pyatspi orca polkitd pkexec openssl
  dpkg-dev xz-utils lintian desktop-file-utils appstream mmdebstrap
)

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
  # Errors and warnings only: the lists of packages fill several screens.
  # Other runs wait for the lock of this one.
  "${as_root[@]}" flock /var/lock apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    flock /var/lock apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
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
