#!/usr/bin/env bash
# Tries a package or an archive of Tactile in the root directory of a new Debian system, on a virtual display. Fails at the
# first step that does not work.
# usage: scripts/try-package.sh FILE.deb|FILE.tar.zst SUITE    (as root; needs mmdebstrap, xvfb, openbox, xdotool, zstd)
set -euo pipefail
# The mounts below end with this process.
if [[ -z ${TRY_MOUNTED:-} ]]; then
  TRY_MOUNTED=1 exec unshare --mount --propagation private "${BASH_SOURCE[0]}" "$@"
fi
file=$(realpath "$1")
suite=$2
work=$(mktemp -d)
root=$work/root
step='the start'

finish() {
  local status=$?
  trap - EXIT
  if ((status != 0)); then printf 'FAILED on %s: %s\n' "$suite" "$step" >&2; fi
  # The server, the window manager and the programs of the user.
  jobs -p | xargs -r kill 2>/dev/null || true
  for process in /proc/[0-9]*; do
    if [[ $(readlink "$process/root") == "$root" ]]; then kill -9 "${process#/proc/}" 2>/dev/null || true; fi
  done
  umount -l "$root/tmp/.X11-unix" "$root/dev" "$root/proc" 2>/dev/null || true
  rm -rf --one-file-system "$work"
  exit "$status"
}
trap finish EXIT

step() { step=$* && printf '%s: %s\n' "$suite" "$step"; }

# Runs a shell command as root of the new system.
system() {
  chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    bash -euo pipefail -c "$1"
}

# Runs a shell command as a user of the new system, with a display.
user() {
  chroot --userspec=1000:1000 "$root" env -i HOME=/home/user DISPLAY="$DISPLAY" LC_ALL=C.UTF-8 \
    PATH=/home/user/tactile/bin:/usr/bin:/bin timeout 300 bash -euo pipefail -c "cd; $1"
}

# answer COMMAND LINE...: runs a command of the user and types the lines when its dialog is open. Prints its output.
answer() {
  local line
  # The dialog of a pinentry stays open for two seconds after an answer.
  timeout 180 bash -c 'while xdotool search --onlyvisible --class tactile; do sleep 0.2; done' &>/dev/null
  user "$1" >"$work/output" 2>&1 </dev/null &
  timeout 180 xdotool search --sync --onlyvisible --class tactile >/dev/null
  for line in "${@:2}"; do
    # A dialog drops what is typed in its first moments.
    sleep 1.5
    xdotool type --delay 30 "$line"
    xdotool key Return
  done
  wait $! || { cat "$work/output" && return 1; }
  cat "$work/output"
}

# expect TEXT COMMAND...: fails if the output of a command does not contain the text.
expect() {
  local output
  output=$("${@:2}" 2>&1) || { printf '%s\n' "$output" >&2 && return 1; }
  [[ $output == *"$1"* ]] || { printf 'expected "%s" in:\n%s\n' "$1" "$output" >&2 && return 1; }
}

# Prints the files and links of the new system, except caches and logs.
list_files() {
  (cd "$root" && find bin/ etc lib/ sbin/ usr var -not -path 'var/cache/*' -not -path 'var/log/*' \
    -not -path 'var/lib/apt/*' -not -path 'var/lib/dpkg/*-old' | LC_ALL=C sort)
}

step 'create the system'
included=util-linux
if [[ $file == *.deb ]]; then
  included+=,bash-completion,zsh,fish,man-db,openssh-client,gnupg
  for field in Depends Recommends; do
    included+=,$(dpkg-deb -f "$file" "$field" | sed 's/([^)]*)//g; s/ //g')
  done
fi
mmdebstrap --quiet --variant=minbase --include="$included" "$suite" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mkdir -p "$root/tmp/.X11-unix" /tmp/.X11-unix
mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
system 'useradd --create-home --shell /bin/bash user'
Xvfb -displayfd 3 -ac -nolisten tcp -screen 0 1024x768x24 3>"$work/display" 2>/dev/null &
until [[ -s $work/display ]]; do sleep 0.1; done
DISPLAY=:$(<"$work/display")
export DISPLAY
openbox 2>/dev/null &

if [[ $file == *.deb ]]; then
  list_files >"$work/before"
  cp "$file" "$root/tmp/tactile.deb"
  step 'install the package'
  expect '0 upgraded, 1 newly installed' system 'apt-get install -y /tmp/tactile.deb'
else
  step 'name the missing libraries of the archive'
  mkdir "$root/home/user/tactile"
  tar -I zstd -xf "$file" --strip-components=1 -C "$root/home/user/tactile"
  expect 'libcairo.so.2 is missing (Debian: libcairo2): required' user 'tactile/check || true'
  if user tactile/check >/dev/null; then exit 1; fi
  packages=$(user 'tactile/check || true' | sed -n 's/.*(Debian: \(.*\)).*/\1/p' | tr '\n' ' ')
  step "install $packages"
  system "apt-get update -qq && apt-get install -y -qq --no-install-recommends $packages" >/dev/null
  [[ -z $(user tactile/check) ]]
fi

step 'open the window'
user 'tactile --version'
user 'tactile & until [[ -e seen ]]; do sleep 0.1; done; kill $!' &
timeout 180 xdotool search --sync --onlyvisible --name Tactile >/dev/null
touch "$root/home/user/seen"
wait $!

step 'ask for a passphrase'
expect secret answer 'tactile-askpass Password:' secret
expect 'D tactile' user "printf 'GETINFO flavor\nBYE\n' | pinentry-tactile"
step 'check a password with the optional libraries'
expect "Very weak" user "printf %s password | tactile check || true"
if [[ $file != *.deb ]]; then
  step=end
  exit
fi

step 'choose alternatives'
for link in pinentry pinentry-x11; do
  expect pinentry-tactile system "update-alternatives --query $link | grep ^Value"
  expect 'D tactile' user "printf 'GETINFO flavor\nBYE\n' | $link"
done
expect tactile-askpass system 'update-alternatives --query ssh-askpass | grep ^Value'
step 'add a key of ssh'
user "ssh-keygen -q -t ed25519 -N 'p 4 s s' -f key"
expect 'Identity added' answer "eval \$(ssh-agent) >/dev/null; setsid -w ssh-add key; ssh-agent -k >/dev/null" 'p 4 s s'
step 'encrypt a file by gpg, and decrypt it'
user 'echo text >file'
answer 'gpg --quiet -c file' 'correct horse 4 battery' 'correct horse 4 battery'
user 'gpgconf --kill gpg-agent && rm file'
expect text answer 'gpg --quiet -d file.gpg' 'correct horse 4 battery'
user 'gpgconf --kill gpg-agent'

step 'read the manual pages'
for page in "$root"/usr/share/man/man1/{tactile,pinentry-tactile}*.1.gz; do
  page=${page##*/}
  [[ -z $(user "MANWIDTH=80 man --warnings ${page%.1.gz} 2>&1 >/dev/null") ]]
done
expect tactile-askpass user 'man -w ssh-askpass'
expect GETPIN user 'man pinentry-x11'
for page in Manual DesktopButton Security Accessibility; do
  [[ -s $root/usr/share/doc/tactile/$page.md ]]
done
step 'complete a command'
expect tactile user '. /usr/share/bash-completion/completions/tactile; complete -p tactile'
expect _tactile user "zsh -fc 'autoload -U compinit; compinit -u -D; echo \$_comps[tactile]'"
expect askpass user "fish -c 'complete -C \"tactile ask\"'"
step 'keep the choice of the user in a new installation'
system 'update-alternatives --quiet --set pinentry /usr/bin/pinentry-curses'
system 'dpkg -i /tmp/tactile.deb' >/dev/null
expect pinentry-curses system 'update-alternatives --query pinentry | grep ^Value'
system 'update-alternatives --quiet --auto pinentry'
step 'remove the package without a trace'
system 'dpkg --purge tactile' >/dev/null
list_files >"$work/after"
diff "$work/before" "$work/after"
step=end
