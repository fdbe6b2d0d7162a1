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

record() {
  echo "-XX:AOTMode=record -XX:AOTConfiguration=$work/$1.conf -Xlog:disable"
}

create() {
  name=$1
  shift
  "$dist/runtime/bin/java" -XX:AOTMode=create "-XX:AOTConfiguration=$work/$name.conf" \
    "-XX:AOTCache=$out/$name.aot" -Xlog:disable -XX:+UseSerialGC "$@" >"$work/log" 2>&1 || cat "$work/log" >&2
  [ -s "$out/$name.aot" ]
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
SWARMD_JAVA_OPTS=$(record daemon) "$dist/bin/swarmd" >"$work/log" 2>&1 &
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

JDK_JAVA_OPTIONS=$(record client) swarm task add "write the parser" 2>/dev/null
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

create daemon --enable-native-access=ALL-UNNAMED -cp "$work/h/lib/$build/swarmd.jar"
create client -cp "$dist/lib/swarm-client.jar"
echo "$build" >"$out/daemon.aot.of"
cksum <"$dist/lib/swarm-client.jar" >"$out/client.aot.of"
