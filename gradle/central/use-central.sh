# Sourced by gradlew before it starts java. If the wrapper's Gradle is neither installed nor to be
# had from its download site, this puts the Gradle that GradleFromCentral.java assembles in place of
# the wrapper's main class.

wrapper_gradle_is_installed () {
    for marker in "$gradle_user_home"/wrapper/dists/gradle-8.9-bin/*/*.ok; do
        if [ -f "$marker" ]; then return 0; fi
    done
    return 1
}

# Gradle would start another process for these; the assembled one has to run with them itself.
org_gradle_jvmargs () {
    for file in "$gradle_user_home/gradle.properties" "$APP_HOME/gradle.properties"; do
        if [ -f "$file" ]; then
            sed -n 's/^[[:blank:]]*org\.gradle\.jvmargs[[:blank:]]*[=:][[:blank:]]*//p' "$file"
        fi
    done | head -n 1
}

gradle_user_home=${GRADLE_USER_HOME:-$HOME/.gradle}
recipe=$( cat "$APP_HOME"/gradle/central/* | cksum )
assembled_gradle=$gradle_user_home/central/gradle-8.9-${recipe%% *}

if ! wrapper_gradle_is_installed; then
    if [ ! -d "$assembled_gradle" ]; then
        "$JAVACMD" "$APP_HOME/gradle/central/GradleFromCentral.java" \
            "$APP_HOME" "$gradle_user_home" "$assembled_gradle" || exit
    fi
    if [ -d "$assembled_gradle" ]; then
        jvmargs=$( org_gradle_jvmargs )
        # A process that lives for one build does not earn back what the second compiler costs.
        DEFAULT_JVM_OPTS="-XX:TieredStopAtLevel=1 -Dfile.encoding=UTF-8"
        DEFAULT_JVM_OPTS="$DEFAULT_JVM_OPTS ${jvmargs:--Xmx512m -XX:MaxMetaspaceSize=384m}"
        shift 4 # -Dorg.gradle.appname=..., -classpath, the wrapper's jar, its main class
        set -- "-Dorg.gradle.appname=$APP_BASE_NAME" "@$assembled_gradle/java.args" "$@"
    fi
fi
