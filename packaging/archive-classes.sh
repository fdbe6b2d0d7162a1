#!/bin/sh
# usage: archive-classes.sh DIST OUT
# Makes the class archives of an unpacked swarmd that has its own Java 25 or newer: runs its
# programs once, by their own launchers, and writes what they have loaded to OUT. Each archive has
# a file that says of which jars it is; the launchers compare it.
set -eu

dist=$1
out=$2
work=$(mktemp -d /tmp/swa.XXXXXX) # short, for the socket's path
daemon=

finish() {
  [ -z "$daemon" ] || kill "$daemon" 2>/dev/null || :
  rm -rf "$work"
}
trap finish EXIT

# Java writes the archive when the program ends, with the options that the program ran with. Profiles
# of methods would take 3 MB, and the programs do not use them.
option() {
  echo "-XX:AOTCacheOutput=$work/$1.aot -Xlog:disable -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining"
}

keep() {
  if [ ! -s "$work/$1.aot" ]; then
    echo "Java wrote no archive of the $1's classes" >&2
    cat "$work/log" >&2
    exit 1
  fi
  mv "$work/$1.aot" "$out/$1.aot"
}

swarm() {
  "$dist/bin/swarm" "$@" >/dev/null
}

hook() {
  printf '{"session_id":"s","cwd":"%s","hook_event_name":"%s"%s}' "$work" "$1" "$2" | swarm hook
}

export SWARMD_HOME="$work/h" HOME="$work" SWARMD_ARCHIVE=off
unset SWARMD_SOCKET DISABLE_OMC JAVA_HOME 2>/dev/null || :
mkdir -p "$out" "$work/h"
cd "$work"
SWARMD_JAVA_OPTS=$(option daemon) "$dist/bin/swarmd" >"$work/log" 2>&1 &
daemon=$!
tries=0
until [ -S "$work/h/swarmd.sock" ]; do
  tries=$((tries + 1))
  if [ "$tries" -gt 600 ] || ! kill -0 "$daemon"; then
    cat "$work/log" >&2
    exit 1
  fi
  sleep 0.1
done

JDK_JAVA_OPTIONS=$(option client) swarm task add "write the parser" 2>>"$work/log"
hook SessionStart ',"source":"startup"'
hook UserPromptSubmit ',"prompt":"hello"'
for tool in Bash Read Edit; do
  input='"tool_input":{"command":"ls -l","file_path":"a.txt","old_string":"a","new_string":"b"}'
  hook PreToolUse ",\"tool_name\":\"$tool\",$input"
  hook PostToolUse ",\"tool_name\":\"$tool\",$input,\"tool_response\":{}"
done
hook Stop ''
swarm task claim --agent ada
swarm status
swarm task list
read -r build <"$work/h/lib/current"
kill "$daemon"
wait "$daemon"
daemon=

keep daemon
keep client
echo "$build" >"$out/daemon.aot.of"
cksum <"$dist/lib/swarm-client.jar" >"$out/client.aot.of"
