#!/bin/sh
# polkit and PAM in namespaces with a private system bus, an agent, and a shell of an administrator with the password "right".
#
# usage: machine.sh PROGRAM
#
# Needs root. After the line "ready", the shell reads commands: `pkexec` and `pkcheck` start a program that asks, `kill`
# ends it, `result` prints its exit status, `terminal ANSWER...` replaces the agent by pkttyagent in a terminal, which gets
# the next answer whenever it asks, and `end` ends the agent. The exit status is that of the agent. The libraries in
# AGENT_PRELOAD are loaded into the agent, whose path is /run/dbus/test/tactile.
set -eu
d=/run/dbus/test

case ${2-} in
'')
  exec unshare --mount --pid --fork --kill-child --mount-proc --propagation private sh "$0" "$1" machine
  ;;
machine)
  mkdir -p /run/dbus /run/polkit
  mount -t tmpfs -o mode=755 none /run/dbus
  mkdir "$d"
  install -m 755 "$1" "$d/tactile"
  install -m 755 "$0" "$d/machine"
  install -m 755 "${0%/*}/terminal.py" "$d"
  chown 61001 "$d"
  # The mount of a single file would end when a program outside replaces the file, as useradd does. Temporary files of
  # these programs disappear during the copy.
  cp -a /etc "$d" 2>/dev/null || :
  echo "polkittest:x:61001:61001::$d:/bin/sh" >>"$d/etc/passwd"
  echo "polkittest:x:61001:" >>"$d/etc/group"
  echo "polkittest:$(openssl passwd -6 right):20000:0:99999:7:::" >>"$d/etc/shadow"
  sed -i 's/^\(sudo\|wheel\):[^:]*:[^:]*:/&polkittest,/' "$d/etc/group"
  mount --bind "$d/etc" /etc
  dbus-daemon --system --nofork --nopidfile 2>/dev/null &
  while [ ! -S /run/dbus/system_bus_socket ]; do sleep .02; done
  # polkit 125 and later report registrations only at this level.
  level=$(/usr/lib/polkit-1/polkitd --help 2>&1 | grep -q -- --log-level && echo --log-level=info) || :
  /usr/lib/polkit-1/polkitd ${level:+"$level"} >"$d/log" 2>&1 &
  until busctl --system status org.freedesktop.PolicyKit1 >/dev/null 2>&1; do sleep .02; done
  # Not as the first process, which pkexec takes for the one that adopts others.
  setpriv --reuid polkittest --regid polkittest --init-groups sh "$d/machine" "$d/tactile" shell || exit $?
  ;;
shell)
  export HOME=$d LANG=C.UTF-8
  unset DBUS_SESSION_BUS_ADDRESS DBUS_SYSTEM_BUS_ADDRESS XDG_RUNTIME_DIR XDG_CACHE_HOME XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME
  cd "$HOME"
  # The shell itself reports the programs that it kills.
  exec 3>&2 2>/dev/null
  LD_PRELOAD=${AGENT_PRELOAD-} "$1" polkit-agent --process $$ 2>&3 &
  agent=$! status=0
  wait_for_agent() { until [ "$(grep -c 'Registered Authentication Agent' log)" = "$1" ] || ! kill -0 $agent; do sleep .02; done; }
  wait_for_agent 1
  echo ready
  while read -r command; do
    case $command in
    pkexec) pkexec --disable-internal-agent /usr/bin/id -un & asking=$! ;;
    pkcheck) pkcheck --action-id org.freedesktop.policykit.exec --process $$ -u >/dev/null & asking=$! ;;
    terminal*)
      kill $agent
      wait $agent || :
      # shellcheck disable=SC2086
      python3 terminal.py $$ ${command#terminal} >/dev/null &
      agent=$!
      wait_for_agent 2
      ;;
    kill) kill "$asking" || : ;;
    result) wait "$asking" && echo 0 || echo $? ;;
    end) break ;;
    esac
  done
  kill $agent || :
  wait $agent || status=$?
  exit $status
  ;;
esac
