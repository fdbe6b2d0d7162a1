# Sourced by gradlew before it starts java. From 24 on, Java warns of how this Gradle uses native
# code and memory; nobody who builds swarmd can change that.

java_home=${JAVA_HOME:-$( readlink -f "$( command -v java )" | sed 's|/bin/java$||' )}
java_version=$( sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$java_home/release" 2>/dev/null )
if [ "${java_version:-0}" -ge 24 ]; then
    JAVA_OPTS="${JAVA_OPTS-} --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
fi
