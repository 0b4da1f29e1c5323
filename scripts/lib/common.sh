# Shared functions of the scripts; sourced, never run.
# Sets $root, the folder of the project. Its functions find Java and Maven, build, and start the program.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# For Maven, tests and the program: in other locales, Java cannot open files with non-ASCII names.
export LC_ALL=C.UTF-8
. "$root/scripts/lib/archive.sh"

# Sets $jar to the newest build, or to nothing.
find_jar() {
    # shellcheck disable=SC2012
    jar=$(ls -t "$root"/target/tollgate-*-all.jar 2>/dev/null | head -n 1) || true
}

refuse() {
    echo "$(basename "$0"): $1" >&2
    exit 2
}

# An integer from 1 to 9999999.
is_number() {
    [[ $1 =~ ^[1-9][0-9]{0,6}$ ]]
}

# Sets $java to that of JAVA_HOME, or else the one on the PATH, and $java_version to its major version.
find_java() {
    if [ -n "${JAVA_HOME:-}" ]; then
        java=$JAVA_HOME/bin/java
        [ -x "$java" ] || refuse "JAVA_HOME is $JAVA_HOME, which has no bin/java"
    else
        java=$(command -v java) || refuse "no java on the PATH: install a JDK, 17 or newer, or set JAVA_HOME"
    fi
    # The release file is faster to read than starting Java.
    local release said
    release=$(dirname "$(readlink -f "$java")")/../release
    said=$(grep '^JAVA_VERSION=' "$release" 2>/dev/null) || said=$("$java" -version 2>&1) || true
    java_version=$(sed -n 's/.*\(VERSION=\|version \)"\(1\.\)\{0,1\}\([0-9]*\).*/\3/p' <<<"$said" | head -n 1)
    [ "${java_version:-0}" -ge 17 ] || refuse "Java 17 or newer is required; $java has ${java_version:-an unknown version}"
}

# A JRE can run Tollgate but not build it.
require_compiler() {
    local javac
    javac=$(dirname "$(readlink -f "$java")")/javac
    [ -x "$javac" ] || refuse "$java has no compiler: install a JDK, 17 or newer, or set JAVA_HOME"
}

# Sets $maven to the one on the PATH if it is new enough, or else to the wrapper, which downloads one.
find_maven() {
    maven=$root/mvnw
    local version
    version=$(mvn -B -v 2>/dev/null | sed -n 's/^Apache Maven \([0-9.]*\).*/\1/p') || true
    if [ "$(printf '%s\n' 3.8.7 "$version" | sort -V | head -n 1)" = 3.8.7 ]; then maven=mvn; fi
}

# An interrupted build leaves an incomplete jar that is newer than any source.
is_stale() {
    find_jar
    [ -z "$jar" ] || [ -e "$root/target/.unfinished" ] || [ -n "$(find "$root/pom.xml" "$root/src/main" "$root/src/docs" -newer "$jar" -print -quit)" ]
}

# Prints the current phase of Maven. $1: its log.
build_phase() {
    local last
    last=$(grep -E ' --- [a-z-]+:|Download(ing|ed) from' "$1" 2>/dev/null | tail -n 1) || true
    case $last in
        *Download*) echo "downloading: $(grep -c 'Downloaded from' "$1") files" ;;
        *:compile*) echo compiling ;;
        *jar:* | *:shade* | *:jar*) echo packaging ;;
        *' --- '*) echo "preparing: $(sed 's/.* --- //; s/ .*//' <<<"$last")" ;;
        *) echo "starting Maven" ;;
    esac
}

# Builds the program if a source is newer. Folders count as sources, so that removed files are detected.
build_if_stale() {
    is_stale || return 0
    require_compiler
    find_maven
    { mkdir -p "$root/target" && [ -w "$root/target" ]; } 2>/dev/null ||
        refuse "$root/target is not writable, but Tollgate has to be built there first"
    exec 9>"$root/target/.building"
    if command -v flock >/dev/null && ! flock -n 9; then
        echo "Another build is running; waiting for it" >&2
        flock 9
        is_stale || { exec 9>&-; return 0; }
    fi
    # A running gateway reads from this file. Maven overwrites the file, so replace it with a copy first.
    if [ -n "$jar" ]; then cp -p "$jar" "$jar.new" && mv -f "$jar.new" "$jar"; fi
    local log=$root/target/build.log
    touch "$root/target/.unfinished"
    echo "Building Tollgate; the first build downloads its libraries" >&2
    (cd "$root" && exec "$maven" -B -Dmaven.test.skip=true package >"$log" 2>&1 9>&-) &
    local build=$! begun=$SECONDS shown=-5 phase='' now
    trap 'kill "$build" 2>/dev/null; exit 130' INT TERM
    while kill -0 "$build" 2>/dev/null; do
        sleep 1
        now=$(build_phase "$log")
        if [ "${now%%:*}" != "${phase%%:*}" ] || [ $((SECONDS - shown)) -ge 5 ]; then
            phase=$now shown=$SECONDS
            printf '[%3d s] %s\n' $((SECONDS - begun)) "$phase" >&2
        fi
    done
    trap - INT TERM
    if ! wait "$build"; then
        grep -E -m 20 '^\[ERROR\]|^Error' "$log" >&2
        echo "$(basename "$0"): the build failed; see $log" >&2
        exit 1
    fi
    find_jar
    # Maven does not touch an unchanged jar.
    touch "$jar"
    rm -f "$root/target/.unfinished"
    exec 9>&-
}

# A separate build lists its libraries in src/build, where the gateway's tests check them for known vulnerabilities.
# $1: the resolved libraries, as a class path; $2: name of their list.
have_changed() {
    tr : '\n' <"$1" | cmp -s - "$root/src/build/$2" && return 1
    echo "$(basename "$0"): the libraries differ from src/build/$2: read their advisories, then run" >&2
    echo "  tr : '\n' <${1#"$root/"} >src/build/$2 && scripts/test -Dtest=AdvisoriesTest" >&2
}

# Replaces this script with the program, so that signals reach it.
# $1: heap size; the rest: command and arguments.
start() {
    local heap=$1
    shift
    local module_options=(--enable-native-access=ALL-UNNAMED)
    # From version 24 on, Java warns about Unsafe, and Netty disables it, which makes its buffers slow.
    if [ "$java_version" -ge 24 ]; then
        module_options+=(--sun-misc-unsafe-memory-access=allow -Dio.netty.noUnsafe=false)
    fi
    # Direct buffers contain pages until clients have read them.
    local options=("-Xmx$heap" -XX:MaxDirectMemorySize=192m -XX:+ExitOnOutOfMemoryError)
    # For a small heap with few long-lived objects, the serial collector is as fast, starts sooner and uses the least
    # memory. Each collection has a fixed cost of 1 ms; a young generation of 48 MB halves their number.
    case " ${TOLLGATE_JAVA_OPTIONS:-}" in
        *" -XX:+Use"*GC*) ;;
        *) options+=(-XX:+UseSerialGC -XX:NewSize=48m) ;;
    esac
    # Java does not start if the initial heap is larger than the maximum.
    case " ${TOLLGATE_JAVA_OPTIONS:-}" in
        *" -Xmx"*) ;;
        *) options+=(-Xms96m) ;;
    esac
    archive_options "$1"
    export TOLLGATE_HOME=$root
    # shellcheck disable=SC2086
    exec "$java" "${module_options[@]}" "${options[@]}" ${TOLLGATE_JAVA_OPTIONS:-} -jar "$jar" "$@"
}

# $1: the text of --help; the rest: arguments of the script. Prints the text and exits if an argument is --help.
offer_help() {
    local help=$1 argument
    shift
    for argument in "$@"; do
        case $argument in
            -h | --help)
                printf '%s\n' "$help"
                exit 0
                ;;
        esac
    done
}

common_options="  --config FILE        settings file (TOLLGATE_CONFIG; default: conf/gateway.json)
  --data DIR           folder of all local data (TOLLGATE_DATA_DIR; default: .data)
  --database-url URL   a Postgres 15 to 18 instead of the embedded one (TOLLGATE_DATABASE_URL)
  --help               print this text"
